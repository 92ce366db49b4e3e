import { type BigIntStats, statSync } from "node:fs";

/**
 * What the file system says of a file, at once: for thousands of files asynchronous calls take three times as long.
 *
 * @param path the file; a link is followed.
 * @returns its size, times and inode; absent if it is not there or cannot be looked at.
 */
export function statOf(path: string | Buffer): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
