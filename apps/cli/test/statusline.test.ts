import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, readdirSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lock } from "@ccdag/keep/write";
import { describe, expect, it } from "vitest";
import { placesOf } from "../src/status-text.ts";
import { ccdag, jsonl, put, read, scratch } from "./world.ts";

const hour = 3_600_000;
const now = new Date("2026-05-04T12:30:00.000Z");

/** An answer that costs $0.003, or a part of it. */
function answer(id: string, time: number, output = 200, parentUuid: string | null = null): object {
  const usage = { input_tokens: 0, output_tokens: output };
  const message = { id, role: "assistant", model: "claude-sonnet-4-5-20250929", usage };
  const content = [{ type: "text", text: `Done ${id}, ${output}.` }];
  const common = { sessionId: "s1", cwd: "/srv/app", timestamp: new Date(time).toISOString(), requestId: `r-${id}` };
  return {
    ...common,
    type: "assistant",
    uuid: `u-${id}-${output}`,
    parentUuid,
    message: { ...message, content },
  };
}

/** A home with a project, and how the status line is asked there. */
function world(...records: readonly object[]) {
  const home = scratch();
  const transcript = join(home, ".claude/projects/-srv-app/s1.jsonl");
  put(home, ".claude/projects/-srv-app/s1.jsonl", jsonl(...records));
  const env = { HOME: home, CCDAG_CACHE: join(home, "cache") };
  const io = { now, env, cwd: home };
  const ask = async (said: unknown = { transcript_path: transcript }, at = now) => {
    const text = typeof said === "string" ? said : JSON.stringify(said);
    const stdin = (async function* () {
      yield text;
    })();
    const { code, stdout } = await ccdag(["statusline"], { ...io, now: at, stdin, isStdinPiped: true });
    expect([code, stdout.split("\n")]).toEqual([0, [expect.any(String), ""]]);
    return stdout.trimEnd();
  };
  const refresh = async (at = now) =>
    expect((await ccdag(["statusline", "--refresh"], { ...io, now: at })).code).toBe(0);
  return { home, transcript, env, io, ask, refresh };
}

const start = now.getTime() - 2 * hour;

describe("ccdag statusline", () => {
  it("says the cost that usage counts", async () => {
    const { ask, refresh, io } = world(
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
    const { ask, refresh, transcript } = world(answer("a", start), answer("b", now.getTime() - 60_000, 1));
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
    const { ask, refresh, env } = world(answer("a", start));
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
    const { home, io } = world();
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

describe("the program", () => {
  const bin = fileURLToPath(new URL("../bin.js", import.meta.url));
  const run = (env: object, input: string, ...words: string[]) =>
    spawnSync(process.execPath, [bin, "statusline", ...words], {
      encoding: "utf8",
      input,
      env: { ...env } as NodeJS.ProcessEnv,
    });

  it("prints at once, and looks at all projects in a process of its own", async () => {
    // The running block has been running for a while whatever the time is; a day may end.
    const { env, transcript } = world(answer("a", Date.now()));
    const said = JSON.stringify({ model: { display_name: "Opus" }, transcript_path: transcript });
    expect(run(env, said)).toMatchObject({ status: 0, stdout: "Opus\n", stderr: "" });
    const { memory, started } = placesOf({ env, cwd: "/" })!;
    const begun = statSync(started).mtimeMs;
    run(env, said);
    expect(statSync(started).mtimeMs).toBe(begun);
    while (!existsSync(memory)) await setTimeout(50);
    expect(run(env, said).stdout).toMatch(/^Opus · ~\$0\.00\d+ today · ~\$0\.0030 block, ~\d h( \d+ min)? left\n$/);
  });

  it("one process at a time looks at all projects; where nothing can be remembered none is started", async () => {
    const { env, home } = world(answer("a", Date.now()));
    const places = placesOf({ env, cwd: "/" })!;
    const unlock = await lock(places.lock, "test");
    expect(run(env, "", "--refresh").status).toBe(2);
    expect(existsSync(places.memory)).toBe(false);
    await unlock();
    put(home, "file", "");
    expect(run({ ...env, CCDAG_CACHE: join(home, "file") }, "{}")).toMatchObject({ status: 0, stdout: "\n" });
    expect(readdirSync(home)).not.toContain("file.lock");
  });
});
