import type { Agent, Message, Session } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { analyse } from "../src/analyse/index.ts";
import { spawned, jsonl, main, read, result, said, side, task, user } from "./read.ts";

// The worked examples of the seeds on agents, and their requirements for parsing, analysis and reconstruction.

const words = (value: string) => ({ type: "text", text: value });
const inside = <T extends object>(record: T) => ({ ...record, isSidechain: true });
const call = (id: string, type: string, prompt: string) =>
  task(id, prompt, { subagent_type: type, description: undefined });
const bugs = "Analyze this code for bugs";
const task123 = said("task-123", null, call("toolu_01KHFXvQPSoUtUMPeVdMdXKp", "bug-hunter", bugs));
const uuidsOf = ({ children }: Agent | Session) =>
  children.flatMap((node) => (node.type === "message" ? node.uuids : []));

describe("seed 000, agent transcripts", () => {
  it("A002 A006 A040: x → y → z with y a Task, agent u → v: x y u v z", () => {
    const output = read({
      "s1.jsonl": jsonl(
        user("x", null, "go"),
        said("y", "x", task("t1", "p")),
        user("r", "y", [result("t1")], { toolUseResult: { agentId: "7f" } }),
        said("z", "r", words("done")),
      ),
      "s1/subagents/agent-7f.jsonl": jsonl(user("u", null, "p", { agentId: "7f" }), said("v", "u", words("ok"))),
    });
    const order = (output.tree.children[0] as Session).children.flatMap((node) =>
      node.type === "agent" ? uuidsOf(node) : node.type === "message" ? node.uuids : [],
    );
    expect(order).toEqual(["x", "y", "u", "v", "z"]);
  });

  it.each<[string, object, string, string]>([
    ["A003: a sync agent is a child of the result with its id", { agentId: "7f" }, "sync", "r0"],
    [
      "A004: an agent in the background is a child of its launch result",
      { agentId: "7f", isAsync: true, status: "async_launched" },
      "background",
      "r0",
    ],
    [
      "a teammate is a child of its spawn result",
      { agent_id: "7f", status: "teammate_spawned", team_name: "crew", name: "bo" },
      "teammate",
      "r0",
    ],
  ])("%s", (_, record, mode, uuid) => {
    const [agent] = read({
      "s1.jsonl": main(["t1", "p", record]),
      "s1/subagents/agent-7f.jsonl": side("7f", "p"),
    }).agents;
    expect([agent!.mode, agent!.from.uuid]).toEqual([mode, uuid]);
  });

  it("A008: an agent's file below its session is a thread of its own, and is linked to the call before orphans are found", () => {
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "s1/subagents/agent-7f.jsonl": side("7f", "p"),
    });
    expect(output.dag.threadOf("7f1")).toBe("s1/subagents/agent-7f.jsonl");
    expect(output.dag.edge("7f1")).toMatchObject({ to: "r0", kind: "agent", rule: "result-agent-id" });
    expect(output.messages).toEqual([]);
  });

  it("A010: a notification's task id leads to the agent, also long after its launch", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "p")),
        user("r", "a", [result("t1", "launched")], { toolUseResult: { agentId: "7f", isAsync: true } }),
        user("n", "r", "<task-notification><task-id>7f</task-id><result>found</result></task-notification>"),
      ),
      "agent-7f.jsonl": side("7f", "p"),
    });
    const notification = (output.tree.children[0] as Session).children.at(-1) as Message;
    expect(notification).toMatchObject({ uuid: "n", about: "7f", repeats: { uuid: "7f2", rule: "agent-answer" } });
  });
});

describe("seed 002, sidechains", () => {
  it("A011 A014 A015 A023 A029: task-123: the first record is a child of the Task, repeats its prompt, and has the name of its agent", () => {
    const output = read({
      "s1.jsonl": jsonl(task123, inside(user("sc-1", "task-123", bugs)), inside(said("sc-2", "sc-1", words("none")))),
    });
    expect(output.agents[0]).toMatchObject({
      agentType: "bug-hunter",
      mode: "inline",
      from: { toolUseId: "toolu_01KHFXvQPSoUtUMPeVdMdXKp", rule: "sidechain-parent" },
    });
  });

  it.each<[string, unknown, string]>([
    ["equal", bugs, "prompt-exact"],
    ["as a list", [words(bugs)], "prompt-exact"],
    ["with a line end", `${bugs}\n`, "prompt-normal"],
  ])("A015: without a parent the prompt decides (%s)", (_, content, rule) => {
    const output = read({ "s1.jsonl": jsonl(task123, inside(user("sc-1", null, content))) });
    expect(output.agents[0]!.from.rule).toBe(rule);
  });

  it.each([
    ["zen-architect", "System architecture design"],
    ["bug-hunter", "Bug detection and analysis"],
    ["modular-builder", "Modular code construction"],
    ["test-coverage", "Test case generation"],
    ["refactor-architect", "Code refactoring strategies"],
    ["integration-specialist", "System integration design"],
    ["synthesis-master", "Knowledge synthesis"],
    ["subagent-architect", "Agent creation"],
    ["one-of-my-own", "names are data"],
  ])("A016: %s is known by the name in its call", (type, prompt) => {
    const output = read({
      "s1.jsonl": jsonl(said("a", null, call("t1", type, prompt)), inside(user("sc-1", "a", prompt))),
    });
    expect(output.agents[0]!.agentType).toBe(type);
  });

  it("A012 A013 A027: type and flag decide who wrote a message; system records are notices", () => {
    const output = read({
      "s1.jsonl": jsonl(
        user("u", null, "hi", { userType: "external" }),
        said("a", "u", call("t1", "x", "p")),
        inside(user("sc-1", "a", "p", { userType: "external" })),
        inside(said("sc-2", "sc-1", words("ok"))),
        inside({ type: "system", uuid: "sc-3", parentUuid: "sc-2", subtype: "api_retry", content: "again" }),
        { type: "system", uuid: "s", parentUuid: "a", subtype: "turn_duration", durationMs: 5 },
      ),
    });
    const actors = (node: Agent | Session) =>
      node.children.flatMap((one) =>
        one.type === "message" ? `${one.role} ${one.actor}` : one.type === "notice" ? "notice" : [],
      );
    expect(actors(output.tree.children[0] as Session)).toEqual(["user human", "assistant assistant", "notice"]);
    expect(actors(output.agents[0]!)).toEqual(["user assistant", "assistant agent", "notice"]);
  });

  it("the actor of an interruption, and of a prompt that a person typed to an agent, is a human", () => {
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "agent-7f.jsonl":
        side("7f", "p") +
        jsonl(
          user("7f3", "7f2", "rather look there", { origin: { kind: "human" } }),
          user("7f4", "7f3", [words("[Request interrupted by user]")]),
        ),
    });
    expect(output.agents[0]!.children.map((node) => (node as Message).actor)).toEqual([
      "assistant",
      "agent",
      "human",
      "human",
    ]);
  });

  it("A018: one Task block in a message spawns one agent", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, call("t1", "zen-architect", "Design the architecture")),
        inside(user("sc-1", "a", "Design the architecture")),
      ),
    });
    expect(output.agents.map(({ agentType }) => agentType)).toEqual(["zen-architect"]);
  });

  it("A019 A031: two Task blocks in one message, interleaved in the file: two agents, which end in another order", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, call("t1", "bug-hunter", "P1"), call("t2", "test-coverage", "P2")),
        inside(user("x1", "a", "P1")),
        inside(user("y1", "a", "P2")),
        inside(said("x2", "x1", words("x"))),
        inside(said("y2", "y1", words("y"))),
        user("r2", "a", [result("t2", "y")], { timestamp: "2026-01-01T00:00:01Z" }),
        user("r1", "a", [result("t1", "x")], { timestamp: "2026-01-01T00:00:02Z" }),
      ),
    });
    expect(output.agents.map((agent) => [agent.agentType, uuidsOf(agent)])).toEqual([
      ["bug-hunter", ["x1", "x2"]],
      ["test-coverage", ["y1", "y2"]],
    ]);
    expect(analyse(output.tree).parallel).toEqual([
      { uuid: "a", invoked: ["side-x1", "side-y1"], completed: ["side-y1", "side-x1"], isReordered: true },
    ]);
  });

  it("A020 A037 A038: message 2 holds sidechain A, message 4 holds B and C; each is placed after its call", () => {
    const chain = (name: string, parent: string) => [
      inside(user(`${name}1`, parent, name)),
      inside(said(`${name}2`, `${name}1`, words("ok"))),
    ];
    const output = read({
      "s1.jsonl": jsonl(
        user("m1", null, "go"),
        said("m2", "m1", call("ta", "x", "A")),
        ...chain("A", "m2"),
        inside(said("A3", "A2", words("more"))),
        user("ra", "m2", [result("ta")]),
        said("m3", "ra", words("next")),
        said("m4", "m3", call("tb", "x", "B"), call("tc", "x", "C")),
        ...chain("B", "m4"),
        ...chain("C", "m4"),
      ),
    });
    const shown = (output.tree.children[0] as Session).children.map((node) =>
      node.type === "agent" ? uuidsOf(node).join(" ") : (node as Message).uuid,
    );
    expect(shown).toEqual(["m1", "m2", "A1 A2 A3", "m3", "m4", "B1 B2", "C1 C2"]);
  });

  it("A021 A028: sidechains at levels 1 and 2, both unclosed", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("main-1", null, words("off")),
        inside(user("sc1-1", "main-1", "design")),
        inside(said("sc1-2", "sc1-1", words("asking"))),
        inside(user("sc2-1", "sc1-2", "build", { nestingLevel: 2 })),
        inside({ ...said("sc2-2", "sc2-1", words("built")), nestingLevel: 2 }),
      ),
    });
    expect(
      output.agents.map((agent) => [agent.nestingLevel, uuidsOf(agent), agent.from.uuid, agent.incomplete]),
    ).toEqual([
      [1, ["sc1-1", "sc1-2"], "main-1", true],
      [2, ["sc2-1", "sc2-2"], "sc1-2", true],
    ]);
  });

  it("A021: without a level, a prompt that repeats a call of its parent begins a nested agent", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, call("t1", "outer", "one")),
        inside(user("o1", "a", "one")),
        inside(said("o2", "o1", call("t2", "inner", "two"))),
        inside(user("i1", "o2", "two")),
        inside(said("i2", "i1", words("ok"))),
      ),
    });
    expect(output.agents.map(({ agentType, nestingLevel }) => [agentType, nestingLevel])).toEqual([
      ["outer", 1],
      ["inner", 2],
    ]);
  });

  it("A017 A022 A026 A030: an agent is called, answers, ends where the flag is absent, and its answer is used", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, call("t1", "x", "p")),
        inside(user("sc-1", "a", "p")),
        inside(said("sc-2", "sc-1", words("all good"))),
        user("r", "a", [result("t1", "all good")]),
        said("z", "r", words("it says all is good")),
      ),
    });
    expect(output.agents[0]).toMatchObject({ messageCount: 2, from: { uuid: "r" } });
    expect(output.agents[0]!.incomplete).toBeUndefined();
    expect(uuidsOf(output.tree.children[0] as Session)).toEqual(["a", "z"]);
  });

  it("A030: without parents an entry continues the one directly before it in the file, and a prompt begins a new agent", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, words("x")),
        inside(user("p1", null, "one")),
        inside(said("p2", null, words("ok"))),
        inside(user("q1", null, "two")),
        inside(said("q2", null, words("ok"))),
        said("b", "a", words("y")),
      ),
    });
    expect(output.agents.map(uuidsOf)).toEqual([
      ["p1", "p2"],
      ["q1", "q2"],
    ]);
  });

  it.each([
    [
      "refinement",
      [
        "Analyze this code",
        "Initial analysis...",
        "Look deeper at the database layer",
        "Database analysis...",
        "Check for SQL injection vulnerabilities",
        "Security scan results...",
      ],
      ["refinement", "refinement"],
    ],
    ["refinement in another script", ["Почему?", "Почему так? Потому что.", "Ещё", "Готово"], ["refinement"]],
    ["clarification in another script", ["テスト", "どのフレームワーク？", "pytest", "はい"], ["clarification"]],
    [
      "clarification",
      ["Generate test cases", "What testing framework?", "Use pytest", "Generated pytest cases..."],
      ["clarification"],
    ],
    [
      "error recovery",
      ["Parse this file", "Error: File not found", "The file is at /correct/path/file.py", "Successfully parsed..."],
      ["error-recovery"],
    ],
  ])("A024 A036: %s keeps its turns, and is recognised", (_, turns, patterns) => {
    const records = turns.map((text, index) =>
      index % 2 === 0
        ? inside(user(`t${index}`, index === 0 ? "a" : `t${index - 1}`, text))
        : inside(said(`t${index}`, `t${index - 1}`, words(text))),
    );
    const output = read({ "s1.jsonl": jsonl(said("a", null, call("c", "x", turns[0]!)), ...records) });
    expect(output.agents[0]!.children.map((node) => (node as Message).actor)).toEqual(
      turns.map((__, index) => (index % 2 === 0 ? "assistant" : "agent")),
    );
    expect(analyse(output.tree).agents[0]).toMatchObject({ turns: turns.length / 2, patterns });
  });

  it("an agent's tool use, also of the flat form, is in the agent", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, call("t1", "x", "p")),
        inside(user("sc-1", "a", "p")),
        inside({
          type: "assistant",
          uuid: "sc-tool-1",
          parentUuid: "sc-1",
          subtype: "tool_use",
          toolName: "Read",
          toolArguments: { file_path: "/src/main.py" },
        }),
        inside(
          said("sc-2", "sc-tool-1", { type: "tool_use", id: "t2", name: "Read", input: { file_path: "/src/main.py" } }),
        ),
        inside(user("sc-3", "sc-2", [result("t2", "text")])),
      ),
    });
    expect(output.agents).toHaveLength(1);
    const flat = output.agents[0]!.children.find((child) => child.type === "message" && child.uuid === "sc-tool-1");
    expect(flat).toMatchObject({
      children: [{ type: "toolCall", name: "Read", input: { file_path: "/src/main.py" } }],
    });
    expect(output.agents[0]!.children.at(-1)).toMatchObject({ children: [{ name: "Read", result: { uuid: "sc-3" } }] });
  });

  it("A041: agents that are unfinished, or have no call, are in the tree and are reported", () => {
    const output = read({
      "s1.jsonl": jsonl(user("u", null, "hi"), said("a", "u", task("t1", "p"))),
      "s1/subagents/agent-7f.jsonl": jsonl(user("g1", null, "p", { agentId: "7f" }), {
        ...said("g2", "g1", { type: "thinking", thinking: "hm" }),
        agentId: "7f",
      }),
      "s1/subagents/agent-8a.jsonl": side("8a", "nobody asked"),
    });
    const { incomplete, orphaned } = analyse(output.tree);
    expect([incomplete, orphaned]).toEqual([["7f"], ["8a"]]);
    expect(spawned(output)).toContain("8a sync - unanchored-agent 1");
    expect(output.messages).toContain("unanchored-agent");
  });
});
