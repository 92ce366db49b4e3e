import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CallError } from "../io.ts";

/**
 * Keep a site for one run: two at once would each write a manifest without what the other has told.
 *
 * @returns gives it free.
 * @throws CallError where another run, which is still alive, has it.
 */
export async function lock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, ".ccdag-site.lock");
  await mkdir(folder, { recursive: true });
  const owner = Number(await readFile(path, "utf8").catch(() => ""));
  if (owner > 0 && owner !== process.pid && isAlive(owner))
    throw new CallError(`Another run of ccdag site writes \`${folder}\` (process ${owner}); expected to be alone`);
  await rm(path, { force: true });
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
  } catch {
    throw new CallError(`Another run of ccdag site has just begun in \`${folder}\``);
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
