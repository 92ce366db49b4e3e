import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, scratch } from "./world.ts";

const now = new Date("2026-05-04T21:00:00.000Z");

/** A prompt and its answer, as the client writes them. */
function turn(session: string, at: string, id: string, parent: string | null = null): object[] {
  const common = { sessionId: session, cwd: "/srv/app", timestamp: `2026-05-04T${at}:00.000Z` };
  const usage = {
    input_tokens: 10,
    output_tokens: 200,
    cache_read_input_tokens: 5000,
    cache_creation_input_tokens: 300,
  };
  const message = { id: `msg_${id}`, role: "assistant", model: "claude-sonnet-4-5-20250929", usage };
  const content = [{ type: "text", text: `Done ${id}.` }];
  return [
    { ...common, type: "user", uuid: `u${id}`, parentUuid: parent, message: { role: "user", content: `Do ${id}.` } },
    {
      ...common,
      type: "assistant",
      uuid: `a${id}`,
      parentUuid: `u${id}`,
      requestId: `req_${id}`,
      message: { ...message, content },
    },
  ];
}

/** Two projects; the last session continues the first one, whose records it repeats. */
function archive(): string {
  const root = scratch();
  const first = [...turn("s1", "08:20", "1"), ...turn("s1", "12:59", "2", "a1")];
  put(root, "-srv-app/s1.jsonl", jsonl(...first));
  put(root, "-srv-other/s2.jsonl", jsonl(...turn("s2", "13:01", "3"), ...turn("s2", "19:30", "4", "a3")));
  const copied = first.map((record) => ({ ...record, sessionId: "s3" }));
  put(root, "-srv-app/s3.jsonl", jsonl(...copied, ...turn("s3", "20:30", "5", "a2")));
  return root;
}

const blocks = async (root: string, ...more: string[]) =>
  ccdag(["usage", root, "--blocks", ...more, "--utc"], { now, env: { HOME: root } });

describe("ccdag usage --blocks", () => {
  it("adds up blocks of five hours; the one that is running has a pace", async () => {
    const { code, stdout } = await blocks(archive());
    expect(code).toBe(0);
    expect(stdout).toBe(`FROM              TO                CALLS    READ  CACHED  WRITTEN     COST  NOW     MODEL
2026-05-04 08:00  2026-05-04 13:00      2  10,620  10,000      400  $0.0113          claude-sonnet-4-5-20250929
2026-05-04 13:00  2026-05-04 18:00      1   5,310   5,000      200  $0.0057          claude-sonnet-4-5-20250929
2026-05-04 19:00  2026-05-05 00:00      2  10,620  10,000      400  $0.0113  active  claude-sonnet-4-5-20250929

Active: 3 h left; 122 tokens a minute since its first call, which makes ~33,060 tokens and ~$0.0339 at its end.
List prices of 2026-11-28 in US dollars, or what the client recorded; subscriptions charge otherwise.
`);
  });

  it("the blocks are those of ccusage, also where a session repeats another one", async () => {
    const { rows } = JSON.parse((await blocks(archive(), "--json")).stdout) as { rows: Array<Record<string, number>> };
    // Printed by ccusage 20.0.24, `blocks --json --offline`, for the same folder, without what it calls gaps. A call at the very
    // millisecond of an end is in the next block; there it is still in the last one.
    expect(rows.map(({ start, end, calls, output, cacheRead }) => [start, end, calls, output, cacheRead])).toEqual([
      ["2026-05-04T08:00:00.000Z", "2026-05-04T13:00:00.000Z", 2, 400, 10_000],
      ["2026-05-04T13:00:00.000Z", "2026-05-04T18:00:00.000Z", 1, 200, 5000],
      ["2026-05-04T19:00:00.000Z", "2026-05-05T00:00:00.000Z", 2, 400, 10_000],
    ]);
    expect(rows.map(({ isActive }) => isActive)).toEqual([false, false, true]);
    expect(rows.at(-1)).toMatchObject({ minutesLeft: 180, tokensPerMinute: 122, projectedTokens: 33_060 });
  });

  it("--since keeps whole blocks, --csv has a row for each, weeks end when they are said to", async () => {
    const root = archive();
    const { stdout } = await blocks(root, "--since", "2026-05-04T17:00", "--csv");
    const [heads = "", ...rows] = stdout.trim().split("\n");
    expect(heads).toMatch(/^start,end,sessions,models,calls,/);
    expect(rows.map((row) => row.split(",")[0])).toEqual(["2026-05-04T13:00:00.000Z", "2026-05-04T19:00:00.000Z"]);
    expect((await blocks(root, "week")).stdout).toMatch(/^2026-05-04 08:00 {2}2026-05-11 08:00 +5 /m);
    const ended = await blocks(root, "week", "--reset", "2026-04-20T12:30");
    expect(ended.stdout).toMatch(
      /^2026-04-27 12:30 {2}2026-05-04 12:30 +1 .*\n2026-05-04 12:30 {2}2026-05-11 12:30 +4 /m,
    );
  });

  it("refuses what has no meaning", async () => {
    for (const [words, message] of [
      [["--by", "day"], "Unexpected --blocks with --by, expected one of them"],
      [["--reset", "2026-05-04"], "Unexpected --reset without --blocks week, expected both"],
      [["week", "--reset", "soon"], "Unexpected --reset `soon`, expected a date"],
    ] as const) {
      const { code, stderr } = await blocks(archive(), ...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe("ccdag usage --budget", () => {
  const usage = (...words: string[]) => ccdag(["usage", archive(), ...words, "--utc"], { now });

  it.each([
    ["dollars for all", ["--budget", "0.02"], 1, "Over the budget of $0.0200.", /^all .* \$0\.0283 {2}142 % OVER/m],
    ["a dollar sign", ["--budget", "$1"], 0, "Within the budget of $1.00.", /^all .* 2 % /m],
    ["for a period", ["--budget", "0.02", "--since", "2026-05-04T19:00"], 0, "Within the budget", /^all .* 56 % /m],
    ["tokens", ["--budget", "20k"], 1, "Over the budget of 20,000 tokens.", /^all .* 138 % OVER/m],
    ["each day", ["--budget", "1M", "--by", "day"], 0, "Within", /^2026-05-04 .* 2 % /m],
    ["each block", ["--budget", "10K", "--blocks"], 1, "10,000 tokens: 2 of 3 rows.", /^2026-05-04 13:00 .* 55 % /m],
    ["exactly used up", ["--budget", "27550tokens"], 0, "Within", /^all .* 100 % /m],
    ["nothing", ["--budget", "0"], 1, "Over the budget of $0.00.", /^all .* OVER/m],
  ] as const)("%s", async (_, words, code, note, row) => {
    const done = await usage(...words);
    expect(done.code).toBe(code);
    expect(done.stdout).toContain(note);
    expect(done.stdout).toMatch(row);
  });

  it("programs are given the share", async () => {
    const all = JSON.parse((await usage("--budget", "55100tokens", "--json")).stdout) as Record<string, object>;
    expect(all).toMatchObject({ budget: { unit: "tokens", amount: 55_100, of: "all" }, total: { budgetShare: 0.5 } });
    const { stdout } = await usage("--budget", "22040tokens", "--blocks", "--csv");
    expect(stdout.split("\n").map((line) => line.split(",").at(-1))).toEqual(["budgetShare", "0.5", "0.25", "0.5", ""]);
  });

  it("refuses what is no amount, and money without prices", async () => {
    for (const words of [
      ["--budget", "much"],
      ["--budget", "$5k"],
      ["--budget", "5", "--no-cost"],
    ]) {
      const { code, stderr } = await usage(...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining("Unexpected --budget")]);
    }
  });
});
