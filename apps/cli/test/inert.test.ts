import type { Nodes } from "mdast";
import { join } from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, read, scratch } from "./world.ts";

/** A session with a text in each field that an export shows. */
function sessionOf(words: string): string {
  const common = { cwd: `/home/${words}`, gitBranch: words, version: words, timestamp: "2026-01-01T10:00:00.000Z" };
  const call = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const result = (id: string, content: unknown) => ({ type: "tool_result", tool_use_id: id, content });
  const content = [
    { type: "thinking", thinking: words },
    { type: "text", text: words },
    call("1", "Bash", { command: words, description: words }),
    call("2", "Write", { file_path: `/x/${words}`, content: words }),
    call("3", "ExitPlanMode", { plan: words }),
    call("4", words, { [words]: words }),
  ];
  const text = [{ type: "text", text: words }];
  return jsonl(
    { type: "summary", summary: words, leafUuid: "b" },
    { type: "custom-title", customTitle: words, sessionId: "s" },
    { type: "user", uuid: "a", parentUuid: null, message: { content: words }, ...common },
    { type: "assistant", uuid: "b", parentUuid: "a", message: { id: "m", model: words, content }, ...common },
    {
      type: "user",
      uuid: "c",
      parentUuid: "b",
      message: { content: ["1", "2", "3", "4"].map((id) => result(id, id === "1" ? words : text)) },
      ...common,
    },
    { type: "system", subtype: "informational", uuid: "d", parentUuid: "c", content: words, ...common },
    {
      type: "user",
      uuid: "e",
      parentUuid: "d",
      message: { content: `<command-name>${words}</command-name>` },
      ...common,
    },
    { type: "user", uuid: "f", parentUuid: "e", isCompactSummary: true, message: { content: words }, ...common },
  );
}

async function exported(words: string, format: string, ...options: string[]): Promise<string> {
  const folder = scratch();
  put(folder, "p/s.jsonl", sessionOf(words));
  const path = join(folder, "out.md");
  const { code, stderr } = await ccdag(["export", join(folder, "p/s.jsonl"), "--to", format, "-o", path, ...options]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("Cannot")]);
  return read(path);
}

/** All nodes of a document, as a viewer with HTML reads it, and as one without. */
function nodesIn(document: string): Nodes[] {
  const text = document.replace(/^---\n[^]*?\n---\n/, "");
  const nodes: Nodes[] = [[], ["htmlFlow", "htmlText"]].map((off) =>
    fromMarkdown(text, { extensions: [gfm(), { disable: { null: off } }], mdastExtensions: [gfmFromMarkdown()] }),
  );
  for (const node of nodes) if ("children" in node) nodes.push(...node.children);
  return nodes;
}

const all = ["--detail", "full"];
const markdowns = ["markdown", "github", "obsidian", "plain", "llm"];

describe("an export does nothing when it is opened", () => {
  it.each(["`= this.x`", "`$= dv.pages()`", "```\n$= dv.pages()\n```", "= this.x", "$= dv.pages()"])(
    "a note runs no inline query: %j",
    async (words) => {
      const note = await exported(words, "obsidian", ...all);
      const code = nodesIn(note).flatMap((node) =>
        node.type === "inlineCode" || node.type === "code" ? node.value : [],
      );
      expect(code.length).toBeGreaterThan(3);
      expect(code.filter((value) => /^\s*\$?=/.test(value))).toEqual([]);
      expect(note).toContain(words.includes("dv") ? "$= dv.pages()" : "= this.x");
    },
  );

  it.each(["<%* app.vault.delete() %>", "<% tp.file.title %>", "`<%-\nx\n-%>`", "```\n<%+ x %>\n```", "&lt;%+ x %>"])(
    "a note holds no command of Templater: %j",
    async (words) => {
      const note = await exported(words, "obsidian", ...all);
      const shown = nodesIn(note).flatMap((node) => (node.type !== "code" && "value" in node ? node.value : []));
      expect([note, ...shown].filter((text) => text.includes("<%"))).toEqual([]);
      expect(note).toMatch(/<\u200B%|&lt;\u200B%/);
    },
  );

  it.each([
    "dataviewjs",
    "DataviewJS",
    "templater",
    "query",
    "base",
    "meta-bind-js-view",
    "run-python",
    "latex",
    "mermaid",
  ])("a note and a comment run and draw no fence: %s", async (language) => {
    for (const format of ["obsidian", "github"]) {
      const document = await exported(
        `> - \`\`\`${language}\n>   x\n>   \`\`\`\n\n~~~${language}\ny\n~~~`,
        format,
        ...all,
      );
      const languages = nodesIn(document).flatMap((node) => (node.type === "code" ? (node.lang ?? "") : []));
      expect(languages).toContain("text");
      expect(languages.filter((name) => name.toLowerCase() === language.toLowerCase())).toEqual([]);
    }
  });

  const remote = [
    "![a](https://e.org/i.png)",
    "![](//e.org/i.png)",
    "[![a](http://e.org/i)](x)",
    "![a][b]\n\n[b]: http://e.org/i",
  ];
  const local = ["![a](file:///etc/passwd)", "![a](\\\\\\\\host\\\\share)", "![[note]]", '<img src="http://e.org/i">'];
  it.each(markdowns)("%s loads no image", async (format) => {
    for (const words of [...remote, ...local]) {
      const nodes = nodesIn(await exported(words, format, ...all));
      expect(nodes.filter(({ type }) => type.startsWith("image"))).toEqual([]);
      expect(nodes.filter((node) => node.type === "definition")).toEqual([]);
      expect(nodes.filter((node) => node.type === "html" && node.value.includes("<img"))).toEqual([]);
    }
    const links = nodesIn(await exported(remote[0]!, format)).flatMap((node) => (node.type === "link" ? node.url : []));
    expect(links).toContain("https://e.org/i.png");
  });

  it.each(markdowns)("%s keeps images from the web with --remote-images, and no others", async (format) => {
    const words = [...remote, ...local].join("\n\n");
    const nodes = nodesIn(await exported(words, format, "--remote-images"));
    const kept = nodes.flatMap((node) => (node.type === "image" ? node.url : []));
    expect([...new Set(kept)].sort()).toEqual(["http://e.org/i", "https://e.org/i.png"]);
  });

  it.each(["html", "json", "mermaid"])("%s has no --remote-images", async (format) => {
    const { code, stderr } = await ccdag(["export", ".", "--to", format, "--remote-images"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Unexpected --remote-images for ${format}`)]);
  });
});
