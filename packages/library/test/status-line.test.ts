import { describe, expect, it } from "vitest";
import { statusLine, statusPlaces } from "@ccdag/library/status";

const now = Date.UTC(2026, 4, 4, 14, 30);
const minute = 60_000;

/** Four dollars in the running block, half of them since midnight; before it others, of an older block. */
const status = {
  at: now,
  files: {},
  recent: [],
  times: [
    [now - 20 * 60 * minute, 8, 0],
    [now - 150 * minute, 1, 0],
    [now - 15 * minute, 3, 0],
  ] as const,
};

const input = {
  session_id: "s",
  model: { id: "claude-opus-4-5-20251101", display_name: "Opus 4.5" },
  cost: { total_cost_usd: 1.5, total_lines_added: 3 },
  context_window: { context_window_size: 200_000, used_percentage: 41.6 },
};

const seconds = (time: number) => time / 1000;

describe("a status line", () => {
  it.each<[string, unknown, string]>([
    [
      "says what the client knows, and what is estimated",
      input,
      "Opus 4.5 · $1.50 session · ~$4.00 today · ~$4.00 block, ~2 h 30 min left · 42 % context",
    ],
    ["has what is known, whatever is piped into it", undefined, "~$4.00 today · ~$4.00 block, ~2 h 30 min left"],
    [
      "passes over what has another form",
      { model: [], cost: { total_cost_usd: "many" }, context_window: null, rate_limits: 5 },
      "~$4.00 today · ~$4.00 block, ~2 h 30 min left",
    ],
    [
      "has the block that counts, if the client knows it",
      { rate_limits: { five_hour: { used_percentage: 23.4, resets_at: seconds(now + 240 * minute) } } },
      "~$4.00 today · ~$3.00 block, 23 % of limit, 4 h left",
    ],
    [
      "does not believe in a block that has ended",
      { rate_limits: { five_hour: { used_percentage: 99, resets_at: seconds(now - minute) } } },
      "~$4.00 today · ~$4.00 block, ~2 h 30 min left",
    ],
    [
      "adds up the context where the client has not",
      {
        context_window: { context_window_size: 1000, current_usage: { input_tokens: 5, cache_read_input_tokens: 245 } },
      },
      "~$4.00 today · ~$4.00 block, ~2 h 30 min left · 25 % context",
    ],
    [
      "is one line of a terminal, whatever a model is called",
      { model: { display_name: `a\u001B[31m\nb\u202E${"x".repeat(100)}` } },
      `a␛[31m␊b�${"x".repeat(31)} · ~$4.00 today · ~$4.00 block, ~2 h 30 min left`,
    ],
  ])("%s", (_, said, expected) => {
    expect(statusLine(said, status, now, "utc")).toBe(expected);
  });

  it("does without what is remembered", () => {
    expect(statusLine(input, undefined, now, "utc")).toBe("Opus 4.5 · $1.50 session · 42 % context");
    const limits = { rate_limits: { five_hour: { used_percentage: 5, resets_at: seconds(now + minute) } } };
    expect(statusLine(limits, undefined, now, "utc")).toBe("block, 5 % of limit, 1 min left");
    expect(statusLine(undefined, undefined, now, "utc")).toBe("");
  });

  it("says what has no price; a day and a block end", () => {
    const unpriced = { ...status, times: [[now, 0, 1] as const] };
    expect(statusLine(undefined, unpriced, now, "utc")).toBe("~? today · ~? block, ~4 h 30 min left");
    expect(statusLine(undefined, status, now + 24 * 60 * minute, "utc")).toBe("~$0.00 today");
  });
});

it("what a status line remembers has a name of its own for each home and version, which the cache can clean up", () => {
  const keys = [["1", "/home/a"], ["1", "/home/b"], ["2", "/home/a"], ["1", undefined, "/home/a"], []];
  const names = keys.flatMap((key) => Object.values(statusPlaces("/cache", key)));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[\\/]cache[\\/]results-[\da-f]{32}(?:\.lock)?$/);
});
