import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, sample, scratch } from "./world.ts";

describe("ccdag usage", () => {
  it("sums up sessions, branches and agents, and counts each call once", async () => {
    const { code, stdout } = await ccdag(["usage", sample]);
    const lines = stdout.split("\n");
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/CALLS +READ +CACHED +WRITTEN +COST +CONTEXT PEAK +MODEL +WHAT/);
    expect(lines.slice(1, 6).map((line) => line.trim().split(/\s{2,}/)[0])).toEqual([
      "session 642fe51e",
      "branch b3f68d5c",
      "branch 9550e246",
      "agent a7989681",
      "session 7c6e8ad8",
    ]);
    expect(stdout).toMatch(/^all +30 +1,982,521 +1,840,166 +5,515 +\$1\.17 /m);
    expect(stdout).toContain("List prices of 2026-11-28");
  });

  it("says how full the context was, when it was compacted, and what is not included", async () => {
    const { stdout } = await ccdag(["usage", "642fe51e", "--root", join(sample, "..")]);
    expect(stdout).toMatch(/^session 642fe51e .* 118k \(59 %\) /m);
    expect(stdout).toMatch(/^Session 642fe51e was compacted at 2026-03-14 \d\d:\d\d \(118k tokens\)\.$/m);
    const call = { type: "tool_use", id: "t1", name: "Task", input: { subagent_type: "Explore", prompt: "Look" } };
    const usage = { input_tokens: 250_000, output_tokens: 2 };
    const alone = scratch({
      "p/s1.jsonl": jsonl(
        { type: "user", uuid: "u", parentUuid: null, message: { content: "Go" } },
        {
          type: "assistant",
          uuid: "a",
          parentUuid: "u",
          message: { id: "m", model: "claude-opus-4-6", role: "assistant", content: [call], usage },
        },
        {
          type: "user",
          uuid: "r",
          parentUuid: "a",
          toolUseResult: { agentId: "a1", status: "completed", totalTokens: 9 },
          message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "Found" }] },
        },
      ),
    });
    const { stdout: lone } = await ccdag(["usage", alone]);
    expect(lone).toMatch(/^session s1 .* 250k \(25 %\) /m);
    expect(lone).toContain(
      "\nSession s1 was never compacted.\nNot included: 1 agent without a transcript, of 1 session: s1\n",
    );
    const checked = (await ccdag(["check", alone])).stdout;
    expect(checked).toContain("\nNot in the files: the transcripts of 1 agent that calls name (1 of s1)\n");
    const types = (await ccdag(["agents", alone])).stdout;
    expect(types).toMatch(/^Explore +1 +1 +0 +\? +\? +\? +\? +\? /m);
  });

  it("--turns shows each turn, --no-cost no prices, --json everything for programs", async () => {
    expect((await ccdag(["usage", sample, "--turns"])).stdout.match(/^ *turn /gm)).toHaveLength(9);
    expect((await ccdag(["usage", sample, "--no-cost"])).stdout).not.toContain("$1");
    const report = JSON.parse((await ccdag(["usage", sample, "--json"])).stdout) as { total: object; rows: object[] };
    expect(report.total).toMatchObject({ calls: 30, output: 5515, unpriced: 0 });
    expect(report.rows).toHaveLength(5);
  });

  it("a drive of Windows is one, in whatever case and with whatever slashes a program writes it", async () => {
    const root = scratch();
    const said = (cwd: string) => ({ type: "user", uuid: cwd, parentUuid: null, cwd, message: { content: "Hello" } });
    for (const [folder, cwd] of [
      ["K--work-app", "K:\\work\\app"],
      ["k--work-app", "k:\\work\\app"],
      ["k--work-app", "k:/work/app"],
      ["k--work-other", "k:\\work\\other"],
    ] as const)
      put(root, `${folder}/${cwd.length}${cwd[0]}${cwd[2] === "/" ? "s" : "b"}.jsonl`, jsonl(said(cwd)));
    const { stdout } = await ccdag(["ls", "--projects", root, "--json"]);
    const projects = JSON.parse(stdout) as Array<{ project: string; sessions: number }>;
    expect(projects.map(({ project, sessions }) => `${project} ${sessions}`).sort()).toEqual([
      "K:\\work\\app 3",
      "K:\\work\\other 1",
    ]);
  });

  it("totals are those of ccusage, whatever they are grouped by", async () => {
    // Printed by ccusage 20.0.20, `daily --json --offline`, for the same folder.
    const ccusage = { input: 180, output: 5515, cacheWrite: 142_175, cacheRead: 1_840_166 };
    for (const by of ["day", "week", "month", "project", "model", "session", "agent-type", "day,model,agent-type"]) {
      const { stdout } = await ccdag(["usage", sample, "--by", by, "--json"]);
      const { total, rows } = JSON.parse(stdout) as { total: Record<string, number>; rows: Array<{ calls: number }> };
      expect(total).toMatchObject(ccusage);
      expect(total["cost"]).toBeCloseTo(1.16847105, 9);
      expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(total["calls"]);
    }
  });

  it("says with -v how much needed no tree, and why the rest did; what a scan knows is remembered", async () => {
    const root = scratch();
    const write = (session: string, more: object = {}) =>
      put(
        root,
        `-srv-app/${session}.jsonl`,
        jsonl(
          {
            type: "user",
            uuid: `${session}u`,
            parentUuid: null,
            sessionId: session,
            cwd: "/srv/app",
            message: { content: "Go" },
          },
          {
            type: "assistant",
            uuid: `${session}a`,
            parentUuid: `${session}u`,
            sessionId: session,
            cwd: "/srv/app",
            requestId: "r",
            timestamp: "2026-01-02T10:00:00.000Z",
            message: {
              id: `m-${session}`,
              model: "claude-opus-4-5",
              content: "Fine",
              usage: { input_tokens: 3, output_tokens: 4 },
            },
            ...more,
          },
        ),
      );
    write("s1");
    write("s2", { sessionId: "another" });
    const cache = join(scratch(), "cache");
    const usage = (...more: string[]) => ccdag(["usage", root, "--by", "project", "-v", "--cache", cache, ...more]);
    const { stdout, stderr } = await usage();
    expect(stderr).toMatch(
      /(\d\d\.\d) % of 0\.0 MB were scanned; the rest needed its tree: an answer of another session \(1 session,/,
    );
    expect((await usage()).stdout).toBe(stdout);
    expect((await usage("--since", "2026-01-02")).stdout).toBe(stdout);
    expect((await usage("--since", "2026-01-03")).stdout).toContain("No usage was recorded");
  });

  it("a day is that of the reader: the same calls, on other days", async () => {
    const zone = process.env["TZ"];
    const days = async (name: string, ...more: string[]) => {
      process.env["TZ"] = name;
      const { stdout } = await ccdag(["usage", sample, "--by", "day", "--csv", "--no-cost", ...more]);
      return stdout
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(0, 3).join(" "));
    };
    try {
      expect(await days("Asia/Tokyo")).toEqual(["2026-03-14 2 27", "2026-03-15 1 3"]);
      expect(await days("Asia/Tokyo", "--utc")).toEqual(["2026-03-14 2 30"]);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  it("a file of prices overrides the list, and is checked", async () => {
    const folder = scratch();
    const call = { id: "m", model: "house-1", usage: { input_tokens: 1_000_000, output_tokens: 1 }, content: "hi" };
    put(folder, "p/a.jsonl", jsonl({ type: "assistant", uuid: "1", parentUuid: null, message: call }));
    const usage = async (list: string) => {
      put(folder, "prices.json", list);
      return ccdag(["usage", join(folder, "p"), "--prices", join(folder, "prices.json")]);
    };
    expect((await ccdag(["usage", join(folder, "p")])).stdout).toContain(
      "1 of 1 calls have a model without a known price",
    );
    const custom = await usage('{"version": "mine", "models": [{"model": "house-1", "input": 7, "output": 1}]}');
    expect(custom.stdout).toMatch(/^all +1 +1,000,000 +0 +1 +\$7\.00 /m);
    expect(custom.stdout).toContain("List prices of mine");
    for (const [format, cost] of [
      ["atif", '"total_cost_usd":7.000001'],
      ["inspect", '"total_cost":7.000001'],
    ] as const) {
      const argv = ["export", join(folder, "p"), "--to", format, "--prices", join(folder, "prices.json")];
      expect((await ccdag(argv)).stdout).toContain(cost);
    }
    for (const invalid of ["{", "{}", '{"models": [{"model": "x", "input": -1, "output": 1}]}']) {
      const { code, stderr } = await usage(invalid);
      expect([code, stderr]).toEqual([2, expect.stringContaining("Unexpected prices in")]);
    }
  });

  it("export --cost shows usage of answers, turns, branches, agents and sessions; by default it is not shown", async () => {
    const { stdout } = await ccdag(["export", sample, "--cost", "-q"]);
    expect(stdout).toContain("*1,544,990 tokens read (1,423,450 from the cache), 5,178 written · $0.9604*");
    expect(stdout).toContain("*This turn: 457,427 tokens read (416,454 from the cache), 2,073 written · $0.3096*");
    expect(stdout).toMatch(/<summary>🤖 [^<]*56,457 tokens read[^<]*\$0\.0694/);
    expect(stdout).toMatch(/\*rewound, 90,645 tokens read/);
    const tokens = await ccdag(["export", sample, "--tokens", "-q"]);
    expect(tokens.stdout).toContain("5,178 written*");
    expect((await ccdag(["export", sample, "-q"])).stdout).not.toContain("tokens read");
    expect((await ccdag(["export", sample, "--cost", "--to", "json"])).code).toBe(2);
  });
});
