import { describe, expect, it } from "vitest";
import { analyse, joinReports } from "../src/analyse/index.ts";
import { jsonl, main, read, result, said, side, task, user } from "./read.ts";

const words = (value: string) => ({ type: "text", text: value });
const at = (second: number) => ({ timestamp: `2026-01-01T00:00:0${second}Z` });

describe("analyse", () => {
  it("A032 A033 A034 A035 L004: threads apart, delegations per type, depth, frequency", () => {
    const outer = jsonl(
      user("o1", null, "outer", { agentId: "out" }),
      { ...said("o2", "o1", task("t3", "inner", { subagent_type: "digger" })), agentId: "out" },
      user("o3", "o2", [result("t3")], { toolUseResult: { agentId: "in" } }),
      said("o4", "o3", words("ok")),
    );
    const { tree } = read({
      "s1.jsonl": main(
        ["t1", "outer", { agentId: "out" }],
        ["t2", "other", { agentId: "8a", totalTokens: 7, totalDurationMs: 50 }],
      ),
      "s1/subagents/agent-out.jsonl": outer,
      "s1/subagents/agent-in.jsonl": side("in", "inner"),
      "s1/subagents/agent-8a.jsonl": side("8a", "other"),
      "s1/subagents/agent-acompact-1.jsonl": side("acompact-1", "summarise"),
    });
    const report = analyse(tree);
    expect(
      report.agents.map(({ agentId, parent, nestingLevel, sessionId }) => [agentId, parent, nestingLevel, sessionId]),
    ).toEqual([
      ["out", undefined, 1, "s1"],
      ["in", "out", 2, "s1"],
      ["8a", undefined, 1, "s1"],
    ]);
    expect(report.types).toMatchObject([
      { agentType: "scout", invocations: 2, messages: 6, tokens: 7, maxNestingLevel: 1, incomplete: 0 },
      { agentType: "digger", invocations: 1, messages: 2, maxNestingLevel: 2 },
    ]);
    expect(report).toMatchObject({ maxNestingLevel: 2, internal: 1, mainMessages: 2, agentMessages: 9 });
    expect(report.parallel).toMatchObject([{ uuid: "a", invoked: ["out", "8a"] }]);
  });

  it("without counts of the client, calls, tokens of the last answer and duration are counted on the records", () => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 3, output_tokens: 5 };
    const answer = said("g4", "g3", words("ok"));
    const { tree } = read({
      "s1.jsonl": jsonl(said("a", null, task("t1", "p")), user("r", "a", [result("t1")])),
      "agent-7f.jsonl": jsonl(
        user("g1", null, "p", { agentId: "7f", ...at(1) }),
        { ...said("g2", "g1", { type: "tool_use", id: "b", name: "Bash", input: {} }), ...at(2) },
        user("g3", "g2", [result("b")], at(3)),
        { ...answer, ...at(4), message: { ...(answer["message"] as object), usage } },
      ),
    });
    expect(analyse(tree).agents[0]).toMatchObject({
      toolUses: 1,
      tokens: 18,
      durationMs: 3000,
      turns: 1,
      patterns: [],
    });
  });

  it("lists missing agents, and is empty for a session without agents", () => {
    const { tree } = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]) });
    expect(analyse(tree)).toMatchObject({ missing: ["7f"], incomplete: [], orphaned: [] });
    expect(analyse(read({ "s1.jsonl": jsonl(user("u", null, "hi")) }).tree)).toMatchObject({
      agents: [],
      types: [],
      maxNestingLevel: 0,
      mainMessages: 1,
    });
  });

  it("agents in the background end at their last entry", () => {
    const launched = (id: string) => ({ agentId: id, isAsync: true, status: "async_launched" });
    const { tree } = read({
      "s1.jsonl": main(["t1", "p", launched("x")], ["t2", "q", launched("y")]),
      "agent-x.jsonl": jsonl(user("x1", null, "p", { agentId: "x", ...at(1) }), {
        ...said("x2", "x1", words("ok")),
        ...at(9),
      }),
      "agent-y.jsonl": jsonl(user("y1", null, "q", { agentId: "y", ...at(2) }), {
        ...said("y2", "y1", words("ok")),
        ...at(4),
      }),
    });
    expect(analyse(tree).parallel).toEqual([
      { uuid: "a", invoked: ["x", "y"], completed: ["y", "x"], isReordered: true },
    ]);
  });

  it("joins the reports of sessions to that of all of them", () => {
    const called = (name: string, agent: string) =>
      main(["t1", name, { agentId: agent }], ["t2", name, { agentId: `${agent}-2` }])
        .replaceAll('"s1"', `"${name}"`)
        .replaceAll(/"(u|a|b)"/g, `"$1-${name}"`);
    const { tree } = read({
      "s1.jsonl": called("s1", "x"),
      "s1/subagents/agent-x.jsonl": side("x", "s1"),
      "s2.jsonl": called("s2", "y"),
      "s3.jsonl": jsonl(user("alone", null, "no agents", { sessionId: "s3" })),
    });
    expect(tree.children.length).toBeGreaterThan(1);
    const whole = analyse(tree);
    expect(whole.agents.length).toBeGreaterThan(1);
    expect(joinReports(tree.children.map((root) => analyse({ type: "root", children: [root] })))).toEqual(whole);
  });
});
