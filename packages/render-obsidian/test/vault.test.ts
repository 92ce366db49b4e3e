import type { Message, Root } from "@ccdag/ccast";
import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import renderObsidian from "../src/index.ts";

/** A prompt, thinking and a call: text of a stranger at the margin and in callouts. */
function tell(words: string): string {
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
const said = (words: string) => tell(words).split("## Claude\n\n")[1]!.split("\n\n> [!note]-")[0];

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
        const told = said(parts.join(""))!;
        const bare = withoutCode(told);
        expect(bare).not.toMatch(/(?<!\\)(?:\\\\)*(?:\[\[|%%|\$)/);
      }),
      { numRuns: 1000 },
    );
  });

  it("titles and properties stay what they are, whatever is in them", () => {
    const told = tell('---\n"a": [[b]] %% #c\n---');
    const [, properties] = /^---\n([\s\S]*?)\n---\n/.exec(told) ?? [];
    expect(parse(properties!)).toMatchObject({ title: '--- "a": [[b]] %% #c ---', messages: 1 });
    expect(told).toContain('# Session s • --- "a": \\[\\[b]] \\%\\% \\#c ---');
  });
});

/** Without fenced and indented code, and without spans that stand on one line. */
function withoutCode(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^[\s>-]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined;
    else if (fence === undefined && !/^(?: {4}|\t)/.test(line))
      lines.push(line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, ""));
  }
  return lines.join("\n");
}
