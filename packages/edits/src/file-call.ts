import type { Change } from "./change.ts";

/** What a call says of a file: it read the whole file, or it changed it. */
export type FileCall = ReadCall | EditCall;

interface ReadCall {
  readonly kind: "read";
  readonly path: string;
  readonly content: string;
}

/** A call that changed a file, as far as it is recorded. */
export interface EditCall {
  readonly kind: "edit";
  readonly path: string;
  /** The content before; `null` if there was no file, absent if it is not recorded. */
  readonly before?: string | null | undefined;
  /** The content after; `null` if the file was deleted, absent if it is not recorded. */
  readonly after?: string | null | undefined;
  /** Whether `after` is what the result says; else the call says it (default: `false`). */
  readonly isFromCall?: boolean | undefined;
  readonly change: Change;
  readonly isUserModified: boolean;
  /** The path that the file had before it was moved (default: it was not). */
  readonly movedFrom?: string | undefined;
  /** The path that the file has now, where this is what is left of it at its old one (default: it was not moved). */
  readonly movedTo?: string | undefined;
}
