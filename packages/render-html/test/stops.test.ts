import { agent, answer, branch, image, message, session, toolCall, toolResult, tree } from "@ccdag/testkit";
import { toMdast } from "@ccdag/mdast";
import { describe, expect, it } from "vitest";
import { indexChanges } from "../src/changes/change-index.ts";
import { stopsOf } from "../src/page/stops.ts";

const failed = { ...toolCall("Bash", { command: "x" }), result: toolResult({ isError: true }, "no") };
const write = toolCall("Write", { file_path: "/w/a", content: "a" }, "done");

describe("R019: the contents know turns", () => {
  it("each turn has its number and what it has, also the first one of a branch, and one without words", () => {
    const side = (uuid: string, ...more: Parameters<typeof answer>) =>
      branch({ uuid, from: { uuid: "a1" } }, message(uuid, `${uuid} asks`), answer(...more));
    const root = tree(
      session(
        { sessionId: "s" },
        message("u1", image()),
        answer("a1", write),
        side("b1", "a2", failed),
        side("b2", "a3", "nothing"),
      ),
    );
    const stops = stopsOf(toMdast(root, { sections: true }), indexChanges(root));
    expect(stops.map(({ kind, turn, has }) => [kind, turn, has])).toEqual([
      ["session", undefined, undefined],
      ["prompt", 1, "changes"],
      ["branch", 2, "failed"],
      ["branch", 3, ""],
    ]);
  });

  it("what an agent does is part of its turn", () => {
    const root = tree(
      session(
        { sessionId: "s" },
        message("u1", "Go."),
        answer("a1", toolCall({ name: "Agent", id: "t1" }, {}, "done")),
        agent({ agentId: "x", from: { uuid: "a1", rule: "meta-tool-use" } }, answer("a2", failed)),
      ),
    );
    const [, turn] = stopsOf(toMdast(root, { sections: true }), indexChanges(root));
    expect([turn!.turn, turn!.has]).toEqual([1, "failed agents"]);
  });
});
