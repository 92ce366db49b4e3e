import type { Entry, RawBlock } from "../../entry/entry.ts";
import { isObject, toBlocks } from "../../entry/parse.ts";

const known = new WeakMap<Entry, readonly string[]>();

/**
 * The content of an entry, part by part, for comparing entries with one uuid: text without case and white space, ids,
 * bytes.
 */
function partsOf(entry: Entry): readonly string[] {
  let parts = known.get(entry);
  if (parts === undefined) {
    parts = (entry.message ? entry.message.blocks.map(part) : recordParts(entry)).filter((one) => one !== "");
    known.set(entry, parts);
  }
  return parts;
}

/** Whether another entry has all content of this one, part by part or as one text. */
export function isWithin(entry: Entry, other: Entry): boolean {
  const own = partsOf(entry);
  const left = [...partsOf(other)];
  const isPart = own.every((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return isPart || own.join(" ") === partsOf(other).join(" ");
}

function part(block: RawBlock): string {
  const { type, source } = block;
  if (type === "text") return words(block["text"]);
  if (type === "tool_use") return `call ${String(block["id"])}`;
  if (type === "tool_result")
    return `result ${String(block["tool_use_id"])} ${toBlocks(block["content"]).map(part).join(" ")}`;
  if (type === "thinking") return `thinking ${String(block["signature"] || block["thinking"])}`;
  if (isObject(source)) return `${String(type)} ${String(source["data"] ?? source["url"])}`;
  return JSON.stringify(block);
}

function words(text: unknown): string {
  return typeof text === "string" ? text.replace(/\s+/g, " ").trim().toLowerCase() : "";
}

/** The content of a record without a message: a hook, progress, a note of the system. */
function recordParts({ subtype, raw }: Entry): string[] {
  const { data, attachment, content } = raw;
  return [JSON.stringify([subtype, data, attachment, content])];
}
