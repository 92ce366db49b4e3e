import { answer, session, thinking, toolCall, tree } from "@ccdag/testkit";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import renderObsidian from "../src/index.ts";

/** A note with untrusted text at the top level and in callouts: an answer, thinking and a call. */
function render(words: string): string {
  const call = toolCall("Bash", { command: "ls", description: words });
  const talk = tree(session({ sessionId: "s", title: words }, answer("a", words, thinking(words), call)));
  return String(unified().use(renderObsidian, {}).stringify(talk));
}
const said = (words: string) => render(words).split("## Claude\n\n")[1]!.split("\n\n> [!note]-")[0];

describe("syntax of Obsidian in untrusted text", () => {
  it.each([
    ["a link", "see [[Private]]", "see \\[\\[Private]]"],
    ["an embed", "![[Private]]", "!\\[\\[Private]]"],
    ["a comment", "a %% b %% c", "a \\%\\% b \\%\\% c"],
    ["a formula", "costs $5 or $$6", "costs \\$5 or \\$\\$6"],
    ["a tag", "a #tag and #12 and c#", "a \\#tag and #12 and c#"],
    ["a block id", "words ^abc", "words \\^abc"],
    ["code that a plugin runs", "```dataviewjs\nrun()\n```", "```text dataviewjs\nrun()\n```"],
    ["nothing in a code span", "`[[x]] %% #y`", "`[[x]] %% #y`"],
    ["nothing in a code block", "```js\n[[x]] // %%\n```", "```js\n[[x]] // %%\n```"],
    ["nothing that is escaped already", "\\#tag", "\\#tag"],
  ])("becomes text: %s", (_, words, expected) => expect(said(words)).toBe(expected));

  const piece = fc.constantFrom(
    ..."[[ ]] ![[ %% $ $$ #tag ^id ` ``` ~~~ > - \\ <b> </details> <!-- --- word".split(" "),
    "\n",
    "\n\n",
    " ",
  );
  it("property: outside of code, untrusted text makes no link, embed, comment or tag", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const words = wordsOf(said(parts.join(""))!);
        expect(words.filter((one) => /(?<!\\)(?:\\\\)*(?:\[\[|%%|\$)/.test(one))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("titles and properties keep any text", () => {
    const output = render('--- "a": [[b]] %% #c ---');
    const [, properties] = /^---\n([\s\S]*?)\n---\n/.exec(output) ?? [];
    expect(parse(properties!)).toMatchObject({ title: '--- "a": [[b]] %% #c ---', messages: 1 });
    expect(output).toContain('# Session s • --- "a": \\[\\[b]] \\%\\% \\#c ---');
  });
});

/** The source of all text nodes, with escapes, without code. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  const open: Nodes[] = [fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "text") words.push(text.slice(node.position!.start.offset, node.position!.end.offset));
    if ("children" in node) open.push(...node.children);
  }
  return words;
}
