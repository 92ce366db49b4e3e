import { describe, expect, it } from "vitest";
import { headline } from "../src/headline.ts";

describe("R022: a line of an index has no signs of Markdown", () => {
  it.each([
    ["# Plan\n\n- **one** thing\n* `two`\n+ three", "Plan one thing two three"],
    ["> - quoted item\n\n1. first\n2) second", "quoted item first second"],
    ["any *other* option, _really_", "any other option, really"],
    ["snake_case_name, 2 * 3 * 4, a*b*c", "snake_case_name, 2 * 3 * 4, a*b*c"],
    ["```ts\nconst a = 1;\n```\nafter", "const a = 1; after"],
    ["| a | b |\n| --- | --- |\n| 1 | 2 |", "a b 1 2"],
    ["Title\n=====\ntext\n---", "Title text"],
    ["[words](https://example.org) and ![image](a.png)", "words and image"],
    ["<system-reminder>no</system-reminder> yes", "no yes"],
    ["Use the <idea> and the <plan>", "Use the <idea> and the <plan>"],
    ["#hashtag and -5 and 3.5", "#hashtag and -5 and 3.5"],
    ["Implement this plan: # Fix it ## Why", "Implement this plan: Fix it Why"],
    ["C# and issue #5", "C# and issue #5"],
    ["```npm test``` fails, why?", "npm test fails, why?"],
    ["~~~~ hello", "hello"],
    // Nothing but signs: better than no title.
    ["---", "---"],
    ["", ""],
  ])("%j", (text, line) => expect(headline(text, 100)).toBe(line));

  it("cuts a long text, and looks only at its beginning", () => {
    expect(headline("word ".repeat(1000), 20)).toBe("word word word word…");
    expect(headline("a*".repeat(500_000), 20)).toHaveLength(20);
  });
});
