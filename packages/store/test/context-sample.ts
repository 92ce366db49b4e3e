import { randomUUID } from "node:crypto";
import type { StoredMessage, MessageContent } from "../src/index.ts";

/** A message with a text; a token for each four letters. */
export function said(text: string): MessageContent {
  return { role: "user", parts: [{ type: "text", text }], meta: {} };
}

/** A summary of a compaction. */
export function summary(text: string): MessageContent {
  return { ...said(text), meta: { ccdag: { kind: "compact-summary" } } };
}

/** Calls with these ids, separated by spaces; a single one has so many tokens. */
export function call(ids: string, tokens = 2): MessageContent {
  const name = "call";
  const given = JSON.stringify("x".repeat(Math.max(0, tokens * 4 - name.length - 2)));
  const parts = ids.split(" ").map((id) => ({ type: "tool-call", meta: { id, name, arguments: given } }));
  return { role: "assistant", parts, meta: {} };
}

/** Results of the calls with these ids. */
export function result(ids: string, text = "r"): MessageContent {
  const parts = ids.split(" ").map((id) => ({ type: "tool-result", text, meta: { tool_call_id: id } }));
  return { role: "user", parts, meta: {} };
}

/** Messages as a branch. */
export function pathOf(...contents: readonly MessageContent[]): StoredMessage[] {
  const at = new Date(0);
  const sessionId = randomUUID();
  const path: StoredMessage[] = [];
  for (const [index, content] of contents.entries()) {
    const depth = index + 1;
    const parentId = path.at(-1)?.id ?? null;
    path.push({ ...content, id: randomUUID(), sessionId, parentId, depth, seq: depth, createdAt: at, updatedAt: at });
  }
  return path;
}

/** Messages in short: `1(` is a call, `)1` its result, and others their first letter or, of a summary, their text. */
export function shown(messages: readonly StoredMessage[]): string {
  return messages
    .map(({ parts, meta }) =>
      parts
        .map((part) => {
          if (part.type === "tool-call") return `${part.meta!["id"] as string}(`;
          if (part.type === "tool-result") return `)${part.meta!["tool_call_id"] as string}`;
          return meta["ccdag"] === undefined ? part.text!.slice(0, 1) : part.text;
        })
        .join(""),
    )
    .join(" ");
}
