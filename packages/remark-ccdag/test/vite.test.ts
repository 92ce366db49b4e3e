import { describe, expect, it } from "vitest";
import { block, ofSample, rootOf } from "./documents.ts";
import type { RemarkCcdagOptions } from "../src/index.ts";
import ccdag from "../src/vite.ts";

async function transform(text: string, options: RemarkCcdagOptions, id = "/docs/page.md") {
  const warnings: string[] = [];
  const plugin = ccdag(options);
  const result = await plugin.transform.call({ warn: (message) => void warnings.push(message) }, text, id);
  return { code: result?.code, warnings };
}

describe("the plugin of Vite", () => {
  it("replaces blocks by one line of HTML, and leaves every other byte", async () => {
    const before = "---\ntitle: x\n---\n\n# Page <Badge/>\n\n::: tip\n";
    const { code, warnings } = await transform(`${before}${block("642fe51e#turn-1")}:::\n* end`, ofSample);
    const lines = code!.slice(before.length).split("\n");
    expect(code!.slice(0, before.length)).toBe(before);
    expect(lines).toEqual([expect.stringMatching(/^<div class="ccdag" v-pre><h2 id=".*<\/div>$/), "", ":::", "* end"]);
    expect(lines[0]).toContain("<summary><strong>🔧 Read");
    expect(warnings).toEqual([]);
  });

  it("leaves what is no Markdown, or asks for nothing", async () => {
    expect(await transform(block("s1"), ofSample, "/x.ts")).toEqual({ code: undefined, warnings: [] });
    expect(await transform("# Page", ofSample)).toEqual({ code: undefined, warnings: [] });
    const quoted = `\`\`\`\`md\n${block("642fe51e")}\`\`\`\`\n`;
    expect(await transform(quoted, ofSample)).toEqual({ code: quoted, warnings: [] });
  });

  it("warns of blocks that stay, with file and line", async () => {
    const text = `${block("nope")}\n- item\n\n  ${block("642fe51e").replaceAll("\n", "\n  ")}`;
    const { code, warnings } = await transform(text, ofSample);
    expect(code).toBe(text);
    expect(warnings).toEqual([
      expect.stringMatching(/^\/docs\/page\.md:7:3-\d+:\d+: Unexpected block in a list or quote/),
      expect.stringMatching(/^\/docs\/page\.md:1:1-3:4: Unexpected input `nope`/),
    ]);
  });

  it("text with line endings, tags and braces stays in its line", async () => {
    const root = rootOf(["a\n\n<b>\n\n```\nx\n\n{{ y }}\n```", "<!--@include: /etc/passwd-->"]);
    const { code } = await transform(block("s1"), root);
    expect(code!.trim().split("\n")).toHaveLength(1);
    expect(code).not.toMatch(/<b>|<!--/);
  });
});
