import type { Message, Session } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { unified } from "unified";
import ccdagAgents, { agents, linkRules } from "../src/index.ts";
import { jsonl, read, result, said, side, task, user } from "./read.ts";

const born = ({ agents: found }: ReturnType<typeof read>) =>
  found.map(
    ({ agentId, mode, from, nestingLevel }) =>
      `${agentId} ${mode} ${from.toolUseId ?? "-"} ${from.rule} ${nestingLevel}`,
  );
const main = (...calls: Array<[id: string, prompt: string, toolUseResult?: object | undefined]>) =>
  jsonl(
    said("a", null, ...calls.map(([id, prompt]) => task(id, prompt))),
    ...calls.map(([id, , toolUseResult], index) =>
      user(`r${index}`, "a", [result(id)], toolUseResult ? { toolUseResult } : {}),
    ),
    said("z", `r${calls.length - 1}`, { type: "text", text: "done" }),
  );

describe("where an agent was born", () => {
  it.each([
    [
      "its sidecar names the call",
      { "s1/subagents/agent-7f.jsonl": side("7f", "other words") },
      { "s1/subagents/agent-7f.meta.json": { toolUseId: "t1", agentType: "scout" } },
      undefined,
      "meta-tool-use",
    ],
    [
      "the result names it",
      { "s1/subagents/agent-7f.jsonl": side("7f", "other words") },
      {},
      { agentId: "7f" },
      "result-agent-id",
    ],
    ["the prompt is equal", { "agent-7f.jsonl": side("7f", "Look around") }, {}, undefined, "prompt-exact"],
    ["the prompt is nearly equal", { "agent-7f.jsonl": side("7f", " look\naround ") }, {}, undefined, "prompt-normal"],
  ])("%s", (_, files, sidecars, toolUseResult, rule) => {
    expect(born(read({ "s1.jsonl": main(["t1", "Look around", toolUseResult]), ...files }, sidecars))).toEqual([
      `7f sync t1 ${rule} 1`,
    ]);
  });

  it("the words of the result name it", () => {
    const text = jsonl(
      said("a", null, task("t1", "x")),
      user("r", "a", [result("t1", [{ type: "text", text: "done\nagentId: 7f" }])]),
    );
    expect(born(read({ "s1.jsonl": text, "s1/subagents/agent-7f.jsonl": side("7f", "other") }))).toEqual([
      "7f sync t1 result-text-id 1",
    ]);
  });

  it("the recorded parent is the call, also with several calls in one entry; progress names the call", () => {
    const inline = jsonl(user("x1", "a", "two", { isSidechain: true }), {
      ...said("x2", "x1", { type: "text", text: "ok" }),
      isSidechain: true,
    });
    expect(born(read({ "s1.jsonl": jsonl(said("a", null, task("t1", "one"), task("t2", "two"))) + inline }))).toEqual([
      "side-x1 inline t2 sidechain-parent 1",
    ]);
    const progress = {
      type: "progress",
      uuid: "p",
      parentUuid: "a",
      parentToolUseID: "t1",
      data: { type: "agent_progress", agentId: "7f" },
    };
    expect(
      born(
        read({
          "s1.jsonl": jsonl(said("a", null, task("t1", "one")), progress),
          "agent-7f.jsonl": side("7f", "other"),
        }),
      ),
    ).toEqual(["7f sync t1 sidechain-parent 1"]);
  });

  it("a notification names it, when nothing else does", () => {
    const told = user(
      "n",
      null,
      "<task-notification><task-id>7f</task-id><status>completed</status></task-notification>",
    );
    expect(born(read({ "s1.jsonl": jsonl(told), "agent-7f.jsonl": side("7f", "other") }))).toEqual([
      "7f background - task-notification 1",
    ]);
  });

  it("nothing names it: it stands at the end of its session, or of a session of its name", () => {
    const { tree, agents: found } = read({
      "s1.jsonl": jsonl(user("u", null, "hi")),
      "agent-7f.jsonl": side("7f", "Warmup"),
      "s9/subagents/agent-8a.jsonl": side("8a", "x"),
    });
    expect(found.map(({ mode, from }) => [mode, from.rule])).toEqual([
      ["warmup", "unanchored-agent"],
      ["sync", "unanchored-agent"],
    ]);
    expect(tree.children.map((node) => (node as Session).sessionId)).toEqual(["s1", "s9"]);
  });

  it("two agents with one prompt: the first call bore the first, and it is said", () => {
    const files = {
      "s1.jsonl": main(["t1", "same"], ["t2", "same"]),
      "agent-b.jsonl": side("b", "same", { timestamp: "2026-01-01T00:00:01Z" }),
      "agent-a.jsonl": side("a", "same", { timestamp: "2026-01-01T00:00:02Z" }),
    };
    const told = read(files);
    expect(born(told).sort()).toEqual(["a sync t2 prompt-exact 1", "b sync t1 prompt-exact 1"]);
    expect(told.messages).toContain("ambiguous-anchor");
  });

  it("a teammate is told by the name on its first message; the prompt stands in it", () => {
    const spawned = { status: "teammate_spawned", name: "bo", team_name: "crew" };
    const message = '<teammate-message teammate_id="team-lead" summary="look">\nLook   around, bo\n</teammate-message>';
    const told = read({
      "s1.jsonl": main(["t1", "look around, bo", spawned]),
      "s1/subagents/agent-7f.jsonl": side("7f", message),
    });
    expect(born(told)).toEqual(["7f teammate t1 prompt-normal 1"]);
    expect(told.agents[0]).toMatchObject({ name: "bo", team: "crew" });
    const named = read(
      { "s1.jsonl": main(["t1", "x", undefined]), "s1/subagents/agent-7f.jsonl": side("7f", "X") },
      { "s1/subagents/agent-7f.meta.json": { name: "cy", taskKind: "in_process_teammate" } },
    );
    expect(born(named)).toEqual(["7f teammate t1 prompt-normal 1"]);
  });
});

describe("what an agent is", () => {
  it("C004 C122: agents of any kind are told under their calls, each once, and nothing of theirs on the trunk", () => {
    const nested = jsonl(user("n1", null, "inner", { isSidechain: true, agentId: "in" }));
    const outer = jsonl(
      user("o1", null, "outer", { isSidechain: true, agentId: "out" }),
      { ...said("o2", "o1", task("t2", "inner")), isSidechain: true, agentId: "out" },
      {
        ...user("o3", "o2", [result("t2")]),
        isSidechain: true,
        agentId: "out",
        toolUseResult: { agentId: "in", isAsync: true, status: "async_launched" },
      },
    );
    const told = read({
      "s1.jsonl": main(["t1", "outer", { agentId: "out" }]),
      "s1/subagents/agent-out.jsonl": outer,
      "s1/subagents/agent-in.jsonl": nested,
    });
    expect(born(told)).toEqual(["out sync t1 result-agent-id 1", "in background t2 result-agent-id 2"]);
    const trunk = (told.tree.children[0] as Session).children;
    expect(trunk.map((node) => (node.type === "message" ? node.uuid : node.type))).toEqual(["a", "agent", "z"]);
    expect((trunk[0] as Message).children[0]).toMatchObject({ agents: ["out"] });
  });

  it("C095: the first entry of an agent has no parent, and is called no orphan", () => {
    const { messages } = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "s1/subagents/agent-7f.jsonl": side("7f", "p"),
      "s1/subagents/agent-8a.jsonl": side("8a", "nobody asked"),
    });
    expect(messages.filter((rule) => rule === "missing-parent" || rule === "unexpected-root")).toEqual([]);
  });

  it("in an agent the user is Claude and the assistant is the agent", () => {
    const [agent] = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "agent-7f.jsonl": side("7f", "p"),
    }).agents;
    expect(agent!.children.map((node) => (node as Message).actor)).toEqual(["claude", "agent"]);
    expect(agent).toMatchObject({
      agentType: "scout",
      description: "look",
      messageCount: 2,
      startedAt: Date.UTC(2026, 0, 1),
    });
  });

  it.each([
    ["acompact-1", {}, "internal"],
    ["aprompt_suggestion-1", {}, "internal"],
    ["7f", { isFork: true }, "fork"],
    ["7f", { agentType: "workflow-subagent" }, "workflow"],
  ])("agent-%s with %j is of mode %s", (id, meta, mode) => {
    expect(
      read({ [`s1/subagents/agent-${id}.jsonl`]: side(id, "x") }, { [`s1/subagents/agent-${id}.meta.json`]: meta })
        .agents[0]!.mode,
    ).toBe(mode);
  });

  it("sidechains of a main file are told apart by agent id, else by what is connected, also where they interleave", () => {
    const talk = (name: string) => [
      user(`${name}1`, null, name, { isSidechain: true }),
      { ...said(`${name}2`, `${name}1`, { type: "text", text: "ok" }), isSidechain: true },
    ];
    const [x, y] = [talk("x"), talk("y")];
    const named = user("q1", null, "q", { isSidechain: true, agentId: "q" });
    const told = read({
      "s1.jsonl": jsonl(said("a", null, task("t1", "x"), task("t2", "y")), x[0]!, y[0]!, x[1]!, named, y[1]!),
    });
    expect(born(told).sort()).toEqual([
      "q inline - unanchored-agent 1",
      "side-x1 inline t1 prompt-exact 1",
      "side-y1 inline t2 prompt-exact 1",
    ]);
  });

  it("an agent that goes on from an older agent stands in that one", () => {
    const more = jsonl(user("h1", "7f2", "again", { isSidechain: true, agentId: "8a" }));
    const told = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "agent-7f.jsonl": side("7f", "p"),
      "agent-8a.jsonl": more,
    });
    expect(born(told)).toEqual(["7f sync t1 result-agent-id 1", "8a sync - sidechain-parent 2"]);
  });
});

describe("the plugin", () => {
  it("adds the extension to the reading wing", () => {
    const processor = unified().use(ccdagAgents).freeze();
    expect(processor.data().ccdagExtensions!.map(({ link }) => link)).toEqual([linkRules]);
    expect(agents().own!.map(({ name }) => name)).toEqual(["internal-agent", "agent-line"]);
  });
});
