import { leaves, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl } from "../../../tooling/tests/scratch.ts";
import { nameIn } from "../src/files/workspace.ts";
import { arranged, talk, timed, second } from "./arranged.ts";
import { answers, asks, calls, event, returns, start } from "./events.ts";
import { type Json, readFiles } from "./outline.ts";

describe("issue 43: files of Copilot CLI", () => {
  it("have the session of their folder, its name and its project; all bytes stay as they are", async () => {
    const log = jsonl(start(), asks("Tie.")) + '{"type":"caf\u00e9';
    const found = await arranged({
      "session-state/one/events.jsonl": log,
      "session-state/one/workspace.yaml": "id: one\nname: 'Knots, and ''ropes'''\ncwd: /srv/rope\n",
      "session-state/one/checkpoints/001.md": "Knots.",
      "session-state/two.jsonl": jsonl(start("two"), asks("Coil.")),
    });
    expect(Object.keys(found)).toEqual(["-srv-rope/one.jsonl", "-srv-rope/two.jsonl"]);
    const [first, ...lines] = found["-srv-rope/one.jsonl"]!.split("\n");
    expect(JSON.parse(first!)).toEqual({
      type: "ccdag.session",
      begins: "session.start",
      data: { session: "one", cwd: "/srv/rope", version: "1.0.102", name: "Knots, and 'ropes'" },
    });
    expect(lines.join("\n")).toBe(`${log}\n`);
    const titles: unknown[] = [];
    walk(readFiles(found).tree, (node) => void (node.type === "session" && titles.push([node.sessionId, node.title])));
    expect(titles).toEqual([
      ["one", "Knots, and 'ropes'"],
      ["two", undefined],
    ]);
  });

  it.each([
    ["name: Knots", "Knots"],
    ['name: "Knots: \\"all\\""', 'Knots: "all"'],
    ["name: >-\n  Knots\n  and ropes\nuser_named: true", "Knots and ropes"],
    ["name: Knots\n  and ropes\nid: x", "Knots and ropes"],
    ["name: null", undefined],
    ["id: x", undefined],
  ])("have a name: %j", (yaml, name) => {
    expect(nameIn(yaml)).toBe(name);
  });

  it("with agents become a transcript for each of them, below its call", async () => {
    const [one, two] = [{ agentId: "g1" }, { agentId: "g2" }];
    const began = (toolCallId: string, name: string, more: Json) =>
      event(
        "subagent.started",
        { toolCallId, agentName: "task", agentDisplayName: name, agentDescription: "looks" },
        more,
      );
    const found = await arranged({
      "session-state/s/events.jsonl": jsonl(
        ...timed([
          start(),
          asks("Look."),
          ...answers("I ask.", calls(["c1", "task", { prompt: "Inspect." }])),
          began("c1", "inspector", one),
          asks("Inspect.", { source: "agent-s" }, one),
          ...answers("I ask, too.", calls(["c2", "task", { prompt: "Deeper." }]), one),
          began("c2", "diver", two),
          asks("Deeper.", { source: "agent-g1" }, two),
          ...answers("Deep.", {}, two),
          returns("c2", "Deep.", {}, one),
          ...answers("Inspected.", {}, one),
          event("subagent.completed", { toolCallId: "c1" }, one),
          returns("c1", "Inspected."),
          ...answers("Done."),
        ]),
      ),
    });
    expect(JSON.parse(found["-srv-rope/s/subagents/agent-g1.meta.json"]!)).toEqual({
      toolUseId: "c1",
      name: "inspector",
      agentType: "task",
      description: "looks",
    });
    expect(JSON.parse(found["-srv-rope/s/subagents/agent-g2.meta.json"]!)).toMatchObject({
      toolUseId: "c2",
      parentAgentId: "g1",
    });
    expect(talk(found)).toEqual([
      "human prompt: Look.",
      "assistant reply: I ask.",
      'call task {"prompt":"Inspect."}',
      "result: Inspected.",
      "agent task",
      "assistant prompt: Inspect.",
      "agent reply: I ask, too.",
      'call task {"prompt":"Deeper."}',
      "result: Deep.",
      "agent task",
      "assistant prompt: Deeper.",
      "agent reply: Deep.",
      "agent reply: Inspected.",
      "assistant reply: Done.",
    ]);
  });

  it("of older clients name an agent by its call", async () => {
    const of = { parentToolCallId: "c1" };
    const found = await arranged({
      "session-state/s.jsonl": jsonl(
        ...timed([
          start(),
          asks("Look."),
          ...answers("", calls(["c1", "task", {}])),
          event("subagent.started", { toolCallId: "c1", agentName: "task", agentDisplayName: "inspector" }),
          answers("Looking.", of)[1]!,
          returns("c1", "Inspected."),
        ]),
      ),
    });
    expect(talk(found)).toEqual([
      "human prompt: Look.",
      "assistant reply: ",
      "call task {}",
      "result: Inspected.",
      "agent task",
      "agent reply: Looking.",
    ]);
  });
});

/** Two sessions: `b` was forked from `a`, with an agent in what both have; both continue. */
function forked(): Record<string, string> {
  const of = { agentId: "g1" };
  const shared = timed([
    start("aaaa"),
    asks("Tie."),
    ...answers("I ask.", calls(["c1", "task", {}])),
    event("subagent.started", { toolCallId: "c1", agentName: "task" }, of),
    ...answers("Looking.", {}, of),
    returns("c1", "Looked."),
    ...answers("Tied."),
  ]);
  const say = (message: string) => event("session.info", { infoType: "fork", message });
  return {
    "session-state/aaaa/events.jsonl": jsonl(
      ...shared,
      ...timed([say("Forked this session into bbbb"), asks("Carry on."), ...answers("Gone on.")], 20),
    ),
    "session-state/bbbb/events.jsonl": jsonl(
      ...shared,
      ...timed([say("Forked from aaaa"), asks("Coil."), ...answers("Coiled.")], 30),
    ),
  };
}

describe("issue 43: forks of Copilot CLI", () => {
  it("share their events: they are in the tree once, in the session that wrote them, and counted once", async () => {
    const { tree, rules } = readFiles(await arranged(forked()));
    const rows: string[] = [];
    walk(tree, (node) => {
      if (node.type === "session") rows.push(`session ${node.sessionId} ← ${node.from?.sessionId ?? ""}`);
      if (node.type === "agent") rows.push(`agent ${node.agentId}`);
      if (node.type === "message" && node.origin === "prompt")
        rows.push(node.children.map((one) => "value" in one && one.value).join());
    });
    expect(rows).toEqual(["session aaaa ← ", "Tie.", "agent g1", "Carry on.", "session bbbb ← aaaa", "Coil."]);
    expect(rules).not.toContain("ambiguous-owner");
    expect(JSON.stringify(tree).match(/"input_tokens":60/g)).toHaveLength(5);
    expect(leaves(tree).length).toBe(2);
  });

  it("of forks belong to the session that wrote them, too", async () => {
    const found = forked();
    const say = event("session.info", { infoType: "fork", message: "Forked from bbbb" }, second(40));
    found["session-state/cccc/events.jsonl"] =
      found["session-state/bbbb/events.jsonl"]! + jsonl(say, asks("Cut.", {}, second(41)));
    const transcripts = await arranged(found);
    const origins = transcripts["-srv-rope/cccc.jsonl"]!.split("\n").flatMap((line) => {
      const copied = line === "" ? undefined : (JSON.parse(line) as { ccdag?: { copyOf: string } }).ccdag;
      return copied ? [copied.copyOf] : [];
    });
    expect([...new Set(origins)]).toEqual(["aaaa", "bbbb"]);
    expect(talk(transcripts).filter((row) => row.startsWith("human"))).toEqual([
      "human prompt: Tie.",
      "human prompt: Carry on.",
      "human prompt: Coil.",
      "human prompt: Cut.",
    ]);
  });

  it("whose origin is gone are whole", async () => {
    const { "session-state/bbbb/events.jsonl": log } = forked();
    const found = await arranged({ "session-state/bbbb/events.jsonl": log! });
    expect(talk(found).filter((row) => row.startsWith("human"))).toEqual(["human prompt: Tie.", "human prompt: Coil."]);
  });
});
