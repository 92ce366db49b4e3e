import { answer, session, toolCall, tree } from "@ccdag/testkit";
import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { forge } from "../src/defuse.ts";
import { guard } from "../src/guard.ts";
import renderMarkdown from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

const gap = "<!-- -->";

/** Text in which a forge looks for names and numbers: outside of code, links and HTML. */
function wordsIn(text: string): string[] {
  return nodesIn(text, ({ type }) => type === "link").flatMap((node) => (node.type === "text" ? [node.value] : []));
}

/** The pattern that forges look for. */
const live = /(?:^|[^\p{L}\p{N}_])@[A-Za-z0-9]|[#!]\d|(?:^|[^\p{L}\p{N}_])GH-\d/iu;

describe("text for a forge", () => {
  it.each([
    ["ask @bob, or @org/team", `ask @${gap}bob, or @${gap}org/team`],
    ["fixes #12, a/b#12 and GH-7", `fixes #${gap}12, a/b#${gap}12 and GH-${gap}7`],
    ["!34 of another forge", `!${gap}34 of another forge`],
    ["in `@code #12`, and\n\n```\n@fence #12\n```", undefined],
    ["mail me@example.org, C# and issue # 3", undefined],
    ["-@bobGH-3.example.org", `-@${gap}bobGH-${gap}3.example.org`],
    ["https://example.org/@bob#12 and [here](https://example.org/u/@bob)", undefined],
    ["the character &#64; and &#12", `the character &#64; and &#${gap}12`],
  ])("%j", (text, expected) => expect(guard(text, 2, forge)).toBe(expected ?? text));

  it("without a dialect nothing changes", () => expect(guard("@bob #12", 2)).toBe("@bob #12"));

  it("titles, summaries and outputs mention nobody", () => {
    const call = toolCall("Bash", { command: "x", description: "see #12 & @bob" });
    const talk = tree(session({ sessionId: "s", title: "fixes #12 for @bob" }, answer("a", call)));
    const output = String(unified().use(renderMarkdown, { forge: true }).stringify(talk));
    expect(output).toContain(`fixes #${gap}12 for @${gap}bob`);
    expect(output).toContain(`<summary>🔧 Bash: see #${gap}12 &#38; @${gap}bob</summary>`);
  });

  const piece = fc.constantFrom(
    ..."@bob @www.e.org/ #12 GH-3 !4 a b/c ` `` ``` ~~~ | - > # \\ [ ]( ) * _ & ; http://e.org/ www.e.org me@e.org < ".split(
      " ",
    ),
    " ",
    "\n",
    "\n\n",
  );
  it("property: nothing is a mention or a reference, whatever is around it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (parts) => {
        expect(wordsIn(guard(parts.join(""), 2, forge)).filter((words) => live.test(words))).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
});
