import { createHash, randomBytes } from "node:crypto";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { foreignMs, isRunning, type Owner, thisProcess } from "./owner.ts";

/** The name of a draft: the process, where it runs, when it started, and a random part. */
const form = /^\.ccdag-([1-9]\d{0,9})-([\da-f]{8})-([\da-f]{8})-[\da-f]{12}\.tmp$/;

/** Whether a name is that of a draft, which stays if the process that writes it is killed. */
export function isDraft(name: string): boolean {
  return form.test(name);
}

/** A new name for a draft of this process. */
export async function newDraft(): Promise<string> {
  const me = await thisProcess();
  return `.ccdag-${me.process}-${placeOf(me)}-${digestOf(me.started)}-${randomBytes(6).toString("hex")}.tmp`;
}

/**
 * Remove the drafts that killed runs left in a folder: those of processes that have ended. Only regular files are
 * removed, because a draft is no link. What cannot be read or removed stays.
 *
 * @param folder the folder; nothing below its folders is removed.
 * @returns the number of removed drafts.
 */
export async function removeDrafts(folder: string): Promise<number> {
  let removed = 0;
  for (const item of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!item.isFile() || !isDraft(item.name) || (await isInUse(join(folder, item.name), item.name))) continue;
    await rm(join(folder, item.name)).then(
      () => removed++,
      () => {},
    );
  }
  return removed;
}

async function isInUse(path: string, name: string): Promise<boolean> {
  const [, id, place, started] = form.exec(name)!;
  if (place === placeOf(await thisProcess()))
    return isRunning(Number(id), (now) => [digestOf(now), digestOf("")].includes(started!));
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs < foreignMs;
}

/** Where a process id means one process. */
function placeOf({ host, namespace }: Owner): string {
  return digestOf(`${host}\n${namespace}`);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
