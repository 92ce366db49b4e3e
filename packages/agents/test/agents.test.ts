import type { Message, Session } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { unified } from "unified";
import ccdagAgents, { agents, linkRules } from "../src/index.ts";
import { spawned, jsonl, main, read, result, said, side, task, user } from "./read.ts";

describe("agents", () => {
  it("C122: agents of every mode are placed after their calls, each once, and none of their entries is on the trunk", () => {
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
    const output = read({
      "s1.jsonl": main(["t1", "outer", { agentId: "out" }]),
      "s1/subagents/agent-out.jsonl": outer,
      "s1/subagents/agent-in.jsonl": nested,
    });
    expect(spawned(output)).toEqual(["out sync t1 result-agent-id 1", "in background t2 result-agent-id 2"]);
    const trunk = (output.tree.children[0] as Session).children;
    expect(trunk.map((node) => (node.type === "message" ? node.uuid : node.type))).toEqual(["a", "agent", "z"]);
    expect((trunk[0] as Message).children[0]).toMatchObject({ agents: ["out"] });
  });

  it("C095: the first entry of an agent has no parent, and is not reported as an orphan", () => {
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
    expect(agent!.children.map((node) => (node as Message).actor)).toEqual(["assistant", "agent"]);
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
    ["7f", { agentMode: "background" }, "background"],
    ["7f", { agentMode: "internal" }, "internal"],
    ["7f", { agentMode: "else" }, "sync"],
    ["7f", { agentType: "workflow-subagent" }, "workflow"],
  ])("agent-%s with %j is of mode %s", (id, meta, mode) => {
    expect(
      read({ [`s1/subagents/agent-${id}.jsonl`]: side(id, "x") }, { [`s1/subagents/agent-${id}.meta.json`]: meta })
        .agents[0]!.mode,
    ).toBe(mode);
  });

  it("sidechains of a main file are distinguished by agent id, else by their connected entries, also if they interleave", () => {
    const sidechain = (name: string) => [
      user(`${name}1`, null, name, { isSidechain: true }),
      { ...said(`${name}2`, `${name}1`, { type: "text", text: "ok" }), isSidechain: true },
    ];
    const [x, y] = [sidechain("x"), sidechain("y")];
    const named = user("q1", null, "q", { isSidechain: true, agentId: "q" });
    const output = read({
      "s1.jsonl": jsonl(said("a", null, task("t1", "x"), task("t2", "y")), x[0]!, y[0]!, x[1]!, named, y[1]!),
    });
    expect(spawned(output).sort()).toEqual([
      "q inline - unanchored-agent 1",
      "side-x1 inline t1 prompt-exact 1",
      "side-y1 inline t2 prompt-exact 1",
    ]);
  });

  it("A001: an agent that continues an older agent is placed in it, with its name and at its level", () => {
    const more = jsonl(user("h1", "7f2", "again", { isSidechain: true, agentId: "8a" }));
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "agent-7f.jsonl": side("7f", "p"),
      "agent-8a.jsonl": more,
    });
    expect(spawned(output)).toEqual(["7f sync t1 result-agent-id 1", "8a sync - sidechain-parent 1"]);
    expect(output.agents[1]).toMatchObject({ agentType: "scout", description: "look" });
  });
});

describe("the plugin", () => {
  it("adds the extension to the reading half", () => {
    const processor = unified().use(ccdagAgents).freeze();
    expect(processor.data().ccdagExtensions!.map(({ link }) => link)).toEqual([linkRules]);
    expect(agents().own!.map(({ name }) => name)).toEqual(["internal-agent", "agent-thread"]);
  });
});
