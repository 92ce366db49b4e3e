import { type FlowContent, isThread, type Message, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { agent, branch, compaction, message, session, tree as root } from "@ccdag/testkit";
import { instance } from "@viz-js/viz";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderGraph, { toDot, toGraph, toMermaid } from "../src/index.ts";

const said = (uuid: string, more: Partial<Message> = {}) => message({ uuid, ...more }, `say ${uuid}`);
const treeOf = (...children: FlowContent[]) => root(session("s", ...children));
const explorer = (agentId: string, uuid: string, description?: string) =>
  agent({ agentId, agentType: "Explore", description, from: { rule: "prompt-exact", uuid } }, said(`${agentId}1`));

describe("the graph", () => {
  it.each([
    ["mermaid", "mmd"],
    ["dot", "dot"],
  ] as const)("of the sample in %s is as in its snapshot", async (language, ending) => {
    const output = String(await ccdag().use(renderGraph, { language }).process(projectIn("sample")));
    await expect(output).toMatchFileSnapshot(`../../../tooling/fixtures/snapshots/sample.${ending}`);
  });

  it.each(["sample", "scenarios/rewind", "scenarios/agent-and-fork", "scenarios/compaction", "scenarios/resume-copy"])(
    "%s: each thread and compaction has a node, each message is counted once, and the graph is connected",
    (name) => {
      const tree = ccdag().parse(projectIn(name));
      const { nodes, edges } = toGraph(tree);
      let [threads, messages, compactions] = [0, 0, 0];
      walk(tree, (node) => {
        if (node.type === "message") messages++;
        else if (node.type === "compaction") compactions++;
        else if (node.type !== "root" && isThread(node)) threads++;
      });
      const kinds = (...some: string[]) => nodes.filter(({ kind }) => some.includes(kind)).length;
      expect([kinds("session", "branch", "agent"), kinds("compaction")]).toEqual([threads, compactions]);
      const counted = nodes.flatMap(({ rows }) => /(\d+) messages?\b/.exec(rows.at(-1) ?? "")?.[1] ?? []);
      expect(counted.reduce((sum, count) => sum + Number(count), 0)).toBe(messages);
      const roots = nodes.filter(({ id }) => !edges.some(({ to }) => to === id));
      expect(roots.length).toBeLessThanOrEqual(tree.children.length);
    },
  );

  it("a thread is divided where a session branches off in the middle of it, and at a compaction", () => {
    const summary = compaction({ uuid: "c", preTokens: 120_500 });
    const other = session({ sessionId: "t", from: { uuid: "a" } }, said("x"));
    const fork = said("a", { junctions: [{ uuid: "x", sessionId: "t" }] });
    const { nodes, edges } = toGraph(treeOf(fork, said("b"), summary, said("d"), other));
    expect(nodes.map(({ id, kind, rows }) => `${id} ${kind} ${rows.join(" | ")}`)).toEqual([
      "n1 session session s | say a | 1 turn, 1 message",
      "n2 stretch 1 turn, 1 message",
      "n3 compaction compacted (120k tokens) | 1 turn, 1 message",
      "n4 session session t | say x | 1 turn, 1 message",
    ]);
    expect(edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual([
      "n1 continues n2",
      "n2 continues n3",
      "n1 session n4",
    ]);
  });

  it("counts agents where there are too many nodes, and then the nodes that are omitted", () => {
    const agents = Array.from({ length: 30 }, (_, at) => explorer(`g${at}`, "a"));
    const few = toGraph(treeOf(said("a"), ...agents), { maxNodes: 20 });
    expect(few.nodes.map(({ rows }) => rows.at(-1))).toEqual(["1 turn, 1 message, 30 agents"]);
    const branches = Array.from({ length: 30 }, (_, at) =>
      branch({ uuid: `b${at}`, from: { uuid: "a" } }, said(`c${at}`)),
    );
    const many = toGraph(treeOf(said("a"), ...branches), { maxNodes: 20 });
    expect(many.nodes).toHaveLength(20);
    expect(many.nodes.at(-1)!.rows).toEqual(["… and 12 more"]);
  });

  it("does not recurse into nested branches", () => {
    let thread = branch("end", said("end"));
    for (let depth = 0; depth < 20_000; depth++) thread = branch(`b${depth}`, said(`m${depth}`), thread);
    expect(toGraph(treeOf(said("a"), thread), { maxNodes: 1e6 }).nodes).toHaveLength(20_002);
  });

  const words = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom(
      ...'"; click n1 "javascript:alert(1)" `**b**` <b> end #quot; &amp; %%{init}%% \\" \\ ]) }} -->'.split(" "),
    ),
  );
  it("property: untrusted text stays text, in both languages", async () => {
    const viz = await instance();
    fc.assert(
      fc.property(words, words, (one, two) => {
        const graph = toGraph(treeOf(message("a", one), explorer("g", "a", two)));
        for (const line of toMermaid(graph).trimEnd().split("\n").slice(1))
          expect(line).toMatch(/^ {2}n\d(?:[[({/]+"(?:[^"#<>`\\]|#\d+;|<br\/>)*"[\])}/]+| -\.->\|"sync"\| n\d)$/);
        expect(viz.render(toDot(graph)).status).toBe("success");
      }),
      { numRuns: 300 },
    );
  });
});
