import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { WrittenText } from "@ccdag/keep/write";

/** The mark of a file: its size and a hash of its content. Absent if it cannot be read. */
export async function markOfFile(path: string): Promise<string | undefined> {
  const handle = await open(path).catch(() => undefined);
  if (handle === undefined) return undefined;
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return `${size}-${hash.digest("base64url")}`;
}

/**
 * The same content, whose mark is made while it is written.
 *
 * @param content what is written.
 * @param done called with the mark after the last piece.
 */
export function* withMark(content: WrittenText, done: (mark: string) => void): Generator<string | Uint8Array> {
  const hash = createHash("sha256");
  let size = 0;
  const pieces = typeof content === "string" || content instanceof Uint8Array ? [content] : content;
  for (const piece of pieces) {
    hash.update(piece);
    size += Buffer.byteLength(piece);
    yield piece;
  }
  done(`${size}-${hash.digest("base64url")}`);
}
