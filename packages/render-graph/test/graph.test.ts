import { type FlowContent, isThread, type Message, type Root, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { instance } from "@viz-js/viz";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderGraph, { toDot, toGraph, toMermaid } from "../src/index.ts";

const said = (uuid: string, more: Partial<Message> = {}): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid,
  uuids: [uuid],
  children: [{ type: "text", value: `say ${uuid}` }],
  ...more,
});
const treeOf = (...children: FlowContent[]): Root => ({
  type: "root",
  children: [{ type: "session", sessionId: "s", children }],
});
const agent = (agentId: string, uuid: string): FlowContent => ({
  type: "agent",
  agentId,
  agentType: "Explore",
  mode: "sync",
  nestingLevel: 1,
  from: { rule: "prompt-exact", uuid },
  messageCount: 1,
  children: [said(`${agentId}1`)],
});

describe("a drawing", () => {
  it.each([
    ["mermaid", "mmd"],
    ["dot", "dot"],
  ] as const)("of the sample in %s stands beside it", async (language, ending) => {
    const output = String(await ccdag().use(renderGraph, { language }).process(projectIn("sample")));
    await expect(output).toMatchFileSnapshot(`../../../tooling/fixtures/snapshots/sample.${ending}`);
  });

  it.each(["sample", "scenarios/rewind", "scenarios/agent-and-fork", "scenarios/compaction", "scenarios/resume-copy"])(
    "%s: each line and compaction has a node, each message is counted once, and all hang together",
    (name) => {
      const tree = ccdag().parse(projectIn(name));
      const { nodes, edges } = toGraph(tree);
      let [lines, messages, compactions] = [0, 0, 0];
      walk(tree, (node) => {
        if (node.type === "message") messages++;
        else if (node.type === "compaction") compactions++;
        else if (node.type !== "root" && isThread(node)) lines++;
      });
      const kinds = (...some: string[]) => nodes.filter(({ kind }) => some.includes(kind)).length;
      expect([kinds("session", "branch", "agent"), kinds("compaction")]).toEqual([lines, compactions]);
      const counted = nodes.flatMap(({ rows }) => /(\d+) messages?\b/.exec(rows.at(-1) ?? "")?.[1] ?? []);
      expect(counted.reduce((sum, count) => sum + Number(count), 0)).toBe(messages);
      const roots = nodes.filter(({ id }) => !edges.some(({ to }) => to === id));
      expect(roots.length).toBeLessThanOrEqual(tree.children.length);
    },
  );

  it("a line is divided where a session leaves from the middle of it, and at a compaction", () => {
    const compaction: FlowContent = { type: "compaction", uuid: "c", uuids: ["c"], preTokens: 120_500, children: [] };
    const other: FlowContent = { type: "session", sessionId: "t", from: { uuid: "a" }, children: [said("x")] };
    const fork = said("a", { junctions: [{ uuid: "x", sessionId: "t" }] });
    const { nodes, edges } = toGraph(treeOf(fork, said("b"), compaction, said("d"), other));
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

  it("of many agents says how many there are, and of what is still too much how much that is", () => {
    const agents = Array.from({ length: 30 }, (_, at) => agent(`g${at}`, "a"));
    const few = toGraph(treeOf(said("a"), ...agents), { maxNodes: 20 });
    expect(few.nodes.map(({ rows }) => rows.at(-1))).toEqual(["1 turn, 1 message, 30 agents"]);
    const branches = Array.from({ length: 30 }, (_, at): FlowContent => {
      return { type: "branch", uuid: `b${at}`, rule: "rewind", from: { uuid: "a" }, children: [said(`c${at}`)] };
    });
    const many = toGraph(treeOf(said("a"), ...branches), { maxNodes: 20 });
    expect(many.nodes).toHaveLength(20);
    expect(many.nodes.at(-1)!.rows).toEqual(["… and 12 more"]);
  });

  it("needs no stack for branches in branches", () => {
    let line: FlowContent = { type: "branch", uuid: "end", rule: "rewind", from: null, children: [said("end")] };
    for (let depth = 0; depth < 20_000; depth++)
      line = { type: "branch", uuid: `b${depth}`, rule: "rewind", from: null, children: [said(`m${depth}`), line] };
    expect(toGraph(treeOf(said("a"), line), { maxNodes: 1e6 }).nodes).toHaveLength(20_002);
  });

  const words = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom(
      ...'"; click n1 "javascript:alert(1)" `**b**` <b> end #quot; &amp; %%{init}%% \\" \\ ]) }} -->'.split(" "),
    ),
  );
  it("property: words by strangers stay words, in both languages", async () => {
    const viz = await instance();
    fc.assert(
      fc.property(words, words, (one, two) => {
        const tree = treeOf(said("a", { children: [{ type: "text", value: one }] }), {
          ...agent("g", "a"),
          description: two,
        } as FlowContent);
        const graph = toGraph(tree);
        for (const line of toMermaid(graph).trimEnd().split("\n").slice(1))
          expect(line).toMatch(/^ {2}n\d(?:[[({/]+"(?:[^"#<>`\\]|#\d+;|<br\/>)*"[\])}/]+| -\.->\|"sync"\| n\d)$/);
        expect(viz.render(toDot(graph)).status).toBe("success");
      }),
      { numRuns: 300 },
    );
  });
});
