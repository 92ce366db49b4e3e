// Looking at files is synchronous: it takes a tenth of what waiting for it does, for each of thousands of files.
import { accessSync, constants, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { FileError, reasonOf } from "@ccdag/files/errors";
import { newDraft, removeDrafts } from "./drafts.ts";

/** What is written into a file: a text, bytes, or pieces of them. */
export type WrittenText = string | Uint8Array | Iterable<string | Uint8Array>;

/** Where a path leads. */
export interface Target {
  /** The path without links. */
  readonly path: string;
  /** Whether it is no regular file, or is reached through `/dev` or `/proc`: it is opened and appended to. */
  readonly isStream: boolean;
}

/**
 * Follow the links of a path. A path into `/dev` or `/proc` is not followed any further: what stands behind
 * `/dev/stdout` may be a file that another program has open.
 *
 * @param path an absolute path; it need not exist.
 */
export async function targetOf(path: string): Promise<Target> {
  let at = path;
  for (let links = 0; links < 40; links++) {
    at = realpathOf(at);
    if (/^\/(?:dev|proc)\//.test(at)) return { path: at, isStream: true };
    const stats = attempt(() => lstatSync(at, { throwIfNoEntry: false }));
    if (!stats?.isSymbolicLink())
      return { path: at, isStream: stats !== undefined && !stats.isFile() && !stats.isDirectory() };
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new FileError(`Cannot write \`${path}\`: too many links`);
}

/** The path with its folder resolved, as far as that exists; its last name stays. */
function realpathOf(path: string): string {
  const missing = [basename(path)];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const real = realpathIn(folder);
    if (real !== undefined) return join(real, ...missing);
    if (folder === dirname(folder)) return path;
    missing.unshift(basename(folder));
  }
}

/** The path of a folder without links; absent if there is none. */
export function realpathIn(folder: string): string | undefined {
  return attempt(() => realpathSync.native(folder));
}

/** What looking at a file gives; absent if it cannot be looked at. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/**
 * Write a file atomically: a reader sees the old content or the new, never a part of it. Missing folders are created. An
 * existing file keeps its mode, and a link is followed. What is no regular file is opened and appended to. Drafts that
 * killed runs left beside the file are removed.
 *
 * @param path the file, absolute.
 * @param content its new content; pieces are written one after the other.
 * @param cleared the folders in which no draft of a killed run is left; that of the file is added.
 * @throws FileError if it cannot be written, also if an existing file is read-only; the message names the path.
 */
export async function writeAtomically(
  path: string,
  content: WrittenText,
  cleared: Set<string> = new Set(),
): Promise<void> {
  try {
    const target = await targetOf(path);
    await (target.isStream ? append(target.path, content) : replace(target.path, content, cleared));
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(`Cannot write \`${path}\`: ${reasonOf(error)}`);
  }
}

async function append(path: string, content: WrittenText): Promise<void> {
  try {
    await writeFile(path, inChunks(content), { flag: constants.O_WRONLY | constants.O_APPEND });
  } catch (error) {
    // The reader has seen enough.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

async function replace(path: string, content: WrittenText, cleared: Set<string>): Promise<void> {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const mode = attempt(() => statSync(path))?.mode;
  if (mode !== undefined) accessSync(path, constants.W_OK);
  if (!cleared.has(folder)) await removeDrafts(folder);
  cleared.add(folder);
  const draft = join(folder, await newDraft());
  try {
    await writeFile(draft, inChunks(content), { flag: "wx" });
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** How much is written at once, in bytes. */
const chunkBytes = 1_000_000;

/** Pieces of text as the bytes of a few writes: each write waits for the file system. */
function inChunks(content: WrittenText): string | Uint8Array | Iterable<Uint8Array> {
  return typeof content === "string" || content instanceof Uint8Array ? content : chunksOf(content);
}

/** Pieces as chunks of bytes. A chunk is valid until the next one is asked for. */
export function* chunksOf(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let length = 0;
  for (const piece of pieces) {
    // A UTF-16 code unit takes up to three bytes.
    const most = piece.length * (typeof piece === "string" ? 3 : 1);
    if (length + most > chunkBytes && length > 0) {
      yield chunk.subarray(0, length);
      length = 0;
    }
    if (most > chunkBytes) yield typeof piece === "string" ? Buffer.from(piece) : piece;
    else if (typeof piece === "string") length += chunk.write(piece, length);
    else {
      chunk.set(piece, length);
      length += piece.length;
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}
