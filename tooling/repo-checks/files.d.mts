/** The paths of all files of the project. */
export const files: readonly string[];

/** The text of a file of the project. */
export function read(path: string): string;

/** Whether a path is a source of a package or an app. */
export function isSource(path: string): boolean;
