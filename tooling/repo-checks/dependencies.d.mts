/** A package and all that it needs in production. */
export function productionOf(
  folder: string,
): { name: string; version: string; at: string; by: Set<string>; isOurs: boolean }[];
/** Whether the page differs from what is installed. */
export function isStale(): boolean;
