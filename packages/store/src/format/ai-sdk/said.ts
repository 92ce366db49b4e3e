// What both kinds of messages of the AI SDK have.
import type { JsonRecord, MessagePart } from "../../types.ts";
import { metaText, textOf } from "../fields.ts";
import { compact } from "../json.ts";
import { mediaOf } from "../media.ts";

/** A text or a thought. `rest` is what it has beside its text. */
export function saidPart(part: MessagePart, rest: JsonRecord = {}): JsonRecord {
  return { ...rest, type: part.type === "thinking" ? "reasoning" : "text", text: textOf(part) };
}

/** A text or a thought of another format; nothing for an empty one. */
export function foreignSaid(part: MessagePart): JsonRecord[] {
  return textOf(part) === "" ? [] : [saidPart(part)];
}

/**
 * A file of another format; of one that is nowhere what was said in it.
 *
 * @param part an image, a sound, a video or a file.
 * @param addressOf the field that says where its bytes are: given its type, its base64 and its URL, of which there is one.
 */
export function foreignFile(
  part: MessagePart,
  addressOf: (mediaType: string, data: string | undefined, url: string | undefined) => JsonRecord,
): JsonRecord[] {
  const { mediaType, data, url, text, filename } = mediaOf(part);
  if (text !== undefined || (data === undefined && url === undefined))
    return foreignSaid({ type: "text", text: text ?? metaText(part, "transcript") ?? "" });
  const type = mediaType ?? (part.type === "image" ? "image/png" : "application/octet-stream");
  return [{ type: "file", ...addressOf(type, data, url), ...compact({ mediaType: type, filename }) }];
}
