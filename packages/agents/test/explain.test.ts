import { createExplainer } from "@ccdag/core";
import { describe, expect, it } from "vitest";
import { jsonl, main, read, side, user } from "./read.ts";

/** What is said of an entry about births: the statement, its rule, detail and agent, and the evidence. */
function said(output: ReturnType<typeof read>, uuid: string): string[] {
  const [found] = createExplainer(output.sessions)(uuid);
  return found!.statements
    .filter(({ says }) => says === "linked" || says === "spawned")
    .map(({ says, rule, detail, agentId, evidence }) =>
      [says, rule, detail, agentId, ...evidence.map(({ id }) => id)].filter(Boolean).join(" "),
    );
}

describe("explain", () => {
  it("says at both ends where an agent was born, by which rule and of which call", () => {
    const output = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]), "agent-7f.jsonl": side("7f", "p") });
    expect(said(output, "7f1")).toEqual(["linked result-agent-id t1 r0"]);
    expect(said(output, "r0")).toEqual(["spawned result-agent-id 7f 7f1"]);
  });

  it("takes the id of an agent for its first entry", () => {
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f123456" }]),
      "agent-7f123456.jsonl": side("7f123456", "p"),
    });
    expect(said(output, "7f123456")).toEqual(["linked result-agent-id t1 r0"]);
  });

  it("says of a result that its agent has no transcript", () => {
    const output = read({ "s1.jsonl": main(["t1", "p", { agentId: "7f" }]) });
    expect(said(output, "r0")).toEqual(["spawned missing-agent missing 7f"]);
  });

  it("says where an agent stands whose own parent is recorded", () => {
    const own = jsonl(
      user("c1", "a", "x", { isSidechain: true, agentId: "acompact-1" }),
      user("c2", "z", "y", { isSidechain: true, agentId: "acompact-1" }),
    );
    const output = read({ "s1.jsonl": main(["t1", "p"]), "s1/subagents/agent-acompact-1.jsonl": own });
    expect(said(output, "c1")).toEqual(["linked sidechain-parent z"]);
  });
});
