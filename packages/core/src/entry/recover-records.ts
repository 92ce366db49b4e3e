import type { JsonObject, RecordLocation } from "./entry.ts";
import { isKnownType } from "./known.ts";
import { type ParsedLine, parseLine } from "./object.ts";
import { wholeObjects } from "./whole-objects.ts";

/** What is whole on a damaged line. */
export interface Recovered {
  /** The records, each with its column. */
  readonly records: ReadonlyArray<ParsedLine & { readonly location: RecordLocation }>;
  /** How many characters of the line no record holds, without white space and NUL characters. */
  readonly lost: number;
}

/**
 * Read the records that are whole on a line that holds no JSON object: behind one that was cut off, several on one line,
 * behind NUL characters. Behind a tear an object must look like a record: what was cut off may hold objects of its own.
 *
 * @param text the line.
 * @param location the line.
 */
export function recoverRecords(text: string, location: RecordLocation): Recovered {
  const records: Array<ParsedLine & { location: RecordLocation }> = [];
  let lost = 0;
  let end = 0;
  for (const { from, to } of wholeObjects(text)) {
    const gap = countWords(text, end, from);
    const parsed = parseLine(text.slice(from, to));
    if (parsed === undefined || (lost + gap > 0 && !isRecord(parsed.raw))) continue;
    lost += gap;
    end = to;
    records.push({ ...parsed, location: { ...location, column: from + 1, columns: to - from } });
  }
  return { records, lost: lost + countWords(text, end, text.length) };
}

/** Types whose records have a uuid. */
const withUuid: ReadonlySet<string> = new Set(["user", "assistant", "system", "progress", "attachment"]);

/** Whether an object has a type of records, and what records of that kind have: a part of a record has not. */
function isRecord(raw: JsonObject): boolean {
  const { type, uuid, parentUuid, sessionId } = raw;
  if (typeof type !== "string") return false;
  if (typeof uuid === "string" && typeof sessionId === "string") return parentUuid !== undefined;
  if (uuid !== undefined || raw["message"] !== undefined || withUuid.has(type)) return false;
  return typeof sessionId === "string" || isKnownType(type);
}

/** How many characters of a part of a text are neither white space nor NUL. */
function countWords(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > 0x20) count++;
  return count;
}

/** What of a damaged line is read, and what is lost, in words. */
export function describeRecovered(records: number, lost: number): string {
  const read = records === 1 ? "1 record on it is read" : `${records} records on it are read`;
  if (lost === 0) return `${read}, nothing is lost`;
  return `${read}, ${lost} ${lost === 1 ? "character is" : "characters are"} lost`;
}
