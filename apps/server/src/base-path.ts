/** The path of all routes of the store. */
export const basePath = "/api/v1";
