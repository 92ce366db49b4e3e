import { type Root, toText, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { answer, session, thinking, toolCall, tree as root } from "@ccdag/testkit";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderMarkdown from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

const render = (tree: Root) => String(unified().use(renderMarkdown, { html: false }).stringify(tree));

/** Untrusted text at the top level and in collapsible sections: an answer, thinking and a call. */
function treeOf(words: string): Root {
  const call = toolCall("Bash", { command: words, description: words });
  return root(session("s", answer("a", words, thinking(words), call)));
}

describe("render-markdown without HTML", () => {
  it.each(["sample", "scenarios"])("%s: no HTML, no link within the document, and every word of messages", (name) => {
    const tree = ccdag().parse(projectIn(name));
    const output = render(tree);
    const nodes = nodesIn(output);
    expect(nodes.filter(({ type }) => type === "html")).toEqual([]);
    expect(nodes.filter((node) => node.type === "link" && node.url.startsWith("#"))).toEqual([]);
    const said = new Set(output.match(/[\p{L}\d]+/gu));
    walk(tree, (node, parent) => {
      if (
        node.type === "text" &&
        parent?.type === "message" &&
        (parent.origin === "reply" || parent.origin === "prompt")
      )
        expect((toText(node).match(/[\p{L}\d]+/gu) ?? []).filter((word) => !said.has(word))).toEqual([]);
    });
  });

  it("collapsible sections become quotes below their summaries", () => {
    expect(render(treeOf("ls"))).toContain("ls\n\n**Thinking**\n\n> ls\n\n**🔧 Bash: ls**\n\n> ```sh\n> ls\n> ```\n");
  });

  const piece = fc.constantFrom(
    ..."<b> </details> <!-- --> ``` ```` ~~~ ` # === --- - 1. > | \\ [a]: [^1]: ]( word * _ <? &lt;".split(" "),
    "\n",
    "\n\n",
    "    ",
    "\t",
    "\r\n",
  );
  it("property: confines hostile text: no HTML, no heading above its level, nothing after it in its section", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const nodes = nodesIn(`${render(treeOf(parts.join("")))}\n## End\n`);
        expect(nodes.filter(({ type }) => type === "html")).toEqual([]);
        expect(nodes.filter((node) => node.type === "heading" && node.depth === 1)).toHaveLength(1);
        const root = nodes[0] as Extract<Nodes, { type: "root" }>;
        const top = root.children.filter((node) => node.type === "heading" && node.depth <= 2);
        expect(top.map((node) => toText(node as never)).at(-1)).toBe("End");
        expect(top).toHaveLength(3);
      }),
      { numRuns: 600 },
    );
  });
});
