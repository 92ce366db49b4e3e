import { account, audit, type Nodes, type Root, type Session, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { ccdag, ccdagDetail, type DetailOptions, details, applyDetail } from "../src/index.ts";
import { project } from "./fixtures.ts";

async function render(options: DetailOptions) {
  const file = project();
  const whole = ccdag().parse(file);
  const tree = (await ccdag().use(ccdagDetail, options).run(whole, file)) as Root;
  return { whole, tree, file };
}

/** The number of nodes of each kind in a tree. */
function countKinds(tree: Root): Record<string, number> {
  const kinds: Record<string, number> = {};
  walk(tree, (node) => void (kinds[node.type] = (kinds[node.type] ?? 0) + 1));
  return kinds;
}

function countHidden(tree: Root): Record<string, number> {
  const kinds: Record<string, number> = {};
  walk(tree, (node) => {
    for (const [kind, count] of Object.entries(hiddenIn(node))) kinds[kind] = (kinds[kind] ?? 0) + count;
  });
  return kinds;
}

function hiddenIn(node: Nodes): Record<string, number> {
  return ("hidden" in node && node.hidden) || {};
}

/** For each option, what is kept of a turn with nodes of every kind, and the counts of what is removed. */
const table: Array<[DetailOptions, string[]]> = [
  [{ detail: "prompts" }, ["prompt: do it | 1 thinking, 1 message, 2 toolCall, 1 agent"]],
  [{ detail: "talk" }, ["prompt: do it", "reply: text | 1 thinking, 2 toolCall, 1 agent"]],
  [{ detail: "steps" }, ["prompt: do it", "reply: text Bash(1 toolResult) Task(1 toolResult) | 1 thinking", "agent 1"]],
  [{ detail: "tools" }, ["prompt: do it", "reply: thinking text Bash Task", "agent 1"]],
  [{ detail: "full" }, ["prompt: do it", "reply: thinking text Bash Task", "agent 1", "notice"]],
  [{ thinking: false }, ["prompt: do it", "reply: text Bash Task | 1 thinking", "agent 1", "notice"]],
  [{ tools: ["Bash"] }, ["prompt: do it", "reply: thinking text Bash | 1 toolCall, 1 agent", "notice"]],
  [{ tools: [] }, ["prompt: do it", "reply: thinking text | 2 toolCall, 1 agent", "notice"]],
];

const turn: Root = {
  type: "root",
  children: [
    {
      type: "session",
      sessionId: "s",
      children: [
        say("prompt", "u1", [{ type: "text", value: "do it" }]),
        say("reply", "a1", [
          { type: "thinking", value: "hm" },
          { type: "text", value: "text" },
          call("Bash", "t1"),
          call("Task", "t2"),
        ]),
        {
          type: "agent",
          agentId: "1",
          mode: "sync",
          nestingLevel: 1,
          from: { toolUseId: "t2", rule: "task-result" },
          messageCount: 0,
          children: [],
        },
        { type: "notice", entryType: "progress" },
      ],
    },
  ],
};

function say(origin: "prompt" | "reply", uuid: string, children: unknown[]) {
  const isPrompt = origin === "prompt";
  return {
    type: "message",
    role: isPrompt ? "user" : "assistant",
    actor: isPrompt ? "human" : "assistant",
    origin,
    uuid,
    uuids: [uuid],
    children,
  } as Extract<Nodes, { type: "message" }>;
}

function call(name: string, id: string) {
  return { type: "toolCall", id, name, input: {}, result: { type: "toolResult", uuid: `r-${id}`, children: [] } };
}

/** One line for each node of the session. */
function draw({ children: [session] }: Root): string[] {
  const counts = (node: Nodes) =>
    Object.entries(hiddenIn(node))
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ");
  return (session as Session).children.map((node) => {
    if (node.type === "agent") return `agent ${node.agentId}`;
    if (node.type !== "message") return node.type;
    const words = node.children.map((child) => {
      if (child.type === "toolCall") return child.hidden ? `${child.name}(${counts(child)})` : child.name;
      return child.type === "text" ? child.value : child.type;
    });
    return [`${node.origin}: ${words.join(" ")}`, counts(node)].filter(Boolean).join(" | ");
  });
}

describe("ccdagDetail", () => {
  it.each(table)("%j", (options, lines) => {
    expect(draw(applyDetail(turn, options))).toEqual(lines);
  });

  it("`tools` reaches into agents: one that holds a wanted call stays without the call that spawned it, also around another one", () => {
    const agent = (agentId: string, toolUseId: string, ...children: unknown[]) =>
      ({
        type: "agent",
        agentId,
        mode: "sync",
        nestingLevel: 1,
        from: { toolUseId, rule: "task-result" },
        messageCount: 1,
        children,
      }) as Extract<Nodes, { type: "agent" }>;
    const inner = agent("3", "t4", say("reply", "a3", [call("Edit", "t5"), call("Bash", "t6")]));
    const tree = structuredClone(turn);
    const [session] = tree.children as [Session];
    session.children.splice(
      2,
      1,
      agent("1", "t2", say("reply", "a2", [call("Task", "t4")]), inner),
      agent("2", "t2", say("reply", "a4", [call("Bash", "t7")])),
    );
    const [kept] = applyDetail(tree, { tools: ["Edit"] }).children as [Session];
    const lines: string[] = [];
    walk(
      kept,
      (node) =>
        void (node.type === "agent" ? lines.push(node.agentId) : node.type === "toolCall" && lines.push(node.name)),
    );
    expect(lines).toEqual(["1", "3", "Edit"]);
    expect(draw({ type: "root", children: [kept] })[1]).toBe("reply: thinking text | 2 toolCall, 1 agent");
  });

  it("counts notices on their thread", () => {
    expect(applyDetail(turn, { detail: "tools" }).children[0]!.hidden).toEqual({ notice: 1 });
  });

  it("counts an empty message too", () => {
    const tree: Root = { type: "root", children: [say("reply", "a", []), say("prompt", "u", [])] };
    const { hidden, children } = applyDetail(tree, { detail: "prompts" });
    expect([hidden, children.length]).toEqual([{ message: 1 }, 1]);
  });

  it("does not change the tree", () => {
    const before = JSON.stringify(turn);
    for (const detail of details) applyDetail(turn, { detail });
    expect(JSON.stringify(turn)).toBe(before);
    expect(applyDetail(turn, {})).toBe(turn);
  });

  it("an unknown level throws", () => {
    expect(() => applyDetail(turn, { detail: "some" as never })).toThrow(
      new TypeError("Expected one of prompts, talk, steps, tools, full in `detail`, not `some`"),
    );
  });

  describe.each<DetailOptions>([
    ...details.map((detail) => ({ detail })),
    { thinking: false },
    { tools: ["Bash"] },
    { detail: "steps", tools: ["Read"] },
  ])("%j of every fixture", (options) => {
    it("the account balances, and nothing is lost silently", async () => {
      const { tree, file } = await render(options);
      expect(audit(tree, file.data.ledger!)).toEqual([]);
      const { lines, placed, hidden, folded, bookkeeping, malformed } = account(tree, file.data.ledger!);
      expect(placed + hidden + folded.length + bookkeeping.length + malformed.length).toBe(lines);
      // A message that is kept in part keeps all its entries.
      expect(hidden > 0).toBe(options.detail !== "full" && options.thinking !== false);
    });

    it("sessions, branches and compactions stay", async () => {
      const { whole, tree } = await render(options);
      for (const kind of ["session", "branch", "compaction"])
        expect(countKinds(tree)[kind]).toBe(countKinds(whole)[kind]);
    });
  });

  it.each<DetailOptions>([{ detail: "tools" }, { thinking: false }, { detail: "tools", thinking: false }])(
    "%j: all thinking and every notice of every fixture is kept or counted",
    async (options) => {
      const { whole, tree } = await render(options);
      const [output, counted, all] = [countKinds(tree), countHidden(tree), countKinds(whole)];
      for (const kind of ["thinking", "notice"])
        expect({ [kind]: (output[kind] ?? 0) + (counted[kind] ?? 0) }).toEqual({ [kind]: all[kind] });
    },
  );

  it("each level keeps more than the one before", async () => {
    let before = 0;
    for (const detail of details) {
      const { tree, file } = await render({ detail });
      const { placed } = account(tree, file.data.ledger!);
      expect(placed).toBeGreaterThan(before);
      before = placed;
    }
  });
});
