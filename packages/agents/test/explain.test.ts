import { createExplainer } from "@ccdag/core";
import { describe, expect, it } from "vitest";
import { jsonl, main, read, side, user } from "./read.ts";

/** The statements on an entry about agents: what it says, its rule, detail and agent, and the evidence. */
function statements(output: ReturnType<typeof read>, uuid: string): string[] {
  const [found] = createExplainer(output.sessions)(uuid);
  return found!.statements
    .filter(({ says }) => says === "linked" || says === "spawned")
    .map(({ says, rule, detail, agentId, evidence }) =>
      [says, rule, detail, agentId, ...evidence.map(({ id }) => id)].filter(Boolean).join(" "),
    );
}

describe("explain", () => {
  it("names at both ends of a link the rule and the call that spawned the agent", () => {
    const output = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]), "agent-7f.jsonl": side("7f", "p") });
    expect(statements(output, "7f1")).toEqual(["linked result-agent-id t1 r0"]);
    expect(statements(output, "r0")).toEqual(["spawned result-agent-id 7f 7f1"]);
  });

  it("accepts the id of an agent for its first entry", () => {
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f123456" }]),
      "agent-7f123456.jsonl": side("7f123456", "p"),
    });
    expect(statements(output, "7f123456")).toEqual(["linked result-agent-id t1 r0"]);
  });

  it("reports on a result that its agent has no transcript", () => {
    const output = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]) });
    expect(statements(output, "r0")).toEqual(["spawned missing-agent missing 7f"]);
  });

  it("names the parent of an internal agent whose parent is recorded", () => {
    const internal = jsonl(
      user("c1", "a", "x", { isSidechain: true, agentId: "acompact-1" }),
      user("c2", "z", "y", { isSidechain: true, agentId: "acompact-1" }),
    );
    const output = read({ "s1.jsonl": main(["t1", "p"]), "s1/subagents/agent-acompact-1.jsonl": internal });
    expect(statements(output, "c1")).toEqual(["linked sidechain-parent z"]);
  });
});
