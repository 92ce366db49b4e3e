import { appendFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { placesOf } from "../src/status-text.ts";
import { answer, now, statusWorld } from "./statusline-world.ts";
import { ccdag, jsonl, put, read } from "./world.ts";

const hour = 3_600_000;
const start = now.getTime() - 2 * hour;

describe("ccdag statusline", () => {
  it("says the cost that usage counts", async () => {
    const { ask, refresh, io } = statusWorld(
      answer("a", start - 20 * hour),
      answer("b", start, 1),
      answer("b", start + 1000, 200, "u-b-1"),
      answer("c", start + hour),
    );
    await refresh();
    expect(await ask({ model: { id: "m" }, cost: { total_cost_usd: 2 } })).toMatch(
      /^m · \$2\.00 session · ~\$0\.0060 today · ~\$0\.0060 block, ~2 h 30 min left$/,
    );
    const counted = JSON.parse((await ccdag(["usage", "--blocks", "--json"], io)).stdout) as {
      rows: Array<{ cost: number }>;
    };
    expect(counted.rows.map(({ cost }) => cost.toFixed(5))).toEqual(["0.00300", "0.00600"]);
  });

  it("reads what was appended since: whole lines, each call once, also where a session repeats another one", async () => {
    const { ask, refresh, transcript } = statusWorld(answer("a", start), answer("b", now.getTime() - 60_000, 1));
    await refresh();
    expect(await ask()).toContain("~$0.0030 today");
    // The last part of a call counts.
    appendFileSync(transcript, jsonl(answer("b", now.getTime() - 1000)));
    expect(await ask()).toContain("~$0.0060 today");
    const line = jsonl(answer("c", now.getTime()));
    appendFileSync(transcript, `{"usage": damaged}\n${line.slice(0, 50)}`);
    expect(await ask()).toContain("~$0.0060 today");
    appendFileSync(transcript, line.slice(50));
    expect(await ask()).toContain("~$0.0090 today");
    const copy = transcript.replace("s1", "s2");
    copyFileSync(transcript, copy);
    appendFileSync(copy, jsonl(answer("d", now.getTime())));
    expect(await ask({ transcript_path: copy })).toContain("~$0.0120 today");
    await refresh(new Date(now.getTime() + 1000));
    expect(await ask()).toContain("~$0.0120 today");
  });

  it("ends well with anything", async () => {
    const { ask, refresh, env } = statusWorld(answer("a", start));
    await refresh();
    for (const said of ["", "oops", "[", "null", '{"transcript_path": 5}', '{"transcript_path": "/dev/zero"}'])
      expect(await ask(said)).toContain("~$0.0030 today");
    const { memory } = placesOf({ env, cwd: "/" })!;
    for (const damaged of ["", "{}", "[]", '{"at":1,"files":{"x":"y"},"times":[],"recent":[[]]}']) {
      put("/", memory, damaged);
      // It is fresh: nothing is started.
      put("/", placesOf({ env, cwd: "/" })!.started, "");
      await ask({}, new Date());
    }
  });

  it("without a pipe it says how it is shown; --install adds it once, and never in place of another one", async () => {
    const { home, io } = statusWorld();
    const run = (...words: string[]) => ccdag(["statusline", ...words], io);
    const shown = (await run()).stdout;
    expect(shown).toContain(`${join(home, ".claude/settings.json")} (\`--install\` adds it)`);
    put(home, ".claude/settings.json", '{\n    "model": "opus",\n    "n": 1.0\n}\n');
    expect((await run("--install")).stderr).toContain("Added the status line to");
    const text = read(home, ".claude/settings.json");
    expect(text).toContain('    "model": "opus",\n    "n": 1.0,\n    "statusLine": {');
    expect(JSON.parse(text)).toMatchObject({
      statusLine: { type: "command", command: expect.stringMatching(/ statusline$/) },
    });
    expect((await run("--install")).stderr).toContain("already in");
    expect(read(home, ".claude/settings.json")).toBe(text);
    put(home, ".claude/settings.json", '{"statusLine": {"type": "command", "command": "mine.sh"}}');
    expect(await run("--install")).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing is changed") });
    expect(read(home, ".claude/settings.json")).toContain("mine.sh");
  });
});
