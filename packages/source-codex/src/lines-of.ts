import { createReadStream } from "node:fs";

const newline = 0x0a;

/**
 * The lines of a file, as bytes without their end, one at a time. Each has its number from 1, as everything that reads the
 * file counts them.
 */
export async function* linesOfFile(path: string): AsyncGenerator<{ readonly bytes: Buffer; readonly line: number }> {
  let open: Buffer[] = [];
  let line = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
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
