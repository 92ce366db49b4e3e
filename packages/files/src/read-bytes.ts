import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { promisify } from "node:util";
import { gunzip, constants as zlib } from "node:zlib";

/** The content of a file. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** What is wrong with it, if only a part could be read. */
  readonly damage?: string | undefined;
}

/**
 * Read a regular file, and unpack it if it is compressed (gzip, zstd). Opening never waits, as it would for a pipe
 * without a writer.
 *
 * @param path the file.
 * @param length how many bytes of the file are read (default: all).
 * @throws an error if it cannot be read, is a pipe or a device, or unpacks to more than its size explains.
 */
export async function readContent(path: string | Buffer, length?: number): Promise<FileContent> {
  return unpack(readBytes(path, length));
}

/**
 * Read a regular file into a place that the caller has, such as one that is used again for each file, and unpack it.
 *
 * @param path the file.
 * @param room returns a place for so many bytes.
 * @returns the content, in the place that was returned last.
 * @throws as {@link readContent}.
 */
export async function readInto<Room extends Uint8Array>(
  path: string | Buffer,
  room: (bytes: number) => Room,
): Promise<FileContent & { readonly bytes: Room }> {
  const raw = readRaw(path, room);
  const { bytes, damage } = await unpack(raw);
  if (bytes === raw) return { bytes: raw };
  // What is unpacked is no part of the place.
  const place = room(bytes.length);
  place.set(bytes);
  return { bytes: place, damage };
}

function readRaw<Room extends Uint8Array>(path: string | Buffer, room: (bytes: number) => Room): Room {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("Unexpected pipe or device, expected a file");
    const place = room(stats.size);
    let at = 0;
    for (let read = -1; read !== 0 && at < place.length; at += read)
      read = readSync(file, place, at, place.length - at, null);
    // It may have become shorter meanwhile.
    return at === place.length ? place : (place.subarray(0, at) as Room);
  } finally {
    closeSync(file);
  }
}

/** To wait for each piece of a file takes three times as long, and there is nothing else to do meanwhile. */
function readBytes(path: string | Buffer, length: number | undefined): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) throw new Error("Unexpected pipe or device, expected a file");
    if (length === undefined) return readFileSync(file);
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

/** Those of some texts that a file contains, case-sensitive; none if it cannot be read. */
export async function textsIn(path: string | Buffer, texts: readonly string[]): Promise<string[]> {
  const content = await readContent(path).catch(() => undefined);
  if (content === undefined) return [];
  const { buffer, byteOffset, length } = content.bytes;
  const bytes = Buffer.from(buffer, byteOffset, length);
  return texts.filter((text) => bytes.includes(text));
}

/**
 * Unpack bytes that are compressed (gzip, zstd), and make UTF-8 of UTF-16, as some shells write it. Both are recognised
 * by their first bytes; others are returned as they are.
 *
 * @param bytes the content of a file.
 * @returns the content; of a damaged archive what comes before the damage.
 * @throws an error if the content is far larger than transcripts can be compressed.
 */
export async function unpack(bytes: Uint8Array): Promise<FileContent> {
  if (startsWith(bytes, [0x1f, 0x8b, 0x08])) return unpackGzip(bytes);
  if (startsWith(bytes, [0x28, 0xb5, 0x2f, 0xfd])) return unpackZstd(bytes);
  if (startsWith(bytes, [0xff, 0xfe])) return { bytes: Buffer.from(new TextDecoder("utf-16le").decode(bytes)) };
  if (startsWith(bytes, [0xfe, 0xff])) return { bytes: Buffer.from(new TextDecoder("utf-16be").decode(bytes)) };
  return { bytes };
}

/** Text compresses to a tenth or a thirtieth; what unpacks to more than this is made to fill the memory. */
function limitOf(bytes: Uint8Array): number {
  return Math.min(0x7fff_ffff, Math.max(0x1000_0000, bytes.length * 200));
}

const tooLarge = "Unexpected archive that unpacks to more than 200 times its size";

async function unpackGzip(bytes: Uint8Array): Promise<FileContent> {
  const maxOutputLength = limitOf(bytes);
  const read = promisify<Uint8Array, object, Buffer>(gunzip);
  try {
    return { bytes: await read(bytes, { maxOutputLength }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new Error(tooLarge, { cause: error });
    // What is in front of a cut or of wrong bytes is still a transcript.
    const rest = await read(bytes, { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH }).catch(() => Buffer.alloc(0));
    return { bytes: rest, damage: `Unexpected end of the gzip archive, only a part of it is read: ${message}` };
  }
}

async function unpackZstd(bytes: Uint8Array): Promise<FileContent> {
  const { Decompress } = await import("fzstd");
  const limit = limitOf(bytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((chunk) => {
    size += chunk.length;
    if (size > limit) throw new RangeError(tooLarge);
    chunks.push(chunk);
  });
  try {
    const step = 0x10000;
    for (let at = 0; at < bytes.length; at += step)
      stream.push(bytes.subarray(at, at + step), at + step >= bytes.length);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const reason = (error as Error).message;
    return {
      bytes: Buffer.concat(chunks),
      damage: `Unexpected end of the zstd archive, only a part of it is read: ${reason}`,
    };
  }
  return { bytes: Buffer.concat(chunks) };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
