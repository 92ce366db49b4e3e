import type { Message, Root } from "@ccdag/ccast";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import renderObsidian from "../src/index.ts";

/** A prompt, thinking and a call: text of a stranger at the margin and in callouts. */
function render(words: string): string {
  const message: Message = {
    type: "message",
    role: "assistant",
    actor: "claude",
    origin: "reply",
    uuid: "a",
    uuids: ["a"],
    children: [
      { type: "text", value: words },
      { type: "thinking", value: words },
      { type: "toolCall", id: "t", name: "Bash", input: { command: "ls", description: words } },
    ],
  };
  const tree: Root = {
    type: "root",
    children: [{ type: "session", sessionId: "s", title: words, children: [message] }],
  };
  return String(unified().use(renderObsidian, {}).stringify(tree));
}
const said = (words: string) => render(words).split("## Claude\n\n")[1]!.split("\n\n> [!note]-")[0];

describe("what is live in a vault", () => {
  it.each([
    ["a link", "see [[Private]]", "see \\[\\[Private]]"],
    ["an embed", "![[Private]]", "!\\[\\[Private]]"],
    ["a comment", "a %% b %% c", "a \\%\\% b \\%\\% c"],
    ["a formula", "costs $5 or $$6", "costs \\$5 or \\$\\$6"],
    ["a tag", "a #tag and #12 and c#", "a \\#tag and #12 and c#"],
    ["the name of a block", "words ^abc", "words \\^abc"],
    ["code that a plugin runs", "```dataviewjs\nrun()\n```", "```text\nrun()\n```"],
    ["in a code span it is code", "`[[x]] %% #y`", "`[[x]] %% #y`"],
    ["in a code block too", "```js\n[[x]] // %%\n```", "```js\n[[x]] // %%\n```"],
    ["what is escaped stays", "\\#tag", "\\#tag"],
  ])("%s is text", (_, words, expected) => expect(said(words)).toBe(expected));

  const piece = fc.constantFrom(
    ..."[[ ]] ![[ %% $ $$ #tag ^id ` ``` ~~~ > - \\ <b> </details> <!-- --- word".split(" "),
    "\n",
    "\n\n",
    " ",
  );
  it("property: a note holds no link, embed, comment or tag that is not ours, outside of code", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const words = wordsOf(said(parts.join(""))!);
        expect(words.filter((one) => /(?<!\\)(?:\\\\)*(?:\[\[|%%|\$)/.test(one))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("titles and properties stay what they are, whatever is in them", () => {
    const output = render('---\n"a": [[b]] %% #c\n---');
    const [, properties] = /^---\n([\s\S]*?)\n---\n/.exec(output) ?? [];
    expect(parse(properties!)).toMatchObject({ title: '--- "a": [[b]] %% #c ---', messages: 1 });
    expect(output).toContain('# Session s • --- "a": \\[\\[b]] \\%\\% \\#c ---');
  });
});

/** The words of a text as they stand in it, escapes and all; nothing that is code. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  const open: Nodes[] = [fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "text") words.push(text.slice(node.position!.start.offset, node.position!.end.offset));
    if ("children" in node) open.push(...node.children);
  }
  return words;
}
