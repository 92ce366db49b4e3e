import { findEntry, type Message } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { inputTokens, readHome } from "./home.ts";
import { id, idInTree, type Json, Rollout } from "./rollout.ts";

const a = id("a");
const read = async (rollout: Rollout) => (await readHome([rollout])).rows.slice(1).map((row) => row.trim());

describe("issue 43: usage counts each response once (X17)", () => {
  it.each<[string, Rollout["era"], (rollout: Rollout) => unknown, number]>([
    ["a count that is repeated", "0.130.0", (one) => one.turn("P1").count().count(), 100],
    [
      "totals that begin at zero again",
      "0.63.0",
      (one) =>
        one
          .turn("P1")
          .event("token_count", { info: null })
          .also(() =>
            one.event("token_count", {
              info: { total_token_usage: { input_tokens: 100 }, last_token_usage: { input_tokens: 100 } },
            }),
          ),
      200,
    ],
    [
      "a response that says nothing in the talk",
      "0.130.0",
      (one) => one.event("task_started").count(40).put("compacted", { message: "x" }),
      40,
    ],
    ["records and counts of one response", "0.171.0", (one) => one.turn("P1").turn("P2"), 200],
    [
      "numbers that are none",
      "0.130.0",
      (one) =>
        one.event("token_count", {
          info: { total_token_usage: 1, last_token_usage: { input_tokens: -5, output_tokens: "x" } },
        }),
      0,
    ],
  ])("%s", async (_, era, say, sum) => {
    const rollout = new Rollout(era, a);
    say(rollout);
    expect(inputTokens((await readHome([rollout])).tree)).toBe(sum);
  });

  it("several responses in one turn are several messages", async () => {
    const rollout = new Rollout("0.171.0", a).prompt("P1").answer("One.").answer("Two.");
    expect(await read(rollout)).toEqual(["prompt: P1", "reply: One.", "reply: Two."]);
    const { tree } = await readHome([rollout]);
    const answers = rollout.lines.flatMap(({ payload }, at) =>
      (payload as Json)["role"] === "assistant" ? [findEntry(tree, idInTree(a, at))[0]!.node as Message] : [],
    );
    expect(answers.map(({ usage }) => (usage as Json)["output_tokens"])).toEqual([10, 10]);
  });
});
