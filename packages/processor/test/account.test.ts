import { audit, childrenOf, type Nodes, type Root } from "@ccdag/ccast";
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import ccdagParse, { ccdag, type Stages, stages } from "../src/index.ts";

const folder = new URL("../../../tooling/fixtures/sample/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.jsonl?$/.test(name));
const project = () =>
  new VFile({
    path: "sample",
    data: { companions: names.map((path) => new VFile({ path, value: readFileSync(new URL(path, folder)) })) },
  });

/** Read the sample with a stage replaced, and audit the result. */
function auditWith(replaced: Partial<Stages> = {}) {
  const file = project();
  const tree = ccdag().use(ccdagParse, { stages: replaced }).parse(file);
  return { tree, ledger: file.data.ledger!, findings: audit(tree, file.data.ledger!), file };
}

/** Every position in a tree at which a node can be removed or copied. */
function slots(tree: Root) {
  const found: Array<{ node: Nodes; list: Nodes[] | undefined; holder: Nodes }> = [];
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop())
    for (const child of childrenOf(node)) {
      const list = "children" in node && Array.isArray(node.children) ? (node.children as Nodes[]) : undefined;
      found.push({ node: child, list: list?.includes(child) ? list : undefined, holder: node });
      stack.push(child);
    }
  return found;
}

describe("the conservation account", () => {
  const whole = auditWith();

  it("balances for the sample", () => expect(whole.findings).toEqual([]));

  it("fails, and names an entry, if any one node is removed from the tree", () => {
    const silent: string[] = [];
    for (const { node, list, holder } of slots(whole.tree)) {
      const restore = list ? list.slice() : undefined;
      if (list) list.splice(list.indexOf(node), 1);
      else if (holder.type === "toolCall") delete holder.result;
      const findings = audit(whole.tree, whole.ledger);
      if (!findings.some(({ id }) => id !== undefined)) silent.push(`${node.type} line ${node.position?.start.line}`);
      if (list && restore) list.splice(0, list.length, ...restore);
      else if (holder.type === "toolCall" && node.type === "toolResult") holder.result = node;
    }
    expect(silent).toEqual([]);
  });

  it("fails, and names an entry, if any one node is doubled", () => {
    const silent: string[] = [];
    for (const { node, list } of slots(whole.tree)) {
      if (!list) continue;
      list.splice(list.indexOf(node), 0, node);
      if (!audit(whole.tree, whole.ledger).some(({ id }) => id !== undefined)) silent.push(node.type);
      list.splice(list.indexOf(node), 1);
    }
    expect(silent).toEqual([]);
  });

  it("fails, and names an entry, if the content of any one node is another one", () => {
    const silent: string[] = [];
    const kinds = new Set<string>();
    for (const { node } of slots(whole.tree))
      for (const field of ["value", "input", "structured", "data", "raw"] as const) {
        const holder = node as unknown as Record<string, unknown>;
        const before = holder[field];
        // The data of most nodes say where they are; a text without words says nothing.
        if (before === undefined || before === "" || (field === "data" && typeof before !== "string")) continue;
        // A notice shows words of its record, which it holds whole.
        if (node.type === "notice" && field === "value" && node.structured !== undefined) continue;
        holder[field] = "something else";
        const findings = audit(whole.tree, whole.ledger).filter(({ reason }) => /^(?:Lost|Changed): /.test(reason));
        holder[field] = before;
        if (findings.length === 0) silent.push(`${node.type} ${field} line ${node.position?.start.line}`);
        else kinds.add(`${node.type} ${field}`);
      }
    expect(silent).toEqual([]);
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(["text value", "thinking value", "toolCall input", "toolResult structured"]),
    );
  });

  it.each<[what: string, drop: (node: Nodes) => void]>([
    ["an input", (node) => void (node.type === "toolCall" && (node.input = {}))],
    ["a result", (node) => void (node.type === "toolCall" && delete node.result)],
    ["the words of a result", (node) => void (node.type === "toolResult" && (node.children = []))],
    ["what was recorded of a result", (node) => void (node.type === "toolResult" && delete node.structured)],
    ["a prompt", (node) => void (node.type === "message" && node.origin === "prompt" && (node.children = []))],
    ["an attachment", (node) => void (node.type === "notice" && delete node.structured && delete node.value)],
  ])("fails if a rule drops %s", (_, drop) => {
    const { findings } = auditWith({
      toCcast(sessions, options) {
        const tree = stages.toCcast(sessions, options);
        for (const { node } of slots(tree)) drop(node);
        return tree;
      },
    });
    expect(findings.map(({ reason }) => reason)).toEqual(expect.arrayContaining([expect.stringMatching(/^Lost: /)]));
  });

  const drop = <T>(items: Iterable<T>, at: number): T[] => [...items].filter((_, index) => index !== at);
  it.each([
    [
      "reading and graph",
      (at: number) =>
        ({ buildDag: (records, options) => stages.buildDag(drop(records, at), options) }) satisfies Partial<Stages>,
    ],
    [
      "graph and threads",
      (at: number) =>
        ({
          buildDag: (records, options) => withoutOne(stages.buildDag(records, options), at),
        }) satisfies Partial<Stages>,
    ],
    [
      "threads and sessions",
      (at: number) =>
        ({
          extractThreads: (dag, options) => {
            const threads = stages.extractThreads(dag, options);
            const [trunk] = threads.trunks;
            trunk!.entries.splice(at % trunk!.entries.length, 1);
            return threads;
          },
        }) satisfies Partial<Stages>,
    ],
    [
      "sessions and tree",
      (at: number) =>
        ({
          toCcast: (sessions) => {
            const [thread] = sessions.roots;
            thread!.entries.splice(at % thread!.entries.length, 1);
            return stages.toCcast(sessions);
          },
        }) satisfies Partial<Stages>,
    ],
  ])("fails when one entry is dropped between %s", (_, sabotage) => {
    for (const at of [0, 1, 7, 20, 33]) {
      const { findings } = auditWith(sabotage(at));
      expect(findings.some(({ id }) => id !== undefined)).toBe(true);
    }
  });

  function withoutOne(dag: ReturnType<Stages["buildDag"]>, at: number): ReturnType<Stages["buildDag"]> {
    const leaf = [...dag.entries.values()].filter(({ id }) => dag.children(id).length === 0)[at % 5]!;
    const entries = new Map([...dag.entries].filter(([id]) => id !== leaf.id));
    return {
      ...dag,
      entries,
      children: (id) => dag.children(id).filter((child) => child !== leaf),
      roots: dag.roots.filter((root) => root !== leaf),
    };
  }
});

describe("C065: a stage whose graph lists an entry below two others", () => {
  /** The sample with a graph that lists more children than there are. */
  const withChildren = (more: (ids: readonly string[]) => readonly [parent: string, child: string]) =>
    auditWith({
      buildDag(records, options) {
        const dag = stages.buildDag(records, options);
        const ids = [...dag.entries.keys()];
        const [parent, child] = more(ids);
        const children = (id: string) => [...dag.children(id), ...(id === parent ? [dag.entries.get(child)!] : [])];
        return { ...dag, children };
      },
    });
  const last = (ids: readonly string[]) => ids[ids.length - 1]!;

  it.each([
    ["in a cycle", (ids: readonly string[]) => [last(ids), ids[0]!] as const],
    ["below itself", (ids: readonly string[]) => [ids[3]!, ids[3]!] as const],
    ["below two parents", (ids: readonly string[]) => [ids[2]!, last(ids)] as const],
  ])("%s: the walk is truncated there, with one warning, and nothing is lost or doubled", (_, more) => {
    const { findings, file } = withChildren(more);
    expect(findings).toEqual([]);
    const messages = [file, ...(file.data.companions as VFile[])].flatMap((one) => one.messages);
    expect(messages.filter(({ ruleId }) => ruleId === "visited-twice")).toHaveLength(1);
  });
});
