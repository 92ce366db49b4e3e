import { link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createHash } from "node:crypto";
import { FileError, reasonOf } from "@ccdag/files/errors";
import { newDraft } from "./drafts.ts";
import { foreignMs, isRunning, type Owner, thisProcess } from "./owner.ts";
import { readRegular } from "./read-regular.ts";

/** How often a lock is renewed, in milliseconds. A page takes seconds, during which no timer runs. */
const renewMs = 30_000;

/** How often a run that waits looks at the lock of another one, in milliseconds. */
const waitMs = 100;

/** Another running process has a lock. */
class LockedError extends FileError {}

/**
 * Lock a folder for one run: two runs at once would each write a manifest without what the other has written. The lock
 * of a process that has ended is taken over.
 *
 * @param path the file of the lock, absolute.
 * @param command the command that locks, for the message.
 * @returns a function that releases the lock.
 * @throws FileError if another running process has the lock, or it cannot be written; the message names the file.
 */
export async function lock(path: string, command: string): Promise<() => Promise<void>> {
  const mine = `${JSON.stringify(await thisProcess())}\n`;
  for (let tries = 0; tries < 5; tries++) {
    if (await create(path, mine)) return hold(path, mine);
    const found = await readRegular(path);
    if (found === undefined) continue;
    await assertDead(path, found, command);
    if (await takeOver(path, found, mine, command)) return hold(path, mine);
  }
  throw new LockedError(
    `Another run of ccdag ${command} has just started (lock \`${path}\`); expected one run at a time`,
  );
}

/**
 * Lock a folder as {@link lock} does, and wait for a run that has the lock.
 *
 * @param path the file of the lock, absolute.
 * @param command the command that locks, for the message.
 * @param waiting called once, with what another run does, if this one has to wait.
 * @returns a function that releases the lock.
 * @throws FileError if the lock cannot be written.
 */
export async function waitForLock(
  path: string,
  command: string,
  waiting: (reason: string) => void,
): Promise<() => Promise<void>> {
  for (let tries = 0; ; tries++) {
    try {
      return await lock(path, command);
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      if (tries === 0) waiting(error.message);
      await setTimeout(waitMs);
    }
  }
}

async function create(path: string, content: string): Promise<boolean> {
  const cannot = (error: unknown) => new FileError(`Cannot write \`${path}\`: ${reasonOf(error)}`);
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw cannot(error);
  });
  const draft = join(dirname(path), await newDraft());
  try {
    await writeNew(draft, content);
    // A process that is killed here leaves no lock without an owner, which would be held for a while.
    await link(draft, path).catch(async (error: unknown) => {
      if (isThere(error)) throw error;
      // Some file systems have no links.
      await writeNew(path, content);
    });
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw cannot(error);
  } finally {
    await rm(draft, { force: true });
  }
}

function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EEXIST";
}

/** Write a file that is not there yet. */
async function writeNew(path: string, content: string): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(content);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Replace the lock of a dead process. Only one process can hold the claim on it, whose name is a hash of the lock; it
 * looks at the lock again before it replaces it. The claim of a dead process is taken over in the same way: removing it
 * could remove that of a process which was faster.
 */
async function takeOver(path: string, found: string, mine: string, command: string): Promise<boolean> {
  const claim = claimOn(path, found);
  if (!(await create(claim, mine))) {
    const other = await readRegular(claim);
    if (other === undefined) return false;
    await assertDead(claim, other, command);
    if (!(await takeOver(claim, other, mine, command))) return false;
  }
  try {
    if ((await readRegular(path)) !== found) return false;
    // A damaged lock may be a new one with the same content.
    await assertDead(path, found, command);
    const draft = join(dirname(path), await newDraft());
    if (!(await create(draft, mine))) return false;
    await rename(draft, path);
    return (await readRegular(path)) === mine;
  } finally {
    await rm(claim, { force: true });
  }
}

function claimOn(path: string, found: string): string {
  return `${path}.${createHash("sha256").update(`${found.length}:`).update(found).digest("base64url").slice(0, 12)}`;
}

/** Remove the claims of processes that were killed: this process has the lock, so that they are on older ones. */
async function removeClaims(path: string): Promise<void> {
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const own = basename(path);
    if (!name.startsWith(own) || !/^(?:\.[\w-]{12})+$/.test(name.slice(own.length))) continue;
    const claim = join(dirname(path), name);
    const found = await readRegular(claim);
    if (found === undefined) continue;
    const remove = () => rm(claim, { force: true });
    await assertDead(claim, found, "").then(remove, () => {});
  }
}

/** Renew the lock during the run; release it at the end, if it is still that of this process. */
async function hold(path: string, mine: string): Promise<() => Promise<void>> {
  const timer = setInterval(() => void touch(path, mine), renewMs).unref();
  await removeClaims(path);
  return async () => {
    clearInterval(timer);
    if ((await readRegular(path)) === mine) await rm(path, { force: true });
  };
}

async function touch(path: string, mine: string): Promise<void> {
  const now = new Date();
  if ((await readRegular(path)) === mine) await utimes(path, now, now).catch(() => {});
}

async function assertDead(path: string, content: string, command: string): Promise<void> {
  const owner = ownerIn(content);
  const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
  // A lock without an owner may be half written.
  let isHeld = age < (owner === undefined ? 10_000 : foreignMs);
  const place = owner && placeOf(owner, await thisProcess());
  if (owner !== undefined && place === "")
    isHeld = await isRunning(owner.process, (started) => ["", started].includes(owner.started));
  if (!isHeld) return;
  const who = owner === undefined ? "" : ` (process ${owner.process}${place})`;
  throw new LockedError(
    `Another run of ccdag ${command}${who} is writing to this folder; expected one run at a time. If it has ended, remove \`${path}\``,
  );
}

/** Where a process runs, in words; empty if it can be seen from here. */
function placeOf(owner: Owner, me: Owner): string {
  if (owner.host !== me.host) return ` on ${owner.host}`;
  return owner.namespace === me.namespace ? "" : " in another container of this host";
}

function ownerIn(content: string): Owner | undefined {
  try {
    const found = JSON.parse(content) as Partial<Owner> | null;
    const { process: id, started, host, namespace } = found ?? {};
    // 0, -1 and numbers that are no id stand for groups of processes, or for none.
    if (!Number.isInteger(id) || id! < 1 || id! >= 2 ** 31) return undefined;
    if (typeof started !== "string" || typeof host !== "string" || typeof namespace !== "string") return undefined;
    return { process: id!, started, host, namespace };
  } catch {
    return undefined;
  }
}
