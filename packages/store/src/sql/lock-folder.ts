import { createHash, randomUUID } from "node:crypto";
import { link, readdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { StoreError } from "../store-error.ts";

/** The file that says who has a folder open. */
const lockName = "lock.json";

/** Who has a folder open. The start distinguishes a process from a later one with the same number. */
interface Holder {
  readonly process: number;
  readonly started: string;
  readonly host: string;
}

/**
 * After this time without a sign, the lock of a process that cannot be seen from here does not count: it is on another host, or in
 * a container that is gone.
 */
const foreignMs = 10 * 60_000;

/** How often a process gives a sign. */
const signMs = 60_000;

/**
 * Take a folder for this process: two processes that write to one embedded database destroy it. The lock of a process that
 * has ended, also by a crash, does not count; that of another host does for ten minutes after its last sign.
 *
 * @param folder an existing folder.
 * @returns a function that gives it back.
 * @throws StoreError `STORE_IN_USE`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, lockName);
  const draft = `${path}.${randomUUID()}`;
  const own: Holder = { process: process.pid, started: await startOf(process.pid), host: await hostOf() };
  await writeFile(draft, JSON.stringify(own), { flag: "wx", mode: 0o600 });
  try {
    // Each round fails only if another process takes or gives back the lock meanwhile.
    for (let round = 0; round < 100; round++) {
      const text = await readText(path);
      if (text !== undefined && (await isHeld(path, text, own.host))) throw inUse(folder, path, toHolder(text));
      const isTaken = await (text === undefined ? isLinked(draft, path) : takeOver(draft, path, text, own.host));
      if (!isTaken) continue;
      await removeLeft(folder, own.host);
      return keepLock(path);
    }
    throw inUse(folder, path, undefined);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Give signs until the lock is given back. */
function keepLock(path: string): () => Promise<void> {
  const signs = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => {});
  }, signMs);
  signs.unref();
  return async () => {
    clearInterval(signs);
    await rm(path, { force: true });
  };
}

/** Whether somebody has the folder; of a process that cannot be seen the last sign decides, and of a lock that cannot be read. */
async function isHeld(path: string, text: string, ownHost: string): Promise<boolean> {
  const holder = toHolder(text);
  if (holder?.host === ownHost) return isRunning(holder);
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs < foreignMs;
}

/**
 * Replace the lock of a process that has ended. Only one process at a time has the claim on it, whose name is a hash of the lock,
 * and it looks at the lock again before it replaces it: whoever moved the lock out of the way could move that of a process that was
 * faster, and a third one would find none. The claim of a process that has ended is taken over in the same way.
 */
async function takeOver(draft: string, path: string, judged: string, ownHost: string): Promise<boolean> {
  const claim = `${path}.${createHash("sha256").update(judged).digest("hex").slice(0, 12)}`;
  if (!(await isLinked(draft, claim))) {
    const other = await readText(claim);
    if (other === undefined || (await isHeld(claim, other, ownHost))) return false;
    if (!(await takeOver(draft, claim, other, ownHost))) return false;
  }
  try {
    if ((await readText(path)) !== judged) return false;
    const name = `${path}.${randomUUID()}`;
    await link(draft, name);
    await rename(name, path);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Remove drafts and claims of processes that have ended. */
async function removeLeft(folder: string, ownHost: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const text = name.startsWith(`${lockName}.`) ? await readText(path) : undefined;
    if (text !== undefined && !(await isHeld(path, text, ownHost))) await rm(path, { force: true });
  }
}

function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function toHolder(text: string): Holder | undefined {
  try {
    const { process, started, host } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(process) ? { process: process!, started: String(started), host: String(host) } : undefined;
  } catch {
    return undefined;
  }
}

async function isRunning({ process: id, started }: Holder): Promise<boolean> {
  try {
    process.kill(id, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = await startOf(id);
  return now === started;
}

/** When a process started; the same text for all where the system has no `/proc`, empty if it has ended. */
async function startOf(id: number): Promise<string> {
  if (process.platform !== "linux") return "unknown";
  const line = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
  // The second field is the name of the program, in brackets, and may hold anything.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? "" : (fields[19] ?? "");
}

/** A container has process numbers of its own, so it counts as a host. */
async function hostOf(): Promise<string> {
  return `${hostname()} ${await readlink("/proc/self/ns/pid").catch(() => "")}`.trim();
}

function inUse(folder: string, path: string, holder: Holder | undefined): StoreError {
  const who = holder === undefined ? "another process" : `process ${holder.process} on ${holder.host.split(" ")[0]}`;
  return new StoreError(
    "STORE_IN_USE",
    `The store in ${folder} is open in ${who}; use its server, or delete ${path} if that process has ended`,
  );
}
