import { describe, expect, it } from "vitest";
import { growth } from "../../../tooling/tests/cost.ts";
import { estimateParseCost } from "../src/parse-cost.ts";
import { parseBlocks, parseMarkdown } from "../src/index.ts";

const repeated = (unit: string, length = 20_000) => unit.repeat(Math.ceil(length / unit.length));

/** What an attacker may put before marks, so that a scan of lines takes them for something else. */
const disguised: ReadonlyArray<readonly [name: string, text: string]> = [
  ["a fence that a list item ends", `- a\n  \`\`\`\n${repeated("*a_ ")}`],
  ["a fence that is closed", `\`\`\`\n\`\`\`\n${repeated("*a_ ")}`],
  ["a fence in a quote", `> \`\`\`\n${repeated("*a_ \n")}`],
  ["a fence that is none", `a\n\`\`\` \`\n${repeated("*a_ ")}`],
  ["code by indentation that is text", `a\n    \`\`\`\n${repeated("    *a_ \n")}`],
  ["items that are text", `a\n${repeated("    - *a_\n")}`],
  ["numbers that are text", `a\n${repeated("2) *a_\n")}`],
  ["a table that ended", `|a|\n|-|\n> x\n${repeated("|*a_ \n")}`],
  ["a table that is none", `|a|b|\n|-|\n${repeated("|*a_ \n")}`],
  ["ordinary text around it", `${repeated("word ", 30_000)}\n\n${repeated("*a_ ")}\n\n${repeated("word ", 30_000)}`],
  ["carriage returns", repeated("a\r=\r")],
];

describe("hostile text is not parsed, and shown as it is", () => {
  it.each([
    ["quotes in quotes", repeated("> ", 3000)],
    ["lists in lists", repeated("- ", 2000)],
    ["numbers in numbers", repeated("1. ", 2000)],
    ["headings by underlines", repeated("a\n=\n")],
    ["headings by dashes, in a quote", repeated("> a\n> -\n")],
    ["quotes, each apart", repeated("> a\n\n")],
    ["a deep list above blank lines", `${"- ".repeat(400)}a\n${"\n".repeat(20_000)}`],
    ["a deep quote, continued", `${"> ".repeat(90)}a\n${repeated("b\n")}`],
  ])("marks of blocks: %s", (_, text) => {
    expect(parseMarkdown(text)).toBeUndefined();
    expect(parseBlocks(text)).toBeUndefined();
  });

  it.each<readonly [string, string]>([
    ["emphasis that does not end", repeated("*a_ ")],
    ["strong in many lengths", repeated("**a*")],
    ["strikethrough", repeated("~~a")],
    ["stars around a word", `${"*".repeat(10_000)}a${"*".repeat(10_000)}`],
    ["links", repeated("[a](")],
    ["references", repeated("[a][b]")],
    ["images in images", `${"![".repeat(2500)}a${"](b)".repeat(2500)}`],
    ["underscores in words", repeated("a_b ", 90_000)],
    ["a table with few rows that are filled up", `${"|a".repeat(2000)}|\n${"|-".repeat(2000)}|\n${"a\n".repeat(4000)}`],
    ...disguised,
  ])("marks in text: %s", (_, text) => expect(parseMarkdown(text)).toBeUndefined());

  it.each([
    ["quotes", "> ".repeat(101)],
    ["lists", "- ".repeat(60)],
    ["strong", `${"**a ".repeat(101)}${"b** ".repeat(101)}`],
    ["strikethrough", `${"~~a ".repeat(101)}${"b~~ ".repeat(101)}`],
    ["images", `${"![".repeat(101)}a${"](b)".repeat(101)}`],
  ])("nodes nested deeper than a hundred levels: %s", (_, text) => expect(parseMarkdown(`${text}x`)).toBeUndefined());

  it("the estimate takes linear time itself", async () => {
    for (const unit of ["-", "| - ", "> ", "`", "*a_ ", "    ", "- a\n", "1.", "=\n", "[]("]) {
      const estimate = (length: number) => () => estimateParseCost(repeated(unit, length));
      // Linear is 4, quadratic 16.
      const times = await growth(estimate(50_000), estimate(200_000), 6);
      expect({ unit, isLinear: times < 6 }).toEqual({ unit, isLinear: true });
    }
  });
});

describe("ordinary text is parsed, however long its messages are", () => {
  const item = "- **Bold** words and `code` in an item, see [here](https://example.org/a_b) – _done_\n";
  const code = "  for (int *a = b[0]; *a; a++) c_d[*a] = **e * f_g;\n";
  it.each([
    ["a list without blank lines", repeated(item, 90_000)],
    [
      "numbered items",
      Array.from({ length: 900 }, (_, at) => `${at + 1}. **Step** with \`code\` and a_name\n`).join(""),
    ],
    ["items with items", repeated(`${item}  ${item}    ${item}`, 90_000)],
    ["code in a fence", `\`\`\`c\n${repeated(code, 90_000)}\`\`\`\n`],
    ["code in a fence of an item", `1. a\n\n   \`\`\`c\n${repeated(` ${code}`, 90_000)}   \`\`\`\n`],
    ["a table", `| a | b |\n|---|---|\n${repeated("| **bold** | `code_a` and *more* words |\n", 90_000)}`],
    ["sections", repeated(`## Title\n\nSome words, *one* of them _marked_.\n\n${item}${item}\n> A quote.\n\n`, 90_000)],
    ["underlined headings", repeated(`Title\n=====\n\n${"Some words. ".repeat(40)}\n\n`, 90_000)],
    ["paragraphs", repeated(`${"Some *words* of a_text. ".repeat(20)}\n\n`, 90_000)],
    ["JSON on one line", `{"a_b":[${repeated('{"c":[1,2],"d_e":"f"},', 40_000)}]}`],
  ])("%s", (_, text) => {
    expect(text.length).toBeLessThan(100_000);
    expect(parseMarkdown(text)).toBeDefined();
  });
});
