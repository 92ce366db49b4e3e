import type { JsonObject } from "@ccdag/core";
import { wordsOf } from "../message-parts.ts";

/** How a text begins that the client put in, beside what a person typed or alone. */
const beginnings = ["<session_context>", "<hook_context>", "<background_output>"];

/** Whether a part is a text that the client put in. */
export function isContext(part: JsonObject): boolean {
  const words = wordsOf(part)?.trimStart();
  return words !== undefined && beginnings.some((beginning) => words.startsWith(beginning));
}
