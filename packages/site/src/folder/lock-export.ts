import { waitForLock } from "@ccdag/keep/write";
import type { LibraryIo } from "@ccdag/library";

/**
 * Lock a folder for one export, and wait for another one: hooks of two sessions may run at once.
 *
 * @param path the file of the lock, absolute.
 * @param io prints what is waited for.
 * @returns a function that releases the lock.
 * @throws FileError if the lock cannot be written.
 */
export function lockExport(path: string, io: Pick<LibraryIo, "isQuiet" | "stderr">): Promise<() => Promise<void>> {
  return waitForLock(path, "export", (reason) => {
    if (!io.isQuiet) io.stderr(`${reason}; waiting\n`);
  });
}
