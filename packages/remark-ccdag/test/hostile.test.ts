import type { Nodes } from "mdast";
import { beforeEach, describe, expect, it } from "vitest";
import type { RemarkCcdagOptions } from "../src/index.ts";
import { block, rootOf, toMarkdown, toPage, toTree } from "./documents.ts";

const hostile = [
  "# Up",
  "<script>alert(1)</script> <img src=x onerror=alert(1)> </details></div> <!-- gone",
  "[a](javascript:alert(1)) [b](data:text/html,x) ![c](https://example.org/track.png) <javascript:alert(2)>",
  "[d]: javascript:alert(3)",
  "[d]",
  "| a | b |\n| - | - |\n| 1 | 2 |",
  "~~gone~~ - [ ] task",
  "::ccdag[s1]",
  "````ccdag\ns1\n````",
  "> quote\n\n- item\n\n  # deep",
  "```\nopen",
].join("\n\n");

function* all(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* all(child);
}

describe("untrusted text", () => {
  let root: RemarkCcdagOptions = {};
  beforeEach(() => {
    root = rootOf([hostile, hostile]);
  });
  const document = `# Top\n\n## Place\n\n${block("s1", "detail=full")}\n## End\n`;

  it("stays below the heading of its place: only the document has headings of these levels", async () => {
    const tree = await toTree(document, root);
    const headings = [...all(tree)].filter((node) => node.type === "heading");
    expect(headings.filter(({ depth }) => depth <= 2)).toHaveLength(3);
    expect(headings.length).toBeGreaterThan(6);
    expect(headings.at(-1)).toMatchObject({ depth: 2, children: [{ value: "End" }] });
    // Also where the levels are used up.
    const deep = await toTree(`###### Six\n\n${block("s1")}`, root);
    expect([...all(deep)].flatMap((node) => (node.type === "heading" ? node.depth : []))).toEqual(
      expect.arrayContaining([6]),
    );
  });

  it("becomes no HTML, no link that runs code, no image of the web, no definition", async () => {
    const nodes = [...all(await toTree(document, root))];
    expect(nodes.filter(({ type }) => /^(?:html|image|definition|\w*Reference|\w*Directive)$/.test(type))).toEqual([]);
    const links = nodes.flatMap((node) => (node.type === "link" ? node.url : []));
    expect(links.filter((url) => !url.startsWith("https://example.org"))).toEqual([]);
    // Even a pipeline that lets HTML pass gets none.
    const page = String(await toPage(document, root));
    expect(page).not.toMatch(/<script|<img|<!--|href="(?:javascript|data)/i);
    expect(page.match(/<\/details>/g) ?? []).toHaveLength(page.match(/<details>/g)?.length ?? 0);
    expect(page).toMatch(/<h2>End<\/h2>$/);
  });

  it("asks for no session: neither in this document, nor when its output is read again", async () => {
    const nodes = [...all(await toTree(document, root))];
    expect(nodes.flatMap((node) => (node.type === "code" ? (node.lang ?? "") : []))).not.toContain("ccdag");
    const once = String(await toMarkdown(document, root));
    const again = await toMarkdown(once, root);
    expect(again.messages).toEqual([]);
    expect(String(again).match(/Session s1/g)).toHaveLength(1);
  });

  it("has no characters that turn the writing direction or reach a terminal", async () => {
    const text = String(await toMarkdown(block("s1"), rootOf(["a \u202Eb\u001B[31m", "```\nc \u202Ed\n```"])));
    expect([...text].filter((one) => one === "\u202E" || one === "\u001B")).toEqual([]);
    expect(text).toMatch(/a \uFFFDb␛[^]*c \uFFFDd/);
  });

  it("with tables is written by remark-stringify alone, and read back as the same blocks", async () => {
    const text = String(await toMarkdown(document, root));
    expect(text).toContain("| a | b |");
    expect(text).toMatch(/\n## End\n$/);
    expect(text).not.toMatch(/^<|[^\\]<script/m);
  });

  it("has the position of its block, where linters report", async () => {
    const tree = await toTree(document, root);
    const lines = new Set(tree.children.map(({ position }) => position!.start.line));
    expect([...lines]).toEqual([1, 3, 5, 9]);
  });
});
