import type { Agent } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, read, result, said, task, user } from "./read.ts";

const inAgent = (record: Record<string, unknown>) => ({ ...record, isSidechain: true });
const text = (value: string) => ({ type: "text", text: value });
const start = (more: Record<string, unknown> = {}) => [
  user("u", null, "go"),
  said("a", "u", task("t1", "do the job", more)),
  user("r", "a", [result("t1", "Spawned")]),
  said("b", "r", text("done")),
];
const only = (agents: readonly Agent[]): Agent => {
  expect(agents).toHaveLength(1);
  return agents[0]!;
};

describe("agents that were tried", () => {
  it("A042: a teammate whose message has another summary than its call is at that call", () => {
    const mail = '<teammate-message teammate_id="lead" summary="something else">\ndo the job\n</teammate-message>';
    const { agents } = read({
      "s1.jsonl": jsonl(...start({ team_name: "crew", name: "bo" })),
      "s1/subagents/agent-7f.jsonl": jsonl(user("g1", null, mail), said("g2", "g1", text("on it"))),
    });
    expect(only(agents).from).toMatchObject({ toolUseId: "t1", rule: "prompt-normal" });
  });

  it("A022: a sidechain that ends with a call is complete once its own call has a result", () => {
    const chain = [
      inAgent(user("c", "a", "do the job")),
      inAgent(said("d", "c", { type: "tool_use", id: "t9", name: "Read", input: {} })),
      inAgent(user("e", "d", [result("t9", "ok")])),
    ];
    const records = start();
    const closed = read({ "s1.jsonl": jsonl(...records.slice(0, 2), ...chain, ...records.slice(2)) });
    expect(only(closed.agents).incomplete).toBeUndefined();
    const open = read({ "s1.jsonl": jsonl(...records.slice(0, 2), ...chain) });
    expect(only(open.agents).incomplete).toBe(true);
  });

  it("A001: an agent below the last message of another one says that it continues it", () => {
    const { agents } = read({
      "s1.jsonl": jsonl(...start(), said("k", "b", task("t2", "again")), user("l", "k", [result("t2", "two")])),
      "s1/subagents/agent-aa.jsonl": jsonl(user("g1", null, "do the job"), said("g2", "g1", text("one"))),
      "s1/subagents/agent-bb.jsonl": jsonl(user("h1", "g2", "again"), said("h2", "h1", text("two"))),
    });
    const [first, second] = [...agents].sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
    expect(first!.continues).toBeUndefined();
    expect(second).toMatchObject({
      agentId: "bb",
      continues: { uuid: "g2", agentId: "aa" },
    });
  });
});
