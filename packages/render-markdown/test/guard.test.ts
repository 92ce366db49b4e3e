import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guard } from "../src/guard.ts";
import { nodesIn } from "./nodes-in.ts";

describe("guard", () => {
  it.each([
    ["plain text stays as it is", "Hello, *world*.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |", undefined],
    ["a heading goes below the one above", "# One\n\n## Two\n", "### One\n\n#### Two"],
    ["a heading has at most six levels", "##### Five", "###### Five"],
    ["an underlined heading becomes text", "Title\n===\n\nOther\n---", "Title\n\\===\n\nOther\n\\---"],
    ["an open fence is closed", "```js\nlet a", "```js\nlet a\n```"],
    ["an open fence of tildes is closed", "~~~~\nlet a\n~~~", "~~~~\nlet a\n~~~\n~~~~"],
    ["a closed fence stays", "```js\n# no heading\n<b>\n```\nafter", "```js\n# no heading\n<b>\n```\nafter"],
    [
      "a tag becomes text",
      "see <script>alert(1)</script> and <!-- this -->",
      "see \\<script>alert(1)\\</script> and \\<!-- this -->",
    ],
    [
      "a tag in a code span stays",
      "use `Promise<T>` or ``a`<b>`` here <b>",
      "use `Promise<T>` or ``a`<b>`` here \\<b>",
    ],
    ["an escaped tag stays", "a \\<b> c", "a \\<b> c"],
    ["a code span that a table cell would divide does not count", "| `a | <b> | c` |", "| `a | \\<b> | c` |"],
    ["a code span over several lines does not count", "a `b\nc` <i> `d`", "a `b\nc` \\<i> `d`"],
    ["less-than is not a tag", "1 < 2 and a<1", "1 < 2 and a<1"],
    ["a URL in angle brackets stays a link", "<https://example.org/a?b=1>", "<https://example.org/a?b=1>"],
    ["but not one that runs code", "<javascript:alert(1)>", "\\<javascript:alert(1)>"],
    [
      "a definition becomes text",
      "[a]: https://example.org\n\n- [b]: /x\n[^1]: note",
      "\\[a]: https://example.org\n\n- \\[b]: /x\n\\[^1]: note",
    ],
    ["a definition with escapes", "[a\\]b]: /x\n[^a\\]b]: y", "\\[a\\]b]: /x\n\\[^a\\]b]: y"],
    ["a definition over several lines", "[a\nb]: /x\n\n> [a\n> b\n> c]: /x", "\\[a\nb]: /x\n\n> \\[a\n> b\n> c]: /x"],
    [
      "a definition that escapes would make",
      "[![a\\]b]: x\n\n[a\n[b\\[c]: x",
      "\\[!\\[a\\]b]: x\n\n\\[a\n\\[b\\[c]: x",
    ],
    ["brackets that define nothing stay", "[a\n\nb]: x\n[a]\n- [ ] b: c", "[a\n\nb]: x\n[a]\n- [ ] b: c"],
    ["a byte order mark is removed", "\uFEFF- ```\n<b>", "- ```\n\\<b>"],
    ["an indented fence closes an open one", "```\n  ```\n  <b>\n  ```", "```\n  ```\n  \\<b>\n  ```\n```"],
    ["also one of tildes", "~~~\na\n ~~~\n <b>\n ~~~\n <i>", "~~~\na\n ~~~\n \\<b>\n ~~~\n <i>\n~~~"],
    [
      "a backtick of an address begins no code",
      "https://e.org/`<b>` www.e.org/``<i>``",
      "https://e.org/`&lt;b>` www.e.org/``&lt;i>``",
    ],
    [
      "a tag after an address of any length",
      `https://e.org/${"a".repeat(3000)}<b>`,
      `https://e.org/${"a".repeat(3000)}&lt;b>`,
    ],
    ["a tag after an address with an invisible space", "https://e.org/\uFEFF<b>", "https://e.org/\uFEFF&lt;b>"],
    ["nor one of a target", "[a](`b) <i>`\n\n[a](b(c)`d) <i>`", "[a](`b) \\<i>`\n\n[a](b(c)`d) \\<i>`"],
    ["nor one of a title", '[a](x "`") <b> `', '[a](x "`") \\<b> `'],
    ["nor one of a target below", "[a](\n`b) <i>`\n\n[a](<b) `c>) <i>`", "[a](\n`b) \\<i>`\n\n[a](\\<b) `c>) \\<i>`"],
    ["nor one in angle brackets", "<mailto:`> <b>` <1`@e.org> <i>`", "<mailto:`> \\<b>` <1`@e.org> \\<i>`"],
    ["a tag in code after a link stays", "[a](b) `<b>` and `x[a](y(z))` `<i>`", "[a](b) `<b>` and `x[a](y(z))` `<i>`"],
    ["tags in code side by side stay", "`<video>`/`<audio>` and `a@b`:`<i>`", "`<video>`/`<audio>` and `a@b`:`<i>`"],
    [
      "code in an address does not count",
      "http://e.org/`<b>` `www.x`www.y`<i>`",
      "http://e.org/`&lt;b>` `www.x`www.y`&lt;i>`",
    ],
    ["a tag in code with an address stays", "`http://e.org/<b>` and (`<i>`)", "`http://e.org/<b>` and (`<i>`)"],
    [
      "a fence in a list item is code",
      "- item\n\n  ```sh\n  # no heading\n  <b>\n  ```\n\n# yes",
      "- item\n\n  ```sh\n  # no heading\n  <b>\n  ```\n\n### yes",
    ],
    [
      "a fence in a deep item below a bullet",
      "   - item:\n     ```go\n     <a>\n     ```",
      "   - item:\n     ```go\n     <a>\n     ```",
    ],
    ["a heading in a quote goes below", "> # One", "> ### One"],
    ["an open fence in a list ends with it", "- ```\n  a\n\n<b>", "- ```\n  a\n\n\\<b>"],
    ["code by indentation stays", "a\n\n    <b>\n    # c", "a\n\n    <b>\n    # c"],
    ["line endings become line feeds", "a\r\nb\rc", "a\nb\nc"],
    ["blank lines around the text are removed", "\n\na\n\n", "a"],
  ])("%s", (_, text, expected) => expect(guard(text, 2)).toBe(expected ?? text));

  it("a text too long to parse becomes code, in a fence that it cannot close", () => {
    const text = `- \`\`\`\`\n${"word ".repeat(50_000)}`;
    const output = guard(text, 2);
    expect(output.startsWith("`````text\n")).toBe(true);
    expect(nodesIn(output).map(({ type }) => type)).toEqual(["root", "code"]);
  });

  const piece = fc.constantFrom(
    "<script>",
    "</details>",
    "<!--",
    "-->",
    "<b",
    "```",
    "````",
    "~~~",
    "`",
    "``",
    "# ",
    "###### ",
    "===",
    "---",
    "- ",
    "1. ",
    "> ",
    "    ",
    "\t",
    "  ",
    "\n",
    "\n\n",
    "|",
    "\\",
    "[a]: x",
    "[^1]: ",
    "](",
    "word",
    "*",
    "_",
    "<https://e.org>",
    "<?x",
    "<![CDATA[",
    "&lt;",
    "https://e.org/",
    "[a](",
    ")",
    ' "',
    "<mailto:`>",
    "<1`@e.org>",
    "www.e.org",
    "  ```\n",
    "[a\nb]: x",
    "[a\\]b]: x",
    "\uFEFF",
    "\u200F",
    "\r\n",
  );
  const hostile = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(""));

  it("property: confines hostile text: no HTML, no heading above its level, no open block", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const end = '<a id="end"></a>\n\n## End';
        const nodes = nodesIn(`${guard(text, 2)}\n\n${end}`);
        const html = nodes.filter(({ type }) => type === "html");
        const headings = nodes.filter((node) => node.type === "heading" && node.depth <= 2);
        expect(html.map((node) => (node as { value: string }).value).sort()).toEqual(["</a>", '<a id="end">']);
        expect(headings).toHaveLength(1);
        expect(nodes.filter(({ type }) => type === "definition" || type === "footnoteDefinition")).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
});
