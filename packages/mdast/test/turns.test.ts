import type { FlowContent } from "@ccdag/ccast";
import { agent, answer, branch, compaction, message, session, toolCall, tree } from "@ccdag/testkit";
import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { type Section, toMdast } from "../src/index.ts";

const turnsOf = (...children: FlowContent[]): Section[] => {
  const turns: Section[] = [];
  const stack: Nodes[] = [toMdast(tree(session({ sessionId: "s" }, ...children)), { sections: true })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "section" && node.turn) turns.push(node);
    if ("children" in node) for (const child of [...node.children].reverse()) stack.push(child);
  }
  return turns;
};
const kindsOf = ({ children }: Section) =>
  children.flatMap((child) => (child.type === "section" ? child.landmark.kind : []));
const steering = { uuid: "u9", origin: "steering" } as const;

describe("turns of a document with sections", () => {
  it("a turn is a prompt and all that follows until the next one", () => {
    const turns = turnsOf(
      message("u1", "one"),
      answer("a1", "a"),
      compaction("c"),
      answer("a2", "b"),
      message("u2", "two"),
    );
    expect(turns.map(kindsOf)).toEqual([["prompt", "reply", "compaction", "reply"], ["prompt"]]);
    expect(turns.map(({ turn, landmark }) => [turn!.number, landmark.name, landmark.title])).toEqual([
      [1, "turn-u1", "one"],
      [2, "turn-u2", "two"],
    ]);
  });

  it("a prompt that steers a turn is part of it", () => {
    expect(turnsOf(message("u1", "one"), message(steering, "wait"), answer("a1", "ok")).map(kindsOf)).toEqual([
      ["prompt", "prompt", "reply"],
    ]);
  });

  it("numbers continue in branches, and a branch ends the turn before it", () => {
    const side = (uuid: string, words: string) => branch({ uuid, from: { uuid: "a1" } }, message(uuid, words));
    const turns = turnsOf(message("u1", "one"), answer("a1", "a"), side("b1", "left"), side("b2", "right"));
    expect(turns.map(({ turn, landmark }) => `${turn!.number} ${landmark.title}`)).toEqual([
      "1 one",
      "2 left",
      "3 right",
    ]);
  });

  it.each([
    [
      "what the client records after the last answer takes no time",
      message({ uuid: "m", timestamp: 9000, origin: "meta" }, "x"),
      2000,
    ],
    ["the output of a command does", message({ uuid: "o", timestamp: 9000, origin: "bash-output" }, "x"), 8000],
    ["a later answer does", answer({ uuid: "a2", timestamp: 9000 }, "x"), 8000],
  ])("%s", (_, last, durationMs) => {
    const [turn] = turnsOf(
      message({ uuid: "u1", timestamp: 1000 }, "one"),
      answer({ uuid: "a1", timestamp: 3000 }, "a"),
      last,
    );
    expect(turn!.turn).toMatchObject({ durationMs });
  });

  it("counts its own calls, not those of its agents, and says how long it took", () => {
    const failed = { type: "toolResult", isError: true, children: [] } as const;
    const [turn] = turnsOf(
      message({ uuid: "u1", timestamp: 1000 }, "one"),
      answer(
        { uuid: "a1", timestamp: 3000 },
        toolCall("Read"),
        toolCall({ name: "Bash", id: "t", result: { ...failed, children: [] } }),
      ),
      agent({ agentId: "7f", from: { uuid: "a1", rule: "meta-tool-use" } }, answer("x", toolCall("Read"))),
      answer({ uuid: "a2", timestamp: 6000 }, toolCall("Read"), "done"),
    );
    const { tools, ...rest } = turn!.turn!;
    expect([...tools]).toEqual([
      ["Read", 2],
      ["Bash", 1],
    ]);
    expect(rest).toMatchObject({ failed: 1, agents: 1, durationMs: 5000 });
  });

  it("counts agents of agents, also those without a transcript", () => {
    const from = { uuid: "a1", rule: "meta-tool-use" } as const;
    const gone = (agentId: string) => agent({ agentId, from, missing: true });
    const [turn] = turnsOf(
      message("u1", "one"),
      answer("a1", "a"),
      gone("b1"),
      agent({ agentId: "b2", from }, answer("x", "b"), gone("b3")),
    );
    expect(turn!.turn).toMatchObject({ agents: 3 });
  });

  it("the last answer has a heading of its own", () => {
    const [turn] = turnsOf(
      message("u1", "one"),
      answer("a1", "first"),
      answer("a2", toolCall("Read")),
      answer("a3", "last"),
    );
    const [, first, , last] = turn!.children as Section[];
    expect([first!.isAnswer, last!.isAnswer]).toEqual([undefined, true]);
    expect(last!.children[0]!.type).toBe("heading");
  });

  it("an agent has no turns, and a document without sections has none", () => {
    const child = agent({ agentId: "7f", from: { rule: "meta-tool-use" } }, message("x", "a prompt of a person"));
    expect(turnsOf(message("u1", "one"), child)).toHaveLength(1);
    const flat = toMdast(tree(session({ sessionId: "s" }, message("u1", "one"))));
    expect(flat.children.some(({ type }) => type === "section")).toBe(false);
  });
});
