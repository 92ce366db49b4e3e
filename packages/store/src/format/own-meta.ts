import type { JsonRecord, MessageContent } from "../types.ts";
import { isJsonObject } from "../is-json-object.ts";
import { omit } from "./json.ts";

/** The key in `meta` of a message that holds what its format needs, beside what a program wants to know. */
const formatKey = "ccdag_format";

/**
 * Add what a program wants to know of a message. What the format of the message needs is kept apart, so that the names of both
 * are free.
 *
 * @param content a message, as `fromFormat` returns it.
 * @param meta what the program wants to know.
 */
export function withMeta(content: MessageContent, meta: JsonRecord): MessageContent {
  // Without a format, all of its meta is the program's.
  if (content.meta["source_format"] === undefined) return { ...content, meta: { ...content.meta, ...meta } };
  return { ...content, meta: { ...meta, [formatKey]: content.meta } };
}

/** What a program wants to know of a message: its meta without what {@link withMeta} kept apart. */
export function metaOfProgram({ meta }: Pick<MessageContent, "meta">): JsonRecord {
  return omit(meta, [formatKey]);
}

/** The message with what its format needs as its meta. */
export function withFormatMeta(message: MessageContent): MessageContent {
  const own = message.meta[formatKey];
  return isJsonObject(own) ? { ...message, meta: own } : message;
}
