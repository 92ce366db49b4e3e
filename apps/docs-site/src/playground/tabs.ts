import type { PlaygroundFormat } from "./options.ts";

/** Views of what is open. */
export const tabs = ["page", "markdown", "json", "graph", "diagnostics", "account"] as const;

/** The name of a view. */
export type Tab = (typeof tabs)[number];

/** Formats of the views that show a text. */
export const formatsOf: Readonly<Partial<Record<Tab, readonly PlaygroundFormat[]>>> = {
  page: ["html"],
  markdown: ["markdown", "github", "llm", "plain"],
  json: ["json", "jsonl", "messages"],
  graph: ["mermaid", "dot"],
};
