import type { Price, Prices, Rates } from "./prices.ts";

/** List prices of the API for a person who pays for tokens. Prices of subscriptions, clouds and batches are not included. */
export const prices: Prices = {
  version: "2026-11-28",
  webSearch: 0.01,
  // A page that shows no prices is bundled without them.
  models: /* @__PURE__ */ allModels(),
};

function allModels(): Price[] {
  return [...anthropic(), ...openai(), ...google(), ...others()];
}

/**
 * Platform.claude.com, “Pricing”, as of 2026-10-24; the same in litellm 1.110.2. Cache prices are multiples of the input price:
 * 1.25 to write for five minutes, 2 for an hour, mostly a tenth to read.
 */
function anthropic(): Price[] {
  return [
    price("claude-fable-5-1", 10, 50, 0.25),
    price("claude-mythos-5-1", 10, 50, 0.25),
    price("claude-fable-5", 10, 50),
    price("claude-mythos-5", 10, 50),
    price("claude-opus-5-5", 4, 20, 0.2),
    ...["claude-opus-5", "claude-opus-4-8"].map((model) => ({ ...price(model, 5, 25), fast: 2 })),
    { ...price("claude-opus-4-6", 5, 25), fast: 6 },
    ...["claude-opus-4-7", "claude-opus-4-5"].map((model) => price(model, 5, 25)),
    ...["claude-opus-4-1", "claude-opus-4", "claude-3-opus"].map((model) => price(model, 15, 75)),
    price("claude-sonnet-5-5", 2, 10),
    { ...price("claude-sonnet-5-5", 2, 10, 0.1), from: "2026-10-07" },
    price("claude-sonnet-5", 2, 10),
    price("claude-sonnet-4-6", 3, 15),
    ...["claude-sonnet-4-5", "claude-sonnet-4"].map((model) => ({
      ...price(model, 3, 15),
      long: { above: 200_000, ...rates(6, 22.5) },
    })),
    ...["claude-3-7-sonnet", "claude-3-5-sonnet", "claude-3-sonnet"].map((model) => price(model, 3, 15)),
    { ...price("claude-haiku-5-5", 0.1, 0.5), long: { above: 100_000, ...rates(0.5, 2.5) } },
    price("claude-haiku-4-5", 1, 5),
    price("claude-3-5-haiku", 0.8, 4),
    price("claude-3-haiku", 0.25, 1.25, 0.03),
  ];
}

/**
 * As in litellm 1.110.2; models that it has no longer as in 1.83.0. Of prompts of more than 272,000 tokens, input costs twice as
 * much, and output one and a half times. Until GPT-5.6, writing to a cache costs what input costs.
 */
function openai(): Price[] {
  return [
    ...row(["gpt-4.1"], 2, 8, 0.5),
    ...row(["gpt-4.1-mini"], 0.4, 1.6, 0.1),
    ...row(["gpt-4.1-nano"], 0.1, 0.4, 0.025),
    ...row(["gpt-4o"], 2.5, 10, 1.25),
    ...row(["gpt-4o-mini"], 0.15, 0.6, 0.075),
    ...row(["o3"], 2, 8, 0.5),
    ...row(["o3-mini"], 1.1, 4.4, 0.55),
    ...row(["o4-mini"], 1.1, 4.4, 0.275),
    ...row(["o3-pro"], 20, 80),
    ...row(["codex-mini"], 1.5, 6, 0.375),
    ...row(["gpt-5", "gpt-5-chat", "gpt-5-codex", "gpt-5.1", "gpt-5.1-chat"], 1.25, 10, 0.125),
    ...row(["gpt-5.1-codex", "gpt-5.1-codex-max"], 1.25, 10, 0.125),
    ...row(["gpt-5-mini", "gpt-5.1-codex-mini"], 0.25, 2, 0.025),
    ...row(["gpt-5-nano"], 0.05, 0.4, 0.005),
    ...row(["gpt-5-pro"], 15, 120),
    ...row(["gpt-5.2", "gpt-5.2-chat", "gpt-5.2-codex", "gpt-5.3-chat", "gpt-5.3-codex"], 1.75, 14, 0.175),
    ...row(["gpt-5.2-pro"], 21, 168),
    ...long(272_000, row(["gpt-5.4"], 2.5, 15, 0.25)),
    ...row(["gpt-5.4-mini"], 0.75, 4.5, 0.075),
    ...row(["gpt-5.4-nano"], 0.2, 1.25, 0.02),
    ...long(272_000, row(["gpt-5.4-pro", "gpt-5.5-pro"], 30, 180)),
    ...long(272_000, row(["gpt-5.5"], 5, 30, 0.5)),
    ...long(272_000, [
      price("gpt-5.6", 4, 20),
      price("gpt-5.6-sol", 4, 20),
      price("gpt-5.6-terra", 2, 12),
      price("gpt-5.6-luna", 0.2, 1.2),
      price("gpt-6-astra", 10, 50),
      price("gpt-6-sol", 2, 10),
      price("gpt-6-luna", 0.1, 0.5),
      price("gpt-6.1-sol", 2, 10, 0.1),
      price("gpt-6.1-terra", 1, 5, 0.05),
    ]),
  ];
}

/** As in litellm 1.110.2; models that it has no longer as in 1.83.0. */
function google(): Price[] {
  return [
    ...row(["gemini-2.0-flash"], 0.1, 0.4, 0.025),
    ...row(["gemini-2.0-flash-lite"], 0.075, 0.3, 0.0187),
    ...row(["gemini-2.5-flash-lite"], 0.1, 0.4, 0.01),
    ...row(["gemini-2.5-flash", "gemini-3.5-flash-lite", "gemini-flash-lite"], 0.3, 2.5, 0.03),
    ...long(200_000, row(["gemini-2.5-pro"], 1.25, 10, 0.125)),
    ...row(["gemini-3-flash"], 0.5, 3, 0.05),
    ...row(["gemini-3.1-flash-lite"], 0.25, 1.5, 0.025),
    ...long(200_000, row(["gemini-3-pro", "gemini-3.1-pro", "gemini-pro"], 2, 12, 0.2)),
    ...row(["gemini-3.5-flash"], 1.5, 9, 0.15),
    ...row(["gemini-3.6-flash", "gemini-3.7-flash", "gemini-3.8-flash", "gemini-flash"], 0.75, 3.75, 0.075),
    ...row(["gemini-4-argon"], 2, 10, 0.1),
    ...row(["gemini-4-hydrogen"], 1.5, 7.5, 0.075),
  ];
}

/** XAI, DeepSeek, Moonshot, Z.ai, MiniMax and Mistral, as in litellm 1.110.2; models that it has no longer as in 1.83.0. */
function others(): Price[] {
  return [
    ...row(["grok-3"], 3, 15, 0.75),
    ...row(["grok-3-mini"], 0.3, 0.5, 0.075),
    ...long(128_000, row(["grok-4", "grok-4-0709"], 3, 15), 2),
    ...long(128_000, row(["grok-4-fast-reasoning", "grok-4-fast-non-reasoning", "grok-4-1-fast"], 0.2, 0.5, 0.05), 2),
    ...long(128_000, row(["grok-4-1-fast-reasoning", "grok-4-1-fast-non-reasoning"], 0.2, 0.5, 0.05), 2),
    ...long(200_000, row(["grok-4.20", "grok-4.3"], 1.25, 2.5, 0.2), 2),
    ...long(200_000, row(["grok-4.5"], 2, 6, 0.3), 2),
    ...long(200_000, row(["grok-4.6", "grok-4.7"], 2, 6, 0.5), 2),
    ...long(200_000, row(["grok-code-fast-1", "grok-code-fast"], 1, 2, 0.2), 2),
    ...row(["deepseek-chat", "deepseek-reasoner"], 0.28, 0.42, 0.028),
    ...row(["deepseek-flash", "deepseek-v4-flash"], 0.3, 1.2, 0.006),
    ...row(["deepseek-v4-pro"], 1.32, 3.96, 0.044),
    ...row(["kimi-k2-0711", "kimi-k2-0905", "kimi-k2-thinking"], 0.6, 2.5, 0.15),
    ...row(["kimi-k2.5"], 0.6, 3, 0.1),
    ...row(["kimi-k2.6"], 0.95, 4, 0.16),
    ...row(["kimi-k2.7-code"], 0.95, 4, 0.19),
    ...row(["kimi-k3"], 3, 15, 0.3),
    ...row(["kimi-k3.1-pro"], 2, 10, 0.2),
    ...row(["glm-4.6", "glm-4.7"], 0.6, 2.2, 0.11),
    ...row(["glm-5"], 1, 3.2, 0.2),
    ...row(["glm-5.1", "glm-5.2", "glm-5.3"], 1.4, 4.4, 0.26),
    ...row(["glm-5.3-flash"], 0.15, 0.5, 0.03),
    ...row(["MiniMax-M2", "MiniMax-M2.1", "MiniMax-M2.5"], 0.3, 1.2, 0.03),
    ...row(["devstral", "devstral-medium"], 0.4, 2, 0.04),
    ...row(["devstral-small"], 0.1, 0.3, 0.01),
    ...row(["codestral"], 0.3, 0.9, 0.03),
    ...row(["mistral-medium"], 1.5, 7.5, 0.15),
    ...row(["mistral-large"], 0.5, 1.5, 0.05),
  ];
}

function rates(input: number, output: number, cacheRead: number = input / 10): Rates {
  return { input, output, cacheRead, cacheWrite: input * 1.25, cacheWrite1h: input * 2 };
}

function price(model: string, ...[input, output, cacheRead]: Parameters<typeof rates>): Price {
  return { model, ...rates(input, output, cacheRead) };
}

/** Models of one price, of a vendor who takes the price of input for what is written to a cache. */
function row(models: readonly string[], input: number, output: number, cacheRead: number = input): Price[] {
  return models.map((model) => ({ model, input, output, cacheRead, cacheWrite: input, cacheWrite1h: input }));
}

/** The same prices, for prompts of more tokens than `above` twice those of input, and `output` times those of output. */
function long(above: number, rows: readonly Price[], output: number = 1.5): Price[] {
  return rows.map((one) => ({
    ...one,
    long: {
      above,
      input: one.input * 2,
      output: one.output * output,
      cacheRead: one.cacheRead * 2,
      cacheWrite: one.cacheWrite * 2,
      cacheWrite1h: one.cacheWrite1h * 2,
    },
  }));
}
