import { expect, it } from "vitest";
import { contextFill, emptyUsage } from "../src/index.ts";

/** A call with so many new, read and written tokens of its prompt. */
const call = (model: string, input: number, cacheRead = 0, cacheWrite = 0) => [
  { model, usage: { ...emptyUsage(), input, cacheRead, cacheWrite, output: 9999 } },
];

it.each([
  ["nothing without a call", [], undefined],
  ["all parts of a prompt, and no output", [call("claude-opus-4-6", 3, 20_000, 400)], [20_403, 20_403, 200_000]],
  ["a compaction", [call("claude-opus-4-6", 150_000), call("claude-opus-4-6", 30_000)], [150_000, 30_000, 200_000]],
  ["a prompt that proves the larger window", [call("claude-opus-4-6", 200_001)], [200_001, 200_001, 1_000_000]],
  ["a prompt that is longer than any window", [call("claude-opus-4-6", 1_200_000)], [1_200_000, 1_200_000, undefined]],
  ["a model whose window is not known", [call("gpt-9", 50_000)], [50_000, 50_000, undefined]],
] as const)("the context fill of %s", (_, calls, expected) => {
  const found = contextFill(calls);
  expect(found && [found.peak, found.last, found.window]).toEqual(expected);
});

it("an adviser that a model asked has a window of its own", () => {
  const [own] = call("claude-opus-4-6", 1000);
  const [adviser] = call("claude-haiku-4-5", 90_000);
  expect(contextFill([[own!, adviser!]])?.peak).toBe(1000);
});
