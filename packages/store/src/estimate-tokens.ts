import type { MessageContent } from "./types.ts";
import { argumentsText } from "./format/arguments.ts";

/** How {@link estimateTokens} counts, for an answer that has its number. */
export const estimatorName = "utf8-bytes/4";

/** Kinds of parts whose text a model reads. */
const textTypes: ReadonlySet<string> = new Set(["text", "thinking", "tool-result"]);

/**
 * Estimate the tokens of a message, without a tokenizer: the bytes of its texts, thoughts, results, and of names and
 * arguments of calls in UTF-8, divided by four. Media are not counted.
 *
 * @param content a message.
 * @returns a whole number, rounded up.
 */
export function estimateTokens(content: MessageContent): number {
  let bytes = 0;
  for (const part of content.parts)
    if (textTypes.has(part.type)) bytes += utf8Bytes(part.text);
    else if (part.type === "tool-call") bytes += utf8Bytes(part.meta?.["name"]) + utf8Bytes(argumentsText(part));
  return Math.ceil(bytes / 4);
}

/** The length of a text in UTF-8. A half surrogate is written as U+FFFD, which has three bytes. */
function utf8Bytes(text: unknown): number {
  if (typeof text !== "string") return 0;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
