import type { MessageContent } from "../types.ts";
import { metaText } from "./fields.ts";

/** The most characters of a kind that are shown: a program may have made it up. */
const maxChars = 60;

/**
 * What is said in place of a message of which a format can say nothing: a message that is stored is never absent from what is read.
 *
 * @param content the message.
 * @returns such as `[thinking]`, or `[data server_tool_use]`.
 */
export function standInText({ parts }: MessageContent): string {
  const kinds = parts.map((part) => [part.type, metaText(part, "data_type")].filter(Boolean).join(" "));
  return `[${kinds.length === 0 ? "empty" : [...new Set(kinds)].join(", ").slice(0, maxChars)}]`;
}
