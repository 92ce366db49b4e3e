import type { Entry, RawBlock } from "../../entry/entry.ts";
import { isObject } from "../../entry/parse-entries.ts";

const texts = new WeakMap<Entry, string>();

/** The text of an entry for comparison: trimmed, with single spaces, in lower case. Empty if it has no text. */
export function textKey(entry: Entry): string {
  let key = texts.get(entry);
  if (key === undefined) {
    const parts = (entry.message?.blocks ?? []).flatMap(({ type, text }) =>
      type === "text" && typeof text === "string" ? text : [],
    );
    key = fold(parts.join("\n"));
    texts.set(entry, key);
  }
  return key;
}

/**
 * What identifies a block of an API message: the id of a call with its tool and input, because some gateways count the ids of
 * calls anew in each answer; the text of thinking, and its signature.
 */
export function blockKey(block: RawBlock): string {
  const { type } = block;
  if (type === "tool_use" && typeof block["id"] === "string")
    return `call ${block["id"]} ${JSON.stringify([block["name"], block["input"]])}`;
  if (type === "thinking") return `thinking ${JSON.stringify([block["signature"] || "", block["thinking"]])}`;
  if (type === "text") return `text ${String(block["text"])}`;
  return `${String(type)} ${JSON.stringify(block)}`;
}

/**
 * A short text that blocks with one {@link blockKey} share. It is compared first: blocks are long, and nearly all differ.
 */
export function cheapKey(block: RawBlock): string {
  const { type } = block;
  if (type === "tool_use" && typeof block["id"] === "string") return `call ${block["id"]}`;
  const text = type === "thinking" ? block["signature"] || block["thinking"] : block["text"];
  if (type !== "thinking" && type !== "text") return String(type);
  const words = String(text);
  return `${type} ${words.length} ${words.slice(0, 16)}`;
}

/** The content of an entry, block by block: text as in {@link textKey}, anything else as in {@link otherKeys}. */
export function partKeys(entry: Entry): string[] {
  return (entry.message?.blocks ?? [])
    .map((block) => (block.type === "text" ? `text ${fold(String(block["text"]))}` : otherKey(block)))
    .filter((part) => part !== "text ");
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

/**
 * The content of an entry besides its text, in order: the bytes of images and documents, any other block as recorded.
 */
export function otherKeys(entry: Entry): string[] {
  return (entry.message?.blocks ?? []).flatMap((block) => (block.type === "text" ? [] : otherKey(block)));
}

function otherKey(block: RawBlock): string {
  const { source } = block;
  return isObject(source) ? String(source["data"] ?? source["url"]) : JSON.stringify(block);
}
