import type { VFile } from "vfile";
import { count } from "@ccdag/mdast/amounts";

/** How many files are named. */
const maxNamed = 3;

/**
 * Say which files could not be read, in whole or in part.
 *
 * @param files files with their messages.
 * @returns lines for the record, because paths and reasons are untrusted; empty if all could be read.
 */
export function unreadNotice(files: readonly VFile[]): string {
  const failed = files.flatMap((file) =>
    [file, ...(file.data.companions ?? [])].flatMap(({ path, messages }) => {
      const first = messages.find(({ fatal }) => fatal === true);
      return first === undefined ? [] : [`- ${path}: ${first.reason.slice(0, 200)}`];
    }),
  );
  if (failed.length === 0) return "";
  const more = failed.length > maxNamed ? [`- and ${failed.length - maxNamed} more`] : [];
  return [
    `${count(failed.length, "file")} could not be read, or only in part:`,
    ...failed.slice(0, maxNamed),
    ...more,
  ].join("\n");
}
