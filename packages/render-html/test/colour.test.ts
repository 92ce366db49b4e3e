import fc from "fast-check";
import type { ElementContent } from "hast";
import { describe, expect, it } from "vitest";
import { colourFast, colourWritten } from "../src/tree/colour.ts";
import { writeHtml } from "../src/tree/write-html.ts";

const textOf = (nodes: readonly ElementContent[]): string =>
  nodes.map((node) => (node.type === "text" ? node.value : "children" in node ? textOf(node.children) : "")).join("");
const languages = "js rs py rb sh yaml json html css sql lua clj ml ps1".split(" ");

/** Code with each coloured token in brackets, by the first letter of its kind. */
function drawn(code: string, language: string): string {
  return colourFast(code, language)!
    .map((node) =>
      node.type === "element" ? `⟦${String(node.properties["className"]).slice(5)} ${textOf([node])}⟧` : textOf([node]),
    )
    .join("");
}

describe("the default highlighter", () => {
  it.each([
    ["ts", 'const a = "b"; // c', '⟦keyword const⟧ a = ⟦string "b"⟧; ⟦comment // c⟧'],
    ["rust", "fn a<'b>() -> char { 'c' }", "⟦keyword fn⟧ a<'b>() -> char { ⟦string 'c'⟧ }"],
    ["py", 'if a: """b\nc"""', '⟦keyword if⟧ a: ⟦string """b\nc"""⟧'],
    [
      "sh",
      'for a in "$b" $c; do # d',
      '⟦keyword for⟧ a ⟦keyword in⟧ ⟦string "$b"⟧ ⟦variable $c⟧; ⟦keyword do⟧ ⟦comment # d⟧',
    ],
    ["yml", "a-b: 1 # c", "⟦attr a-b⟧: ⟦number 1⟧ ⟦comment # c⟧"],
    ["JSON", '{"a": true}', '{⟦attr "a"⟧: ⟦literal true⟧}'],
    ["html", '<a href="b">c</a>', '⟦name <a⟧ ⟦attr href⟧=⟦string "b"⟧>c⟦name </a⟧>'],
    ["css", "a { color: #fff }", "a { ⟦attr color⟧: ⟦number #fff⟧ }"],
    ["sql", "SELECT a -- b", "⟦keyword SELECT⟧ a ⟦comment -- b⟧"],
  ])("%s", (language, code, expected) => expect(drawn(code, language)).toBe(expected));

  it("knows when it does not know a language", () => expect(colourFast("a", "brainfuck")).toBeUndefined());

  it("keeps every character, as a tree and written at once", () => {
    const code = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(..."\"'`/*#-<!>=:$\\\n {}a1".split("")), { maxLength: 200 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(code, fc.constantFrom(...languages), (text, language) => {
        const nodes = colourFast(text, language)!;
        expect(textOf(nodes)).toBe(text);
        const html = colourWritten(text, language)!
          .map((node) => writeHtml(node))
          .join("");
        expect(html).toBe(writeHtml({ type: "root", children: nodes }));
      }),
    );
  });
});

describe("HTML is written with every text and value in its place", () => {
  it("escapes texts and values", () => {
    const properties = { title: "\"&<>'", hidden: true, dataTool: "x", ariaLabel: "y", tabIndex: -1 };
    const children: ElementContent[] = [{ type: "text", value: '<b> & "c"' }];
    expect(writeHtml({ type: "element", tagName: "p", properties, children })).toBe(
      '<p title="&#x22;&#x26;<>\'" hidden data-tool="x" aria-label="y" tabindex="-1">&#x3C;b> &#x26; "c"</p>',
    );
  });
});
