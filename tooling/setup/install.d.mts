/** The folder of the project. */
export const top: string;
