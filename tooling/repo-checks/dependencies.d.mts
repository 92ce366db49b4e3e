/** A package that is installed, or in the bundle. */
export interface Installed {
  name: string;
  version: string;
  at: string;
  by: Set<string>;
  isOurs: boolean;
}
/** A package and all that it needs in production; with `only`, of the dependencies of ours no others than these. */
export function productionOf(folder: string, only?: readonly string[]): Installed[];
/** What is in the bundle and beside it; sizes in bytes. */
export function measure(): Promise<{
  libraries: Array<Installed & { license: string; size: number }>;
  own: Array<Installed & { size: number }>;
  beside: Array<Installed & { size: number }>;
  bundled: number;
}>;
/** Whether the page differs from the bundle and what is installed. */
export function isStale(): Promise<boolean>;
/** Whether two pages say the same, up to their layout and a twentieth of a size. */
export function isLike(old: string, now: string): boolean;
