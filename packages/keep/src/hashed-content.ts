import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { promisify } from "node:util";
import zlib, { gzip } from "node:zlib";
import { sha256, unpack } from "@ccdag/files";

/** How a transcript is stored: the ending that its name gets; empty if it is not compressed. */
export type Packing = "" | ".gz" | ".zst";

/** What reading a file gives. */
export interface HashedContent {
  /** The size of the content in bytes; of a compressed file before compression. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of its beginnings, by their lengths. */
  readonly beginnings: ReadonlyMap<number, string>;
  /** Size and SHA-256 of the bytes of a compressed file. */
  readonly stored?: { readonly size: number; readonly sha256: string } | undefined;
}

/** How a file is stored, by its name. Only transcripts are read compressed. */
export function packingOf(path: string): Packing {
  return (/\.jsonl(\.gz|\.zst)$/.exec(path)?.[1] ?? "") as Packing;
}

const pieceBytes = 1 << 20;

/**
 * Read a regular file up to the size that it has when it is opened, and hash it.
 *
 * @param path the file.
 * @param packing how it is stored; content that cannot be unpacked is taken as it is.
 * @param lengths the lengths of beginnings to hash, in bytes; those longer than the content are ignored.
 * @throws an error if it cannot be read, is no regular file, or becomes shorter meanwhile.
 */
export async function readHashed(
  path: string | Buffer,
  packing: Packing,
  lengths: readonly number[],
): Promise<HashedContent> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("Unexpected pipe or device, expected a file");
    if (packing === "") return hashPieces(piecesOf(file, stats.size), lengths);
    const bytes = readFileSync(file);
    const { bytes: content, damage } = await unpack(bytes);
    const stored = { size: bytes.length, sha256: sha256(bytes) };
    return { ...hashPieces([damage === undefined ? content : bytes], lengths), stored };
  } finally {
    closeSync(file);
  }
}

function* piecesOf(file: number, size: number): Generator<Uint8Array> {
  const room = Buffer.allocUnsafe(Math.min(pieceBytes, size));
  for (let left = size; left > 0;) {
    const read = readSync(file, room, 0, Math.min(room.length, left), null);
    if (read === 0) throw new Error("It became shorter while it was read");
    left -= read;
    yield room.subarray(0, read);
  }
}

/** Hash pieces, and the beginnings of what they make. */
function hashPieces(pieces: Iterable<Uint8Array>, lengths: readonly number[]): HashedContent {
  const hash = createHash("sha256");
  const beginnings = new Map<number, string>();
  const open = [...new Set(lengths)].sort((a, b) => b - a);
  let size = 0;
  for (const piece of pieces) {
    let at = 0;
    while (open.length > 0 && open.at(-1)! <= size + piece.length) {
      const length = open.pop()!;
      hash.update(piece.subarray(at, length - size));
      at = length - size;
      beginnings.set(length, hash.copy().digest("hex"));
    }
    hash.update(piece.subarray(at));
    size += piece.length;
  }
  // An empty file has one beginning.
  if (open.at(-1) === 0) beginnings.set(0, hash.copy().digest("hex"));
  return { size, sha256: hash.digest("hex"), beginnings };
}

/** A function of `node:zlib`. */
type Compress = (bytes: Uint8Array, done: (error: Error | null, packed: Buffer) => void) => void;

/** Node has it since 22.15. */
const { zstdCompress } = zlib as { zstdCompress?: Compress };

/** Whether this Node compresses with zstd. */
export const hasZstd: boolean = zstdCompress !== undefined;

/** Compress bytes. */
export async function pack(bytes: Uint8Array, packing: Exclude<Packing, "">): Promise<Buffer> {
  if (packing === ".gz") return promisify<Uint8Array, Buffer>(gzip)(bytes);
  return promisify(zstdCompress!)(bytes);
}
