import { describe, expect, test } from "vitest";
import { buildContext, type ContextOptions } from "../src/context/build-context.ts";
import { estimateTokens, estimatorName, type JsonRecord, type StoredMessage, type Strategy } from "../src/index.ts";
import { call, pathOf, result, said, shown, summary } from "./context-sample.ts";

const contextOf = (path: readonly StoredMessage[], options: Omit<ContextOptions, "leafId"> = {}) =>
  buildContext(path, options);

describe("a context without terms", () => {
  test("S015 is the branch as it is", () => {
    const path = pathOf(said("aaaa"), call("1"), result("1", "bbbb"), said("cccccccc"));
    const tokens = path.reduce((sum, message) => sum + estimateTokens(message), 0);
    expect(contextOf(path)).toEqual({ messages: path, tokens, estimator: estimatorName, omitted: 0 });
    expect(contextOf([])).toEqual({ messages: [], tokens: 0, estimator: estimatorName, omitted: 0 });
  });

  test("S015 begins with the newest summary of a compaction, unless the whole branch is asked for", () => {
    const path = pathOf(said("a"), summary("s1"), said("b"), summary("s2"), said("c"));
    expect(shown(contextOf(path).messages)).toBe("s2 c");
    expect(contextOf(path).omitted).toBe(3);
    expect(shown(contextOf(path, { compaction: false }).messages)).toBe("a s1 b s2 c");
    expect(shown(contextOf(path.slice(0, 2)).messages)).toBe("s1");
    expect(shown(contextOf(path.slice(0, 1)).messages)).toBe("a");
  });

  test.each<JsonRecord>([
    {},
    { ccdag: null },
    { ccdag: "compact-summary" },
    { ccdag: { kind: "user" } },
    { kind: "compact-summary" },
  ])("meta %j is no summary", (meta) => {
    const path = pathOf(said("a"), { ...said("b"), meta }, said("c"));
    expect(contextOf(path).messages).toEqual(path);
  });
});

describe("a budget", () => {
  // Each of these has as many tokens as its number; the call and its result are one unit of 4 and 5.
  const path = pathOf(
    said("a".repeat(4)),
    said("b".repeat(8)),
    call("1", 4),
    result("1", "r".repeat(20)),
    said("c".repeat(12)),
  );

  test("the example has the tokens that the tables below count on", () => {
    expect(path.map(estimateTokens)).toEqual([1, 2, 4, 5, 3]);
  });

  test.each([
    [undefined, "a b 1( )1 c", 15, 0],
    [100, "a b 1( )1 c", 15, 0],
    [15, "a b 1( )1 c", 15, 0],
    [14, "b 1( )1 c", 14, 1],
    [13, "1( )1 c", 12, 2],
    [12, "1( )1 c", 12, 2],
    // The call is not left without its result.
    [11, "c", 3, 4],
    [3, "c", 3, 4],
    [2, "c", 3, 4],
    [0, "c", 3, 4],
  ])("of %j keeps the newest messages: %s", (budget, expected, tokens, omitted) => {
    const context = contextOf(path, { budget });
    expect([shown(context.messages), context.tokens, context.omitted]).toEqual([expected, tokens, omitted]);
    expect(context).toEqual(
      contextOf(
        path,
        budget === undefined ? {} : { strategies: [{ type: "token_limit", params: { limit_tokens: budget } }] },
      ),
    );
  });

  test("the smaller one of a budget and a limit counts", () => {
    const limit = (limit_tokens: number): Strategy => ({ type: "token_limit", params: { limit_tokens } });
    expect(shown(contextOf(path, { budget: 3, strategies: [limit(14)] }).messages)).toBe("c");
    expect(shown(contextOf(path, { budget: 14, strategies: [limit(3)] }).messages)).toBe("c");
  });

  test("a call at the end whose result is not there yet stays", () => {
    const open = pathOf(said("a"), said("b"), call("1", 4));
    expect(shown(contextOf(open, { budget: 0 }).messages)).toBe("1(");
  });

  test.each([
    ["two calls of one message", [said("a"), call("1 2"), result("1"), result("2"), said("b")], "b"],
    ["calls that overlap", [said("a"), call("1"), call("2"), result("1"), result("2"), said("b")], "b"],
    ["a message between", [said("a"), call("1"), said("between"), result("1"), said("b")], "b"],
    ["several results of one call", [said("a"), call("1"), result("1"), said("x"), result("1"), said("b")], "b"],
    ["a result without a call", [said("a"), result("1"), said("b")], "b"],
    ["all in the last unit", [said("a"), call("1"), said("b"), result("1")], "1( b )1"],
  ])("calls and results go together: %s", (_, messages, expected) => {
    expect(shown(contextOf(pathOf(...messages), { budget: 0 }).messages)).toBe(expected);
  });

  test("a result belongs to the last call with its id before it: programs give the same ids in every turn", () => {
    const path = pathOf(call("1"), result("1"), said("a"), call("1"), result("1"), said("b"));
    expect(contextOf(path, { budget: 1 }).messages).toEqual(path.slice(-1));
  });

  test("S015 a summary between a call and its result keeps the call", () => {
    const path = pathOf(said("a"), call("1"), summary("s"), result("1"), said("b"));
    expect(contextOf(path).messages).toEqual(path.slice(1));
  });

  test("a message with very many calls is a unit like others", () => {
    // More than fit on the stack as the arguments of one call.
    const ids = Array.from({ length: 200_000 }, (_, at) => `${at}`).join(" ");
    const path = pathOf(said("a"), call(ids), result(ids), said("b"));
    expect(contextOf(path, { budget: 1 }).messages).toEqual(path.slice(-1));
  });
});

describe("omitting from the middle", () => {
  const middleOut = (token_reduce_to: number): Strategy => ({ type: "middle_out", params: { token_reduce_to } });

  test.each([
    [7, "a b c d e f g"],
    [6, "a b c e f g"],
    [5, "a b e f g"],
    [4, "a b f g"],
    [3, "a f g"],
    [2, "a g"],
    [1, "g"],
    [0, "g"],
  ])("to %j tokens keeps both ends: %s", (limit, expected) => {
    const path = pathOf(...["a", "b", "c", "d", "e", "f", "g"].map(said));
    expect(shown(contextOf(path, { strategies: [middleOut(limit)] }).messages)).toBe(expected);
  });

  test("an even number of messages loses the one before the middle first", () => {
    const path = pathOf(...["a", "b", "c", "d"].map(said));
    expect(shown(contextOf(path, { strategies: [middleOut(3)] }).messages)).toBe("a c d");
    expect(shown(contextOf(path.slice(0, 2), { strategies: [middleOut(1)] }).messages)).toBe("b");
    expect(shown(contextOf(path.slice(0, 1), { strategies: [middleOut(0)] }).messages)).toBe("a");
  });

  test("calls and results go together", () => {
    const path = pathOf(said("a"), call("1", 1), result("1", "r"), said("b"));
    expect(shown(contextOf(path, { strategies: [middleOut(3)] }).messages)).toBe("a b");
  });
});

describe("shortening", () => {
  const path = pathOf(
    call("1", 4),
    result("1", "r1"),
    call("2 3", 4),
    result("2 3", "r23"),
    call("4", 4),
    result("4", "r4"),
  );
  const texts = (messages: readonly StoredMessage[]) =>
    messages.flatMap(({ parts }) => parts.flatMap(({ type, text }) => (type === "tool-result" ? [text] : [])));
  const calls = (messages: readonly StoredMessage[]) =>
    messages.flatMap(({ parts }) =>
      parts.flatMap(({ type, meta }) => (type === "tool-call" ? [meta!["arguments"]] : [])),
    );

  test.each([
    [undefined, undefined, ["Done", "r23", "r23", "r4"]],
    [0, "-", ["-", "-", "-", "-"]],
    [1, "", ["", "", "", "r4"]],
    [2, "-", ["-", "-", "r23", "r4"]],
    [4, "-", ["r1", "r23", "r23", "r4"]],
    [9, "-", ["r1", "r23", "r23", "r4"]],
  ])("all results but the newest %j become %j", (keep_recent_n_tool_results, tool_result_placeholder, expected) => {
    const params = { keep_recent_n_tool_results, tool_result_placeholder };
    const { messages, omitted } = contextOf(path, { strategies: [{ type: "remove_tool_result", params }] });
    expect([texts(messages), omitted]).toEqual([expected, 0]);
    expect(calls(messages)).toEqual(calls(path));
  });

  test.each([
    [undefined, [true, false, false, false]],
    [0, [true, true, true, true]],
    [2, [true, true, false, false]],
    [4, [false, false, false, false]],
  ])("the arguments of all calls but the newest %j become {}", (keep_recent_n_tool_calls, expected) => {
    const params = { keep_recent_n_tool_calls };
    const { messages } = contextOf(path, { strategies: [{ type: "remove_tool_call_params", params }] });
    expect(calls(messages).map((given) => given === "{}")).toEqual(expected);
    expect(texts(messages)).toEqual(texts(path));
    // What else a call says stays.
    expect(messages[0]!.parts[0]!.meta).toEqual({ ...path[0]!.parts[0]!.meta, arguments: calls(messages)[0] });
  });

  test("strategies without parameters have the defaults, and the branch itself is not changed", () => {
    const before = JSON.stringify(path);
    const { messages } = contextOf(path, {
      strategies: [{ type: "remove_tool_call_params" }, { type: "remove_tool_result" }],
    });
    expect([texts(messages)[0], calls(messages)[0]]).toEqual(["Done", "{}"]);
    expect(messages.map(({ id }) => id)).toEqual(path.map(({ id }) => id));
    expect(JSON.stringify(path)).toBe(before);
  });

  test("strategies run in their own order: results are shortened before messages are omitted", () => {
    const long = pathOf(said("a"), call("1", 1), result("1", "r".repeat(400)), said("b"));
    const strategies: Strategy[] = [
      { type: "token_limit", params: { limit_tokens: 5 } },
      { type: "middle_out", params: { token_reduce_to: 6 } },
      { type: "remove_tool_result", params: { keep_recent_n_tool_results: 0, tool_result_placeholder: "-" } },
    ];
    for (const given of [strategies, [...strategies].reverse()])
      expect(shown(contextOf(long, { strategies: given }).messages)).toBe("a 1( )1 b");
    // The middle is omitted before the beginning.
    const short = pathOf(...["a", "b", "c", "d"].map(said));
    const both: Strategy[] = [
      { type: "token_limit", params: { limit_tokens: 2 } },
      { type: "middle_out", params: { token_reduce_to: 2 } },
    ];
    expect(shown(contextOf(short, { strategies: both }).messages)).toBe("a d");
  });
});
