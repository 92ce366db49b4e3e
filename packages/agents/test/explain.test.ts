import { createExplainer } from "@ccdag/core";
import { describe, expect, it } from "vitest";
import { jsonl, main, read, side, user } from "./read.ts";

/** What is said of an entry about births: the statement, its rule, detail and agent, and the evidence. */
function said(told: ReturnType<typeof read>, uuid: string): string[] {
  const [found] = createExplainer(told.sessions)(uuid);
  return found!.statements
    .filter(({ says }) => says === "linked" || says === "bore")
    .map(({ says, rule, detail, agentId, evidence }) =>
      [says, rule, detail, agentId, ...evidence.map(({ id }) => id)].filter(Boolean).join(" "),
    );
}

describe("explain", () => {
  it("says at both ends where an agent was born, by which rule and of which call", () => {
    const told = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]), "agent-7f.jsonl": side("7f", "p") });
    expect(said(told, "7f1")).toEqual(["linked result-agent-id t1 r0"]);
    expect(said(told, "r0")).toEqual(["bore result-agent-id 7f 7f1"]);
  });

  it("takes the id of an agent for its first entry", () => {
    const told = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f123456" }]),
      "agent-7f123456.jsonl": side("7f123456", "p"),
    });
    expect(said(told, "7f123456")).toEqual(["linked result-agent-id t1 r0"]);
  });

  it("says of a result that its agent has no transcript", () => {
    const told = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]) });
    expect(said(told, "r0")).toEqual(["bore missing-agent missing 7f"]);
  });

  it("says where an agent stands whose own parent is recorded", () => {
    const own = jsonl(
      user("c1", "a", "x", { isSidechain: true, agentId: "acompact-1" }),
      user("c2", "z", "y", { isSidechain: true, agentId: "acompact-1" }),
    );
    const told = read({ "s1.jsonl": main(["t1", "p"]), "s1/subagents/agent-acompact-1.jsonl": own });
    expect(said(told, "c1")).toEqual(["linked sidechain-parent z"]);
  });
});
