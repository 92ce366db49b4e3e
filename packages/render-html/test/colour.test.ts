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
      node.type === "element" ? `⟦${String(node.properties["className"])} ${textOf([node])}⟧` : textOf([node]),
    )
    .join("");
}

describe("the default highlighter", () => {
  it.each([
    ["ts", 'const a = "b"; // c', '⟦k const⟧ a = ⟦s "b"⟧; ⟦c // c⟧'],
    ["rust", "fn a<'b>() -> char { 'c' }", "⟦k fn⟧ a<'b>() -> char { ⟦s 'c'⟧ }"],
    ["py", 'if a: """b\nc"""', '⟦k if⟧ a: ⟦s """b\nc"""⟧'],
    ["sh", 'for a in "$b" $c; do # d', '⟦k for⟧ a ⟦k in⟧ ⟦s "$b"⟧ ⟦v $c⟧; ⟦k do⟧ ⟦c # d⟧'],
    ["yml", "a-b: 1 # c", "⟦a a-b⟧: ⟦n 1⟧ ⟦c # c⟧"],
    ["JSON", '{"a": true}', '{⟦a "a"⟧: ⟦k true⟧}'],
    ["html", '<a href="b">c</a>', '⟦n <a⟧ ⟦a href⟧=⟦s "b"⟧>c⟦n </a⟧>'],
    ["css", "a { color: #fff }", "a { ⟦a color⟧: ⟦n #fff⟧ }"],
    ["sql", "SELECT a -- b", "⟦k SELECT⟧ a ⟦c -- b⟧"],
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
