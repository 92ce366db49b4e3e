import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";

/** A process that other processes can recognise: one that holds a lock, or writes a draft. */
export interface Owner {
  readonly process: number;
  /** When the process started: a process id is given again, in a container always. Empty if that cannot be found out. */
  readonly started: string;
  readonly host: string;
  /** The PID namespace: the same number means another process in each. Empty where there are none. */
  readonly namespace: string;
}

/**
 * How long a file of a process that cannot be seen from here counts as in use after its last change, in milliseconds. The
 * process runs on another host, or in another PID namespace.
 */
export const foreignMs: number = 10 * 60_000;

let own: Promise<Owner> | undefined;

/** This process. */
export function thisProcess(): Promise<Owner> {
  return (own ??= describe());
}

async function describe(): Promise<Owner> {
  const started = (await startOf(process.pid)) ?? "";
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return { process: process.pid, started, host: hostname(), namespace };
}

/**
 * Whether a process of this host and this PID namespace still runs.
 *
 * @param id its process id.
 * @param isStart whether a start is that of the process; it is not asked where no start can be found out.
 */
export async function isRunning(id: number, isStart: (started: string) => boolean): Promise<boolean> {
  try {
    process.kill(id, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = await startOf(id);
  return now === undefined || (now !== "" && isStart(now));
}

/** When a process started, as this system writes it; empty if it has ended, absent if that cannot be found out. */
async function startOf(id: number): Promise<string | undefined> {
  const self = await readlink("/proc/self").catch(() => undefined);
  // A /proc of another PID namespace, where the number is that of another process.
  if (process.platform === "linux" && self !== String(process.pid)) return undefined;
  const line = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
  // The second field is the name of the program, in brackets, and may hold anything.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  // A zombie: it has ended, and nobody has asked how.
  if (fields[0] === "Z" || fields[0] === "X") return "";
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  if (fields[19] !== undefined) return `${boot.trim()} ${fields[19]}`;
  const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(id)]).catch(() => ({ stdout: "" }));
  return stdout.trim() || undefined;
}
