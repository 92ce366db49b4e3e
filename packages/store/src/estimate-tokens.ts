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

function utf8Bytes(text: unknown): number {
  return typeof text === "string" ? Buffer.byteLength(text) : 0;
}
