import type { Message, MessageContent } from "../src/index.ts";

/** A message of a person that holds one text. */
export function user(text: string): MessageContent {
  return { role: "user", parts: [{ type: "text", text }], meta: {} };
}

/** An answer that holds one text. */
export function assistant(text: string): MessageContent {
  return { role: "assistant", parts: [{ type: "text", text }], meta: {} };
}

/** The texts of messages. */
export function textsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.map(({ text }) => text ?? ""));
}
