import fc from "fast-check";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { defuse, parseMarkdown } from "../src/index.ts";

const off = [
  "htmlFlow",
  "htmlText",
  "definition",
  "gfmFootnoteDefinition",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
];

/** The same text by micromark, which follows the standards to the letter and is twenty times as slow. */
function reference(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm(), { disable: { null: off } }], mdastExtensions: [gfmFromMarkdown()] });
}

/** A tree without what no reader sees: positions, the spread of one item, spaces at the ends of lines. */
function visible(node: Nodes): unknown {
  const { position: _, data: __, ...rest } = node as Nodes & { children?: Nodes[] };
  const children = "children" in node ? joined(node.children as Nodes[]).map(visible) : undefined;
  if (node.type === "list") {
    const isSpread = Boolean(node.spread) || node.children.some(({ spread }) => spread);
    return { ...rest, spread: isSpread, children };
  }
  if (node.type === "listItem") return { ...rest, spread: undefined, children };
  if (node.type === "inlineCode") return { ...rest, value: node.value.replaceAll("\n", " ") };
  if (node.type === "text") return { ...rest, value: node.value.replace(/[ \t]+$/gm, "") };
  return { ...rest, ...(children && { children }) };
}

function joined(nodes: readonly Nodes[]): Nodes[] {
  const list: Nodes[] = [];
  for (const node of nodes) {
    const last = list.at(-1);
    if (node.type === "text" && last?.type === "text")
      list[list.length - 1] = { type: "text", value: last.value + node.value };
    else list.push(node);
  }
  return list;
}

describe("the parser of untrusted text reads what the reference reads", () => {
  it.each([
    "# A\n\nB\n===\n\n> c\n> - d\n>   e",
    "- a\n- b\n\n  c\n- d",
    "3) a\n4) b\n\n\n   c",
    "- # [x] no task",
    "- [ ] a\n- [x] **b**\n- [y] c\n- \\[ ] d",
    "*a **b** _c_* ~d~ ~~e~~ ~~~f~~~ ~~g~",
    "`a\nb` ``c ` d`` `` ` ``",
    "```ts title=x\na\n```\n\n    b\n\n~~~\nc",
    "| a | b |\n|:--|:-:|\n| `c\\|d` | e |\n| f | g |",
    "| a |\n|--|\n| b | more than the head has |",
    "[a](<b c> \"d\") [e](f 'g') ![h *i*](j) <http://k.l> <m@n.o>",
    "see http://a.b/c_d_(e), https://f.g/h. (www.i.j/k) and l@m.no or name@1.2.0",
    "[text http://a.b](c) and https://a.b/*c*",
    "<b>tag</b> <!-- c --> &amp; &#65; \\* a  \nb\\\nc",
    "[^1]: not a note\n\n[a]: http://b.c",
    "---\n\n***\n\na\n---",
  ])("%j", (text) => expect(visible(parseMarkdown(text)!)).toEqual(visible(reference(text))));

  it("an address in the words of an image stands behind them, and one without words is its own", () => {
    const tree = parseMarkdown("![a [b](http://c.d) ![e](f.png)](http://g.h)\n\n[](http://i.j)")!;
    defuse(tree, 0);
    expect(JSON.stringify(tree)).toContain('"value":"a b (http://c.d) e (f.png)"');
    expect(JSON.stringify(tree)).toContain('"value":"http://i.j"');
  });

  it("adds the depth of the heading above", () => {
    const depths = (depth: number) =>
      parseMarkdown("# a\n\n##### b", depth)!.children.map((node) => node.type === "heading" && node.depth);
    expect(depths(0)).toEqual([1, 5]);
    expect(depths(2)).toEqual([3, 6]);
  });
});

const marks = [
  ..."* ** _ __ ~ ~~ ` `` ``` > - 1. # [ ] ]( ) ![ < > | \\ : [^1] ]: <!-- --> <div> <script> http://a.b/ www.c.d @e.f".split(
    " ",
  ),
  ..."\n/\n\n/\n> /\n- /\n1. /\n# /\n===\n/\n---\n/\n|-|-|\n/    /  \n/ /\t/\r\n/漢字".split("/"),
];

describe("the parser of untrusted text", () => {
  it("loses no word, and leaves no HTML, no image and no definition, whatever the marks", () => {
    const piece = fc.oneof(
      fc.constantFrom(...marks),
      fc.nat({ max: 999 }).map((number) => `word${number}x`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const tree = parseMarkdown(pieces.join(""), 1);
        if (tree === undefined) return;
        defuse(tree, 1);
        const written = JSON.stringify(tree);
        for (const one of pieces) if (one.startsWith("word")) expect(written).toContain(one);
        expect(written).not.toMatch(/"type":"(?:html|image|definition|footnote\w*)"/);
      }),
      { numRuns: 3000 },
    );
  });
});
