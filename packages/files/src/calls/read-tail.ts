import { closeSync, openSync, readSync, statSync } from "node:fs";
import { isObject, objectOn } from "@ccdag/core/object";
import type { RecordedCall } from "./call-scan.ts";
import { usageMark } from "./usage-mark.ts";

/** A part of an API call: the same id may come again, and the last one counts. */
export interface TailCall extends RecordedCall {
  /** The id of its message, and that of its request. */
  readonly id: string;
}

/** What was appended to a transcript. */
export interface TranscriptTail {
  readonly calls: readonly TailCall[];
  /** Where the next tail begins: behind the last whole line. */
  readonly to: number;
}

/** How much is read at once. */
const chunkBytes = 4_000_000;

/**
 * Read the API calls that were appended to a transcript, for an estimate that follows it: no rule judges them. What is no answer,
 * and a line that is damaged, is passed over.
 *
 * @param path the transcript.
 * @param from where the last tail ended; of a file that is shorter now all is read.
 * @param most how many bytes may be read (default: all).
 * @returns absent if the file cannot be read, or more was appended.
 */
export function readTail(path: string, from: number, most: number = Infinity): TranscriptTail | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    // Reading a pipe would wait for ever.
    if (stats?.isFile() !== true) return undefined;
    const begin = stats.size < from ? 0 : from;
    return stats.size - begin > most ? undefined : readFrom(path, begin, stats.size);
  } catch {
    return undefined;
  }
}

function readFrom(path: string, begin: number, size: number): TranscriptTail {
  const calls: TailCall[] = [];
  let at = begin;
  if (at === size) return { calls, to: at };
  const file = openSync(path, "r");
  try {
    let rest: Uint8Array = new Uint8Array();
    for (let next = at; next < size;) {
      // Of a line that is longer than all that was read, as much again.
      const chunk = Buffer.allocUnsafe(Math.min(Math.max(chunkBytes, rest.length), size - next));
      const read = readSync(file, chunk, 0, chunk.length, next);
      if (read === 0) break;
      next += read;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      const end = bytes.lastIndexOf(10) + 1;
      addCalls(bytes.subarray(0, end), calls);
      rest = bytes.subarray(end);
      at += end;
    }
  } finally {
    closeSync(file);
  }
  return { calls, to: at };
}

/** Add the calls on whole lines. */
function addCalls(bytes: Buffer, calls: TailCall[]): void {
  for (let found = bytes.indexOf(usageMark); found !== -1;) {
    const end = bytes.indexOf(10, found);
    const call = callOn(bytes.toString("utf8", bytes.lastIndexOf(10, found) + 1, end));
    if (call !== undefined) calls.push(call);
    found = bytes.indexOf(usageMark, end);
  }
}

function callOn(line: string): TailCall | undefined {
  const { type, timestamp, requestId, message } = objectOn(line) ?? {};
  if (type !== "assistant" || !isObject(message)) return undefined;
  const { id, model, usage } = message;
  const time = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  if (typeof id !== "string" || !isObject(usage) || model === "<synthetic>" || Number.isNaN(time)) return undefined;
  const request = typeof requestId === "string" ? ` ${requestId}` : "";
  return {
    id: `${id}${request}`,
    time,
    model: typeof model === "string" ? model : undefined,
    usage,
  };
}
