/** What `npx ccdag` may install, unpacked. */
export const limits: { readonly packages: number; readonly kilobytes: number };
/** Why each package of another project is installed with the command line. */
export const reasons: Readonly<Record<string, string>>;
/** Packages of types that may be installed, and who needs them. */
export const types: Readonly<Record<string, string>>;
