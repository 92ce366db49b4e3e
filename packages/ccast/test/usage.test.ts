import { describe, expect, it } from "vitest";
import { emptyUsage, measureUsage, priceOf, prices, type Prices, sumUsage } from "../src/index.ts";
import type { Agent, FlowContent, Message, Root, Session, Usage } from "../src/index.ts";

let count = 0;
const prompt = (origin: Message["origin"] = "prompt"): Message => {
  const uuid = `u${++count}`;
  return { type: "message", role: "user", actor: "human", origin, uuid, uuids: [uuid], children: [] };
};
const answer = (messageId: string | undefined, usage: Usage, more: Partial<Message> = {}): Message => {
  const uuid = `a${++count}`;
  const said = { role: "assistant", actor: "assistant", origin: "reply", model: "claude-sonnet-4-5-20250929" } as const;
  return { type: "message", ...said, uuid, uuids: [uuid], messageId, usage, children: [], ...more };
};
const used = (input: number, output: number, more: Usage = {}): Usage => ({
  input_tokens: input,
  output_tokens: output,
  ...more,
});
const session = (sessionId: string, children: FlowContent[]): Session => ({ type: "session", sessionId, children });
const root = (...children: FlowContent[]): Root => ({ type: "root", children });
const agent = (children: FlowContent[]): Agent => ({
  type: "agent",
  agentId: "g",
  mode: "sync",
  nestingLevel: 1,
  from: { rule: "prompt-exact" },
  messageCount: 0,
  children,
});

describe("measureUsage (usage after the graph)", () => {
  it("counts a call once, also if several messages hold parts of it, with the usage that has all of its output", () => {
    const [one, two] = [answer("m1", used(10, 5)), answer("m1", used(10, 90))];
    const { total, messages } = measureUsage(
      root(session("s", [prompt(), one, prompt("notification"), two, answer("m2", used(1, 1))])),
    );
    expect(total).toMatchObject({ calls: 2, input: 11, output: 91 });
    expect([messages.get(one)?.output, messages.get(two)]).toEqual([90, undefined]);
  });

  // Some gateways give one id to all answers.
  it("without the id of a request, an id stands for another call after a prompt, and of two answers in a row each is a call", () => {
    const call = () => answer("relay", used(1000, 100));
    const count = (...children: FlowContent[]) => measureUsage(root(session("s", children))).total.calls;
    expect(count(prompt(), call(), prompt(), call(), prompt("channel"), call())).toBe(3);
    expect(count(prompt(), call(), call())).toBe(2);
    expect(count(prompt(), call(), prompt("notification"), call())).toBe(1);
    expect(measureUsage(root(session("s", [prompt(), call()]), session("t", [prompt(), call()]))).total.calls).toBe(2);
    const asked = (requestId: string) => ({ ...call(), requestId });
    expect(count(asked("r1"), prompt(), asked("r1"), prompt(), asked("r2"))).toBe(2);
  });

  it("counts the calls of an agent that only progress records hold, under the agent and its turn", () => {
    const gone = {
      ...agent([]),
      calls: [{ messageId: "m2", model: "claude-haiku-4-5-20251001", usage: used(1000, 100) }],
    };
    const asked = prompt();
    const { total, threads, turns, calls } = measureUsage(
      root(session("s", [asked, answer("m1", used(1, 1)), gone])),
      prices,
    );
    expect([total.calls, total.input, total.cost > 0]).toEqual([2, 1001, true]);
    expect([threads.get(gone)?.input, turns.get(asked)?.calls]).toEqual([1000, 2]);
    expect(calls.get(gone.calls[0]!)).toMatchObject([{ model: "claude-haiku-4-5-20251001", usage: { output: 100 } }]);
  });

  it("counts an adviser that the model asked under its own model, once", () => {
    const iterations = [
      { type: "message", ...used(1000, 200) },
      { type: "advisor_message", model: "claude-opus-4-8", ...used(100_000, 10_000) },
    ];
    const one = answer("m", used(1000, 200, { iterations }), { model: "claude-sonnet-4-6" });
    const { total, calls } = measureUsage(root(session("s", [prompt(), one])), prices);
    expect([total.calls, total.models, total.cost]).toEqual([
      2,
      { "claude-opus-4-8": 10_000, "claude-sonnet-4-6": 200 },
      expect.closeTo(0.756, 9),
    ]);
    expect(calls.get(one)!.map(({ model, usage }) => [model, usage.input])).toEqual([
      ["claude-sonnet-4-6", 1000],
      ["claude-opus-4-8", 100_000],
    ]);
    expect(
      measureUsage(
        root(session("s", [answer("m", used(1, 1, { iterations: [null, 7, { type: "advisor_message" }] }))])),
      ).total.calls,
    ).toBe(1);
  });

  it.each([
    ["claude-opus-5", 15],
    ["claude-opus-4-8-20260401", 15],
    ["claude-opus-4-6", 45],
  ])("fast mode of %s has a price of its own, and is a row of its own", (model, cost) => {
    const fast = answer("m", used(1_000_000, 100_000, { speed: "fast" }), { model });
    const { total } = measureUsage(root(session("s", [prompt(), fast])), prices);
    expect([total.models, total.cost]).toEqual([{ [`${model} (fast)`]: 100_000 }, expect.closeTo(cost, 9)]);
  });

  it("a fast call of a model without such a price is not priced", () => {
    const fast = answer("m", used(1, 1, { speed: "fast" }), { model: "claude-haiku-4-5" });
    expect(measureUsage(root(session("s", [fast])), prices).total).toMatchObject({ unpriced: 1, cost: 0 });
  });

  it("counts answers without an API id by their entry, and no synthetic messages", () => {
    const made = answer("x", used(5, 5), { model: "<synthetic>" });
    const { total } = measureUsage(
      root(session("s", [answer(undefined, used(1, 1)), answer(undefined, used(1, 1)), made])),
    );
    expect(total.calls).toBe(2);
  });

  it("adds up usage, and the models with most output first", () => {
    const used = (output: number, ...models: string[]) => ({
      ...emptyUsage(),
      calls: 1,
      output,
      models: Object.fromEntries(models.map((model) => [model, output])),
    });
    expect(sumUsage([])).toEqual(emptyUsage());
    const sum = sumUsage([used(2, "a"), used(3, "b", "__proto__"), used(4, "b")]);
    expect([sum.calls, sum.output, Object.entries(sum.models)]).toEqual([
      3,
      9,
      [
        ["b", 7],
        ["__proto__", 3],
        ["a", 2],
      ],
    ]);
  });

  it("counts recorded values that are no positive number as 0", () => {
    const odd = { input_tokens: "7", output_tokens: -3, cache_creation: 5, cache_read_input_tokens: Number.NaN };
    expect(measureUsage(root(session("s", [answer("m", odd)]))).total).toEqual({
      ...emptyUsage(),
      calls: 1,
      models: { "claude-sonnet-4-5-20250929": 0 },
    });
  });

  it("sums up turns with their agents, and threads with the threads below them, except other sessions", () => {
    const [first, second] = [prompt(), prompt("command")];
    const branch: FlowContent = {
      type: "branch",
      uuid: "b",
      rule: "rewind",
      from: null,
      children: [prompt(), answer("m4", used(0, 8))],
    };
    const other = session("s2", [answer("m5", used(0, 16))]);
    const spawned = agent([answer("m3", used(0, 4))]);
    const trunk = session("s1", [
      first,
      answer("m1", used(0, 1)),
      spawned,
      second,
      answer("m2", used(0, 2)),
      branch,
      other,
    ]);
    const { turns, threads, total } = measureUsage(root(trunk));
    expect([turns.get(first)?.output, turns.get(second)?.output]).toEqual([5, 2]);
    expect([trunk, branch, other, spawned].map((thread) => threads.get(thread as Session)?.output)).toEqual([
      15, 8, 16, 4,
    ]);
    expect(total.output).toBe(31);
  });

  it("lists the models by their output, the largest first", () => {
    const haiku = answer("m2", used(0, 9), { model: "claude-haiku-4-5" });
    const { total } = measureUsage(root(session("s", [answer("m1", used(0, 5)), haiku])));
    expect(Object.entries(total.models)).toEqual([
      ["claude-haiku-4-5", 9],
      ["claude-sonnet-4-5-20250929", 5],
    ]);
  });

  it("counts no turns in a timeline, where turns are mixed", () => {
    const { turns, total } = measureUsage({ ...root(prompt(), answer("m", used(1, 1))), order: "kahn" });
    expect([turns.size, total.calls]).toEqual([0, 1]);
  });
});

describe("the cost", () => {
  it.each<[string, Usage, Partial<Message>, number]>([
    ["input and output", used(1_000_000 / 10, 1000), {}, 0.3 + 0.015],
    ["read from the cache", used(0, 0, { cache_read_input_tokens: 100_000 }), {}, 0.03],
    ["written into the cache", used(0, 0, { cache_creation_input_tokens: 100_000 }), {}, 0.375],
    [
      "for an hour",
      used(0, 0, { cache_creation_input_tokens: 100_000, cache_creation: { ephemeral_1h_input_tokens: 40_000 } }),
      {},
      0.06 * 3.75 + 0.04 * 6,
    ],
    ["a long prompt", used(0, 1000, { cache_read_input_tokens: 300_000 }), {}, 0.3 * 0.6 + 0.0225],
    ["searches on the web", used(0, 0, { server_tool_use: { web_search_requests: 3 } }), {}, 0.03],
    ["another model", used(1_000_000, 0), { model: "claude-opus-4-1-20250805" }, 15],
  ])("%s", (_, usage, more, cost) => {
    const { total } = measureUsage(root(session("s", [answer("m", usage, more)])), prices);
    expect(total.cost).toBeCloseTo(cost, 10);
    expect(total.unpriced).toBe(0);
  });

  it.each<[string, string, Usage, number]>([
    ["the list price of another vendor", "gpt-5.5", used(100_000, 10_000, { cache_read_input_tokens: 100_000 }), 0.85],
    ["its price of long prompts", "gpt-5.5", used(300_000, 10_000), 3 + 0.45],
    ["of a preview, and of a long prompt", "gemini-3.1-pro-preview", used(200_001, 1000), 0.800004 + 0.018],
    ["what its client recorded, not the list price", "gpt-5.5", used(1, 1, { cost_usd: 0.25 }), 0.25],
    ["what its client recorded, without a list price", "our-own", used(1, 1, { cost_usd: 0.25 }), 0.25],
    ["the list price, where its client knew none", "gpt-5.2", used(1_000_000, 0, { cost_usd: 0 }), 1.75],
  ])("of a call of any coding agent is %s", (_, model, usage, cost) => {
    const { total } = measureUsage(root(session("s", [answer("m", usage, { model })])), prices);
    expect([total.cost, total.unpriced]).toEqual([expect.closeTo(cost, 9), 0]);
  });

  it("of a call whose client recorded 0, and whose model has no price, is not known", () => {
    const call = answer("m", used(9, 9, { cost_usd: 0 }), { model: "our-own" });
    expect(measureUsage(root(session("s", [call])), prices).total).toMatchObject({ cost: 0, unpriced: 1 });
  });

  it("is not guessed for models without a price: such calls are counted as unpriced", () => {
    const { total } = measureUsage(
      root(session("s", [answer("m", used(9, 9), { model: "gpt-x" }), answer("n", used(9, 9), { model: undefined })])),
      prices,
    );
    expect([total.cost, total.unpriced, total.calls]).toEqual([0, 2, 2]);
  });

  it.each([
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["claude-sonnet-4-20250514", "claude-sonnet-4"],
    ["us.anthropic.claude-opus-4-1-20250805-v1:0", "claude-opus-4-1"],
    ["claude-opus-4-5@20251101", "claude-opus-4-5"],
    ["claude-opus-4-6[1m]", "claude-opus-4-6"],
    ["claude-opus-5", "claude-opus-5"],
    ["claude-3-5-haiku-20241022", "claude-3-5-haiku"],
    ["claude-opus-4-9", undefined],
    ["claude-opus-41", undefined],
    ["claude-sonnet-6", undefined],
    ["gpt-5-2025-08-07", "gpt-5"],
    ["openai/gpt-5.1-codex-max", "gpt-5.1-codex-max"],
    ["gpt-5.2-codex-x", undefined],
    ["gpt-6.2-sol", undefined],
    ["models/gemini-2.5-flash-lite-preview-09-2025", "gemini-2.5-flash-lite"],
    ["x-ai/grok-code-fast-1", "grok-code-fast-1"],
    ["mock", undefined],
  ])("%s has the price of %s", (model, row) => expect(priceOf(model, undefined, prices)?.model).toBe(row));

  it("of several vendors: a name within another one is that of another model", () => {
    const row = (model: string, input: number) => ({
      ...priceOf("claude-haiku-4-5", undefined, prices)!,
      model,
      input,
    });
    const list: Prices = { ...prices, models: [row("gpt-5-mini", 1), row("gpt-5", 2), row("glm-4.6", 3)] };
    const inputOf = (model: string) => priceOf(model, undefined, list)?.input;
    expect(
      ["gpt-5", "openai/gpt-5", "gpt-5-2026-01-01", "gpt-5-mini", "gpt-5-mini-2026-01-01", "zai/glm-4.6"].map(inputOf),
    ).toEqual([2, 2, 2, 1, 1, 3]);
    expect(["gpt-5-nano", "gpt-5.1", "my-gpt-5", "xgpt-5", "glm-4.6-air"].map(inputOf)).toEqual([
      undefined,
      undefined,
      2,
      undefined,
      undefined,
    ]);
  });

  it("a price has a first day", () => {
    const on = (day: string) => priceOf("claude-sonnet-5-5", Date.parse(day), prices)?.cacheRead;
    expect([on("2026-10-06"), on("2026-10-08")]).toEqual([0.2, 0.1]);
  });

  it("each model has its price once on each day", () => {
    const list: Prices = prices;
    const names = list.models.map(({ model, from = "" }) => `${model} ${from}`);
    expect(names).toHaveLength(new Set(names).size);
  });
});
