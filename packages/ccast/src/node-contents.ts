import type { Nodes } from "./types.ts";

/**
 * What a node holds of its record, without what is in the nodes below it: words, the input of a call, the recorded value of
 * a result, the data of an image or a document, an unknown block; of a notice the whole record.
 *
 * @param node any node.
 * @returns the values; empty for threads, messages and compactions.
 */
export function contentsOf(node: Nodes): unknown[] {
  switch (node.type) {
    case "text":
    case "thinking":
      return [node.value];
    case "toolCall":
      return [node.input];
    case "toolResult":
      return [node.structured];
    case "image":
      return [node.data ?? node.url];
    case "document":
      return [node.data ?? node.url, node.title];
    case "unknown":
      return [node.raw];
    case "notice":
      return noticeContents(node.structured ?? node.value, node.uuid);
    default:
      return [];
  }
}

/**
 * What of a record that is no message is compared: of a record with a uuid what its copies share with it, else all of it.
 *
 * @param record the record; a text where only its JSON is known.
 * @param uuid its uuid.
 */
export function noticeContents(record: unknown, uuid: string | undefined): unknown[] {
  if (uuid === undefined) return [record];
  if (typeof record !== "object" || record === null) return [];
  const { data, attachment, content } = record as Readonly<Record<string, unknown>>;
  return [data, attachment, content];
}

/**
 * A short text by which contents are compared, as copies are: words without case and white space, other values by their
 * JSON. Empty for content that says nothing.
 *
 * @param content a recorded value.
 */
export function contentKey(content: unknown): string {
  if (content === undefined || content === null) return "";
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const words = text.replace(/\s+/g, "").toLowerCase();
  if (words === "" || words === "{}" || words === "[]") return "";
  return words.length <= shortest ? words : `${words.length} ${hash(words)}`;
}

/** A text that is not longer is its own key. */
const shortest = 24;

/** Two hashes of 32 bits, which do not depend on one another. */
function hash(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return `${one >>> 0} ${other >>> 0}`;
}
