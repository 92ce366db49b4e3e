import type { Entry, RawBlock } from "../../entry/entry.ts";
import { unknownBlockFields } from "../../entry/drift.ts";
import { isObject } from "../../entry/parse-records.ts";

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
  return [ownKey(block), ...fieldKeys(block)].join("\n");
}

/** What a block says in fields that this version does not know. */
export function fieldKeys(block: RawBlock): string[] {
  return unknownBlockFields(block).map((field) => `field ${field} ${JSON.stringify(block[field])}`);
}

function ownKey(block: RawBlock): string {
  const { type } = block;
  if (type === "tool_use" && typeof block["id"] === "string")
    return `call ${block["id"]} ${JSON.stringify([block["name"], block["input"]])}`;
  if (type === "thinking") return `thinking ${JSON.stringify([block["signature"] || "", block["thinking"]])}`;
  if (isWords(block)) return `text ${String(block["text"])}`;
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
    .flatMap((block) =>
      isWords(block) ? [`text ${fold(String(block["text"]))}`, ...fieldKeys(block)] : otherKey(block),
    )
    .filter((part) => part !== "text ")
    .concat(resultKeys(entry));
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

/**
 * The content of an entry besides its text, in order: the bytes of images, any other block as recorded, a recorded
 * result.
 */
export function otherKeys(entry: Entry): string[] {
  const keys = (entry.message?.blocks ?? []).flatMap((block) => (isWords(block) ? fieldKeys(block) : otherKey(block)));
  return [...keys, ...resultKeys(entry)];
}

function isWords({ type, text }: RawBlock): boolean {
  return type === "text" && typeof (text ?? "") === "string";
}

/** What a tool returned, which is recorded beside the blocks; at most one. */
export function resultKeys({ raw }: Entry): string[] {
  const { toolUseResult: result } = raw;
  return result === undefined ? [] : [`result ${JSON.stringify(result)}`];
}

function otherKey(block: RawBlock): string {
  return imageBytes(block) ?? JSON.stringify(block);
}

/** The bytes of an image, or its address; `undefined` for any other block, and for an image that says more. */
export function imageBytes(block: RawBlock): string | undefined {
  const { type, source } = block;
  const isBytes = type === "image" && isObject(source) && unknownBlockFields(block).length === 0;
  const found = isBytes ? (source["data"] ?? source["url"]) : undefined;
  return typeof found === "string" ? found : undefined;
}
