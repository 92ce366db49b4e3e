import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CallError } from "../io.ts";

/**
 * Lock a site for one run: two runs at once would each write a manifest without the pages of the other.
 *
 * @param folder the folder of the site.
 * @returns a function that releases the lock.
 * @throws CallError if another running process has the lock.
 */
export async function lock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, ".ccdag-site.lock");
  await mkdir(folder, { recursive: true });
  const owner = Number(await readFile(path, "utf8").catch(() => ""));
  if (owner > 0 && owner !== process.pid && isAlive(owner))
    throw new CallError(
      `Another run of ccdag site (process ${owner}) is writing to \`${folder}\`; expected one run at a time`,
    );
  await rm(path, { force: true });
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
  } catch {
    throw new CallError(`Another run of ccdag site has just started in \`${folder}\`; expected one run at a time`);
  }
  return () => rm(path, { force: true });
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
