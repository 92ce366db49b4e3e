import type { FlowContent, Root } from "@ccdag/ccast";
import { answer, branch, message, session, toolCall, tree as root } from "@ccdag/testkit";
import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import renderMarkdown, { type RenderMarkdownOptions } from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

function render(tree: Root, options: RenderMarkdownOptions): readonly string[] {
  const file = new VFile();
  const text = String(unified().use(renderMarkdown, options).stringify(tree, file));
  return file.data.parts ?? [text];
}

let ids = 0;
const prompt = (words: string) => message(`u${++ids}`, words);
const reply = (words: string, output = "") => answer(`u${++ids}`, words, toolCall("Bash", { command: "ls" }, output));
const treeOf = (...children: FlowContent[]): Root => root(session({ sessionId: "s-1", title: "Talk" }, ...children));

/** Distinct words, so that each can be found in the output. */
const numbered = (prefix: string, count: number, between: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`).join(between);

describe("a budget", () => {
  it("keeps a document that fits as it is", () => {
    const tree = treeOf(prompt("one"), reply("two"));
    expect(render(tree, { budget: 65_000 })).toEqual(render(tree, {}));
  });

  it("divides where a turn begins, and says which part it is", () => {
    const turns = [1, 2, 3, 4].flatMap((turn) => [
      prompt(`q${turn} ${"x ".repeat(200)}`),
      reply(`a${turn} ${"y ".repeat(200)}`),
    ]);
    const parts = render(treeOf(...turns), { budget: 1700 });
    expect(parts.map((part) => part.match(/\bq\d|\ba\d/g)?.join(" "))).toEqual(["q1 a1", "q2 a2", "q3 a3", "q4 a4"]);
    expect(parts.map((part) => /\*Part.*\*/.exec(part)?.[0])).toEqual(
      [1, 2, 3, 4].map((part) => `*Part ${part} of 4*`),
    );
  });

  it("continues a collapsible section in the next part, and divides its output between lines", () => {
    const parts = render(treeOf(prompt("go"), reply("done", numbered("line-", 600, "\n"))), { budget: 2000 });
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(1)) expect(part).toMatch(/<summary>🔧 Bash: ls \(continued\)<\/summary>|^\*Part/);
    const lines = parts.flatMap((part) => part.match(/^line-\d+$/gm) ?? []);
    expect(lines).toEqual(numbered("line-", 600, "\n").split("\n"));
  });

  it("a link into another part becomes text that names the part", () => {
    const fork = { ...prompt("fork"), junctions: [{ uuid: "far", branch: "far" }] };
    const side = branch({ uuid: "far", from: { uuid: fork.uuid! } }, message("far", `far ${"x ".repeat(900)}`));
    const parts = render(treeOf(fork, reply("y ".repeat(400)), side), { budget: 2700 });
    expect(parts[0]).toContain("→ Branch far (Part 2 of 2) splits off here");
    expect(parts[1]).toContain("(Part 1 of 2)");
    for (const part of parts) {
      const anchors = new Set([...part.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
      expect([...part.matchAll(/\]\(#([^)]+)\)/g)].filter(([, id]) => !anchors.has(id))).toEqual([]);
    }
  });

  it("each part begins with the marker of its session and part", () => {
    const parts = render(treeOf(prompt("x ".repeat(900)), reply("y ".repeat(900))), { budget: 2900, marker: true });
    expect(parts.map((part) => part.split("\n")[0])).toEqual([
      "<!-- ccdag session=s-1 part=1 of=2 -->",
      "<!-- ccdag session=s-1 part=2 of=2 -->",
    ]);
  });

  it("an anchor stays with its block", () => {
    const flow = [prompt("go"), ...[1, 2, 3].map((turn) => reply(`${turn} ${"y ".repeat(500)}`))];
    for (const part of render(treeOf(...flow), { budget: 2000 })) expect(part.trimEnd()).not.toMatch(/<\/a>$/);
  });

  it("a marker stays a comment for any session id", () => {
    const tree = treeOf(prompt("x"));
    (tree.children[0] as { sessionId: string }).sessionId = "a--><b>\nc";
    expect(render(tree, { marker: true })[0]!.split("\n")[0]).toBe("<!-- ccdag session=a-bc part=1 of=1 -->");
  });

  const piece = fc.constantFrom(
    ..."<b> </details> <!-- ``` ```` ~~~ ` # === --- - 1. > | \\ [a]: @b #1 word".split(" "),
    "\n",
    "\n\n",
    "    ",
    "\t",
    "word ".repeat(150),
    "`".repeat(90),
    "| a | b |\n|---|---|\n| c | d |\n",
    "- item\n\n  more\n",
  );
  const words = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""));
  const turn = fc.record({ said: words, answered: words, printed: words });
  it("property: no part exceeds its budget, every section is closed in its part, and every word is there in order", () => {
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 2000, max: 5000 }),
        (turns, budget) => {
          let count = 0;
          // Each word has a number, so that a lost or misplaced one is noticed.
          const number = (text: string) => text.replace(/word/g, () => `zz${++count}z`);
          const flow = turns.flatMap(({ said, answered, printed }) => [
            prompt(number(said)),
            reply(number(answered), number(printed)),
          ]);
          const parts = render(treeOf(...flow), { budget, forge: true, marker: true });
          expect(parts.filter((part) => part.length > budget)).toEqual([]);
          const output = parts.flatMap((part) => part.match(/zz\d+z/g) ?? []);
          expect(output).toEqual(Array.from({ length: count }, (_, at) => `zz${at + 1}z`));
          for (const part of parts) {
            const nodes = nodesIn(`${part}\n## End\n`);
            const html = nodes.flatMap((node) =>
              node.type === "html" ? (node.value.match(/<\/?(?:details|summary)>/g) ?? []) : [],
            );
            expect(html.filter((tag) => tag === "<details>")).toHaveLength(
              html.filter((tag) => tag === "</details>").length,
            );
            const root = nodes[0] as Extract<(typeof nodes)[number], { type: "root" }>;
            expect(root.children.at(-1)).toMatchObject({ type: "heading", depth: 2 });
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
