import type { JsonObject, RawBlock } from "@ccdag/core";
import { blockOf, joined, partsOf, wordsOf } from "../message-parts.ts";
import { isContext } from "./is-context.ts";

/** What a person typed, and what the client put in beside it. */
export interface Typed {
  readonly blocks: readonly RawBlock[];
  readonly beside: readonly string[];
}

const contentStart = "--- Content from referenced";
const contentEnd = "--- End of content ---";

/**
 * Divide a message of the user. Newer clients record what was typed if the message has more; before that, markers say where the
 * content of files begins and ends.
 */
export function toTyped(message: JsonObject, parts: readonly JsonObject[]): Typed {
  const shown = partsOf(message["displayContent"]);
  const typed = shown.length > 0 ? joined(shown) : undefined;
  const blocks: RawBlock[] = typed === undefined ? [] : [{ type: "text", text: typed }];
  const beside: string[] = [];
  let isContent = false;
  for (const part of parts) {
    const words = wordsOf(part);
    if (words === undefined) {
      if (part["text"] === undefined) blocks.push(blockOf(part));
      else if (typeof part["text"] === "string" && part["text"] !== "") beside.push(part["text"]);
      continue;
    }
    if (words.trimStart().startsWith(contentStart)) isContent = true;
    if (isContent || isContext(part)) beside.push(words);
    else if (typed === undefined) blocks.push({ type: "text", text: words });
    else if (words !== typed) beside.push(words);
    if (words.trim() === contentEnd) isContent = false;
  }
  return { blocks, beside };
}
