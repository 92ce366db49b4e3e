import { createReadStream } from "node:fs";
import { pipeline, type Transform } from "node:stream";
import * as zlib from "node:zlib";

const newline = 0x0a;

/** Old rollouts may be compressed. */
export function isCompressed(path: string): boolean {
  return path.endsWith(".zst");
}

/**
 * The lines of a file, as bytes without their end, one at a time. Each has its number from 1, as everything that reads the
 * file counts them.
 */
export async function* linesOfFile(path: string): AsyncGenerator<{ readonly bytes: Buffer; readonly line: number }> {
  let open: Buffer[] = [];
  let line = 0;
  for await (const chunk of chunksOf(path)) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      open.push(chunk.subarray(from, to));
      yield { bytes: open.length === 1 ? open[0]! : Buffer.concat(open), line: ++line };
      open = [];
      from = to + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  if (open.length > 0) yield { bytes: Buffer.concat(open), line: ++line };
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  if (!isCompressed(path)) return file;
  // Node has it since 22.15.
  const { createZstdDecompress: decompress } = zlib as { createZstdDecompress?: () => Transform };
  if (decompress === undefined) throw new Error("Compressed with zstd, which Node 22.15 or later can read");
  // An error of either is thrown where its chunks are read.
  return pipeline(file, decompress(), () => {});
}
