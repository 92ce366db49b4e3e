import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildContext } from "../src/context/build-context.ts";
import { strategyNames } from "../src/context/strategies.ts";
import { unitsOf } from "../src/context/units.ts";
import { estimateTokens, type StoredMessage, type MessageContent, type Strategy } from "../src/index.ts";
import { call, pathOf, result, said, summary } from "./context-sample.ts";

const text = fc.nat({ max: 60 }).map((length) => "x".repeat(length));

/** Turns: a text, or a call whose results follow at once or after others, or not at all. */
const turn = fc.oneof(
  { weight: 3, arbitrary: fc.record({ text }) },
  { weight: 3, arbitrary: fc.record({ calls: fc.integer({ min: 1, max: 3 }), text, wait: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ calls: fc.constant(1), text, wait: fc.constant(1000) }) },
);

const path = fc.array(turn, { maxLength: 25 }).map((turns) => {
  const contents: MessageContent[] = [];
  let waiting: { readonly due: number; readonly content: MessageContent }[] = [];
  for (const [at, one] of turns.entries()) {
    if ("calls" in one) {
      const ids = Array.from({ length: one.calls }, (_, index) => `${at}.${index}`).join(" ");
      contents.push(call(ids, one.text.length));
      if (one.wait < 1000) waiting.push({ due: at + one.wait, content: result(ids, one.text) });
    } else contents.push(said(one.text));
    contents.push(...waiting.filter(({ due }) => due <= at).map(({ content }) => content));
    waiting = waiting.filter(({ due }) => due > at);
  }
  return pathOf(...contents, ...waiting.map(({ content }) => content));
});

const limit = fc.nat({ max: 300 });
const kept = fc.nat({ max: 5 });
const strategy: fc.Arbitrary<Strategy> = fc.oneof(
  kept.map((n) => ({ type: "remove_tool_result" as const, params: { keep_recent_n_tool_results: n } })),
  kept.map((n) => ({ type: "remove_tool_call_params" as const, params: { keep_recent_n_tool_calls: n } })),
  limit.map((n) => ({ type: "middle_out" as const, params: { token_reduce_to: n } })),
  limit.map((n) => ({ type: "token_limit" as const, params: { limit_tokens: n } })),
);
const strategies = fc.array(strategy, { maxLength: 4 });
const budget = fc.option(limit, { nil: undefined });

/** The calls and results in messages, by their ids. */
function pairsIn(messages: readonly StoredMessage[]): Map<string, Set<string>> {
  const pairs = new Map<string, Set<string>>();
  for (const { parts } of messages)
    for (const { type, meta } of parts) {
      const id = meta?.["id"] ?? meta?.["tool_call_id"];
      if (typeof id === "string") pairs.set(id, (pairs.get(id) ?? new Set()).add(type));
    }
  return pairs;
}

const tokensOf = (messages: readonly StoredMessage[]) =>
  messages.reduce((sum, message) => sum + estimateTokens(message), 0);

describe("properties of contexts", () => {
  const check = (property: (path: StoredMessage[], strategies: Strategy[], budget: number | undefined) => void) =>
    fc.assert(fc.property(path, strategies, budget, property), { numRuns: 500 });

  test("S015 a context has messages of the branch only, in their order, and counts the others", () => {
    check((path, strategies, budget) => {
      const { messages, omitted, tokens } = buildContext(path, { strategies, budget });
      const kept = new Set(messages.map(({ id }) => id));
      expect(messages.map(({ id }) => id)).toEqual(path.map(({ id }) => id).filter((id) => kept.has(id)));
      expect([omitted, tokens]).toEqual([path.length - messages.length, tokensOf(messages)]);
    });
  });

  test("a call is never without its result, nor a result without its call", () => {
    check((path, strategies, budget) => {
      const whole = pairsIn(path);
      for (const [id, types] of pairsIn(buildContext(path, { strategies, budget }).messages))
        expect(types).toEqual(whole.get(id));
    });
  });

  test("the last message always stays", () => {
    check((path, strategies, budget) => {
      expect(buildContext(path, { strategies, budget }).messages.at(-1)?.id).toBe(path.at(-1)?.id);
    });
  });

  test("the tokens fit, unless only the last unit is left", () => {
    check((path, strategies, budget) => {
      const limits = strategies.flatMap(({ type, params }) =>
        type === "token_limit" ? [params.limit_tokens] : type === "middle_out" ? [params.token_reduce_to] : [],
      );
      const { messages, tokens } = buildContext(path, { strategies, budget });
      const fits = tokens <= Math.min(budget ?? Infinity, ...limits);
      expect(fits || unitsOf(messages).length === 1).toBe(true);
    });
  });

  test("no more is omitted than needed: one unit more would not fit", () => {
    fc.assert(
      fc.property(path, limit, (path, budget) => {
        const { omitted, tokens } = buildContext(path, { budget });
        const before = unitsOf(path.slice(0, omitted)).at(-1) ?? [];
        expect(omitted === 0 || tokens + tokensOf(before) > budget).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("the order in which strategies are given does not matter, as long as each kind is there once", () => {
    const each = fc.uniqueArray(strategy, { selector: ({ type }) => type, maxLength: 4 });
    fc.assert(
      fc.property(path, each, fc.infiniteStream(fc.nat()), (path, strategies, numbers) => {
        const shuffled = strategies
          .map((one) => ({ one, at: numbers.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const context = buildContext(path, { strategies: shuffled });
        expect(context).toEqual(buildContext(path, { strategies }));
        const sorted = strategyNames.flatMap((name) => strategies.filter(({ type }) => type === name));
        let step: readonly StoredMessage[] = path;
        for (const one of sorted) step = buildContext(step, { strategies: [one] }).messages;
        expect(context.messages).toEqual(step);
      }),
      { numRuns: 300 },
    );
  });

  test("a summary is where a context begins, and all of the above is so for what follows it", () => {
    fc.assert(
      fc.property(path, path, budget, (before, after, budget) => {
        const whole = pathOf(...before, summary("s"), ...after);
        const rest = whole.slice(before.length);
        const context = buildContext(whole, { budget });
        expect(context.messages).toEqual(buildContext(rest, { budget }).messages);
        expect(context.omitted).toBe(whole.length - context.messages.length);
      }),
    );
  });
});
