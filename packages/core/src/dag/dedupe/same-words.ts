import type { Entry, RawBlock, RawMessage } from "../../entry/entry.ts";
import { isNotice, valuesOfNotice } from "../../entry/kind.ts";
import { isObject, toBlocks } from "../../entry/parse-records.ts";
import { fieldKeys, imageBytes } from "./text-key.ts";

/**
 * The content of an entry, part by part, for comparing entries with one uuid: text without case and white space, calls with their
 * inputs, bytes.
 */
interface Words {
  readonly parts: readonly string[];
  /** How often the entry has each part. */
  readonly counts: ReadonlyMap<string, number>;
  /** The length of all parts, joined. */
  readonly length: number;
}

const known = new WeakMap<Entry, Words>();

function wordsOf(entry: Entry): Words {
  let found = known.get(entry);
  if (found === undefined) {
    const parts = (
      entry.message && !isNotice(entry) ? messageParts(entry, entry.message) : [JSON.stringify(valuesOfNotice(entry))]
    ).filter((one) => one !== "");
    const counts = new Map<string, number>();
    for (const one of parts) counts.set(one, (counts.get(one) ?? 0) + 1);
    found = { parts, counts, length: parts.reduce((sum, { length }) => sum + length + 1, 0) };
    known.set(entry, found);
  }
  return found;
}

/**
 * Whether another entry has all content of this one, part by part or as one text. It takes as long as the smaller of
 * the two: thousands of small entries may be compared with one that is large.
 */
export function isWithin(entry: Entry, other: Entry): boolean {
  const [own, all] = [wordsOf(entry), wordsOf(other)];
  if (own.parts.length <= all.parts.length && hasCounts(all, own)) return true;
  return own.length === all.length && own.parts.join(" ") === all.parts.join(" ");
}

function hasCounts({ counts }: Words, wanted: Words): boolean {
  for (const [one, count] of wanted.counts) if ((counts.get(one) ?? 0) < count) return false;
  return true;
}

/** The parts of a message, with what was recorded of its results. */
function messageParts({ raw }: Entry, { blocks }: RawMessage): string[] {
  const { toolUseResult: recorded } = raw;
  const parts = blocks.flatMap((block) => [...partsOf(block), ...fieldKeys(block)]);
  return [...parts, ...(recorded === undefined ? [] : [`recorded ${JSON.stringify(recorded)}`])];
}

/** A call has its id and its input; an input that is still empty is no other one. Thinking may be empty but for its signature. */
function partsOf(block: RawBlock): string[] {
  const { type, input } = block;
  if (type === "thinking") {
    const signature = typeof block["signature"] === "string" ? block["signature"] : "";
    const thought = words(block["thinking"]);
    return [`thinking ${signature || thought}`, ...(thought === "" ? [] : [`thought ${signature} ${thought}`])];
  }
  if (type !== "tool_use") return [part(block)];
  const isEmpty = input === undefined || (isObject(input) && Object.keys(input).length === 0);
  return [
    `call ${String(block["id"])} ${String(block["name"])}`,
    ...(isEmpty ? [] : [`input ${String(block["id"])} ${JSON.stringify(input)}`]),
  ];
}

function part(block: RawBlock): string {
  const { type } = block;
  if (type === "text" && typeof (block["text"] ?? "") === "string") return words(block["text"]);
  if (type === "tool_result")
    return `result ${String(block["tool_use_id"])} ${toBlocks(block["content"])
      .flatMap((one) => [part(one), ...fieldKeys(one)])
      .join(" ")}`;
  const bytes = imageBytes(block);
  return bytes === undefined ? JSON.stringify(block) : `image ${bytes}`;
}

function words(text: unknown): string {
  return typeof text === "string" ? text.replace(/\s+/g, " ").trim().toLowerCase() : "";
}
