import type { Seen } from "./copies.ts";
import type { Marks } from "./line.ts";
import { linesOfFile } from "./to-lines.ts";

/** What is to be added to the records of a rollout. */
export interface ToMark {
  readonly segment: string | undefined;
  /** The original of each copy, by the line of the copy. */
  readonly copies: ReadonlyMap<number, Seen> | undefined;
}

const newline = Buffer.from("\n");
const brace = 0x7d;

/**
 * The lines of a rollout with a field `ccdag` added to some: to the first one its segment, to copies the id of
 * the original. Nothing else is changed.
 *
 * @param real the path of the rollout.
 * @param marks what to add.
 */
export async function markedContent(real: string, { segment, copies }: ToMark): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const { bytes, line } of linesOfFile(real)) {
    const original = copies?.get(line);
    const marks: Marks = line === 1 ? { segment } : { copyOf: original?.id, of: original?.of };
    parts.push(marked(bytes, marks), newline);
  }
  return Buffer.concat(parts);
}

function marked(bytes: Buffer, marks: Marks): Buffer {
  const end = bytes.lastIndexOf(brace);
  const field = JSON.stringify(marks);
  if (field === "{}" || end <= 0) return bytes;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(`,"ccdag":${field}}`)]);
}
