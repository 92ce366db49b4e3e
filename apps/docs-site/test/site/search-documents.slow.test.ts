import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { site } from "./serve.ts";

// The index of the whole site, asked as the page asks it.

interface Index {
  search: (words: string) => ReadonlyArray<{ readonly id: string }>;
}
const ofVitepress = createRequire(createRequire(import.meta.url).resolve("vitepress/package.json"));
const { default: MiniSearch } = (await import(ofVitepress.resolve("minisearch"))) as {
  default: { loadJSON: (text: string, options: object) => Index };
};
const chunks = `${site}assets/chunks/`;
const [file] = readdirSync(chunks).filter((name) => name.startsWith("@localSearchIndexroot"));
const { default: text } = (await import(`${chunks}${file!}`)) as { default: string };
const index = MiniSearch.loadJSON(text, {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
});

it.each([
  ["write a renderer", "guides/renderer"],
  ["codex", "guides/start"],
  ["cost", "guides/budget"],
  ["sqlite", "guides/tables"],
  ["obsidian", "guides/obsidian"],
  ["redact secrets", "guides/which-command"],
  ["pull request", "guides/pull-request"],
  ["plugin", "guides/ask"],
  ["search sessions", "guides/which-command"],
  ["mcp", "guides/ask"],
  ["resume session", "reference/cli"],
  ["subagents", "guides/which-command"],
  ["export html", "guides/start"],
  ["statusline", "guides/budget"],
  ["database", "guides/tables"],
  ["opentelemetry", "guides/traces"],
  ["delete old sessions", "guides/keep"],
  ["phone", "guides/page"],
  ["embed in react", "guides/embed"],
  ["gemini cli", "guides/start"],
  ["compare branches", "guides/which-command"],
  ["install", "guides/start"],
  ["lost messages", "guides/troubleshooting"],
  ["live page", "guides/page"],
  ["parquet", "guides/tables"],
  ["formats", "gallery"],
  ["github action", "guides/pull-request"],
])("who searches for `%s` finds %s among the first three", (words, page) => {
  const found = index.search(words).slice(0, 3);
  expect(found.map(({ id }) => id.replace(/\.html.*$/, "").replace(/^\//, ""))).toContain(page);
});
