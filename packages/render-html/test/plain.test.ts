import { answer, session, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderHtml from "../src/index.ts";

/** The text of the first `pre` of a message, as a browser shows it: without the first line feed. */
function plainText(value: string): string | undefined {
  const html = unified()
    .use(renderHtml, { fragment: true })
    .stringify(tree(session("s", answer("u", value))));
  return /<pre>\n?([^<]*)<\/pre>/
    .exec(html)?.[1]
    ?.replace(/&#x([0-9A-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

describe("a text that is not parsed is shown as it is, with every character", () => {
  it.each([
    ["quotes in quotes", `${"> ".repeat(1500)}x`],
    ["emphasis", "*a_ ".repeat(3000)],
    ["headings", "a\n=\n".repeat(3000)],
    ["tags and entities among them", "<b>&amp;*a_ \n\n".repeat(20) + "**a*<i> &#60; ".repeat(1000)],
    ["line feeds at the beginning and the end", `\n\n${"[a](".repeat(4000)}\n\n`],
    ["code and fences", `${"```\n".repeat(2)}${"- > ".repeat(900)}`],
    ["a very long text", "word ".repeat(20_001)],
  ])("%s", (_, text) => expect(plainText(text)).toBe(text));
});

describe("code that a highlighter would take long for has no colours", () => {
  it.each([
    ["one word", "a".repeat(30_000), false],
    ["words without end", "let a ".repeat(5000), false],
    ["signs between words", "&a".repeat(15_000), false],
    ["code", 'const text = call(1, "two"); // words\n'.repeat(700), true],
    ["a long string in code", `const data = "${"QUJD".repeat(500)}";\n`.repeat(5), true],
  ])("%s", (_, code, isColoured) => {
    const calls: string[] = [];
    const highlight = (words: string) => void calls.push(words);
    unified()
      .use(renderHtml, { fragment: true, highlight })
      .stringify(tree(session("s", answer("u", `\`\`\`js\n${code}\n\`\`\``))));
    expect(calls.length > 0).toBe(isColoured);
  });
});
