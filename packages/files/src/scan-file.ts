import { constants } from "node:buffer";
import { open } from "node:fs/promises";
import { readSkeleton, type Skeleton } from "@ccdag/catalogue";
import { readContent } from "./read-bytes.ts";
import { type FileEnd, sha256, type StoredFile } from "./stored-catalogue.ts";
import type { ListedFile } from "./walk.ts";

/** A file before it is scanned. */
export interface FileState {
  /** Its size, times, device and inode. */
  readonly state: string;
  readonly bytes: number;
}

/**
 * Scan a transcript; if it has only grown since it was scanned, only what was added.
 *
 * @param path its path, as it is in what is read.
 * @param file where it is, and its state.
 * @param known what is stored of it; absent if nothing is.
 */
export async function scanFile(
  path: string,
  { real, state, bytes }: Pick<ListedFile, "real"> & FileState,
  known: StoredFile | undefined,
): Promise<StoredFile | "unread" | "too-large"> {
  if (known?.skeleton && known.state === state) return known;
  const grown = known && isSameFile(known.state, state) ? await scanRest(path, real, bytes, known) : undefined;
  if (grown) return { path, state, ...grown };
  const content = await readContent(real).catch(() => undefined);
  if (content === undefined) return "unread";
  if (content.bytes.length > constants.MAX_STRING_LENGTH) return "too-large";
  const skeleton = readSkeleton({ path, value: content.bytes }, { toText });
  // What was unpacked, or grew since, has no end at which a later scan may begin.
  const end = content.bytes.length === bytes ? endOf(content.bytes, bytes) : undefined;
  return { path, state, skeleton, end };
}

/** Whether two states are of one file: of the same device and inode. */
function isSameFile(one: string, other: string): boolean {
  return one.split(" ").slice(3).join(" ") === other.split(" ").slice(3).join(" ");
}

/** How much of a file before its end shows that the rest of it is as it was. */
const probe = 4096;

async function scanRest(
  path: string,
  real: ListedFile["real"],
  bytes: number,
  { skeleton, end }: StoredFile,
): Promise<Pick<StoredFile, "skeleton" | "end"> | undefined> {
  if (!skeleton || !end || bytes < end.bytes || bytes - end.bytes > constants.MAX_STRING_LENGTH) return undefined;
  const handle = await open(real, "r").catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const from = Math.max(0, end.bytes - probe);
    const read = Buffer.alloc(bytes - from);
    const { bytesRead } = await handle.read(read, 0, read.length, from);
    const before = read.subarray(0, end.bytes - from);
    if (bytesRead < read.length || sha256(before) !== end.hash) return undefined;
    const added = readSkeleton({ path, value: read.subarray(before.length) }, { toText });
    return { skeleton: join(skeleton, added), end: endOf(read, bytes) };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The end of a file after a whole line; absent after a part of one. */
function endOf(content: Uint8Array, bytes: number): FileEnd | undefined {
  return content.at(-1) === 0x0a ? { bytes, hash: sha256(content.subarray(-probe)) } : undefined;
}

/** A skeleton and that of what was added. */
function join(one: Skeleton, other: Skeleton): Skeleton {
  return {
    path: one.path,
    uuids: concat(one.uuids, other.uuids),
    references: concat(one.references, other.references),
    messages: concat(one.messages, other.messages),
    sessions: union(one.sessions, other.sessions),
    agents: union(one.agents, other.agents),
    tasks: union(one.tasks, other.tasks),
    mentions: union(one.mentions, other.mentions),
    outputs: union(one.outputs, other.outputs),
    time: one.time ?? other.time,
    isSession: one.isSession || other.isSession,
  };
}

function concat(one: Uint32Array, other: Uint32Array): Uint32Array {
  const whole = new Uint32Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}

/** The bytes as a text of one character each. */
function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
