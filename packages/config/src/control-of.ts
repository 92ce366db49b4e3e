import { lstat, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Who else controls a file: `owner` if it belongs to another user, `writer` if other users can change or replace it. */
export type Control = "owner" | "writer";

const othersWrite = 0o002;
const sticky = 0o1000;

/**
 * Find out whether another user of this machine controls a file. Files of root count as files of the system. A link counts
 * as the file that it leads to, and so do the folders of both: who can write to a folder can replace the files in it.
 *
 * @param path an existing file.
 * @returns absent if only this user and root control the file, and where files have no owner (Windows).
 */
export async function controlOf(path: string): Promise<Control | undefined> {
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  const real = await realpath(path);
  const [link, file, folder, realFolder] = await Promise.all([
    lstat(path),
    stat(real),
    stat(dirname(path)),
    stat(dirname(real)),
  ]);
  const isForeign = ({ uid }: { uid: number }) => uid !== me && uid !== 0;
  if (isForeign(file) || isForeign(link)) return "owner";
  // In a sticky folder, such as /tmp, only its owner may replace the files of another user.
  const isOpen = ({ mode, uid }: { mode: number; uid: number }) =>
    (mode & othersWrite) !== 0 && !((mode & sticky) !== 0 && uid === me);
  const canChange =
    (file.mode & othersWrite) !== 0 || [folder, realFolder].some((one) => isForeign(one) || isOpen(one));
  return canChange ? "writer" : undefined;
}

/**
 * Whether a file belongs to another user than this one and root. Files have no owner on Windows.
 *
 * @param path an existing file.
 * @param besides a file whose owner is trusted, too.
 */
export async function isOfAnother(path: string, besides: string | undefined): Promise<boolean> {
  const me = process.getuid?.();
  if (me === undefined) return false;
  const trusted = [me, 0, besides === undefined ? me : (await stat(besides)).uid];
  return !trusted.includes((await stat(path)).uid);
}
