import { join } from "node:path";
import { lock as lockFile } from "@ccdag/keep/write";

/**
 * Lock a site for one run: two runs at once would each write a manifest without the pages of the other.
 *
 * @param folder the folder of the site.
 * @returns a function that releases the lock.
 * @throws RequestError if another running process has the lock; the message names the file.
 */
export function lock(folder: string): Promise<() => Promise<void>> {
  return lockFile(join(folder, ".ccdag-site.lock"), "site");
}
