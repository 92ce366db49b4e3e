import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { scratch, talk } from "../../../tooling/tests/scratch.ts";
import { contentOf, draftsIn, namesIn, program, run } from "./site-runs.ts";

describe("a run that is killed", () => {
  /** A conversation with an image, which becomes a file beside its page. */
  const picture = (name: string) =>
    talk(name).replace(
      `"Question ${name}"`,
      JSON.stringify([{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }]),
    );
  /** Run, and send a signal to the process before it renames a draft for the nth time. */
  const argvAt = (signal: string, count: number, argv: readonly string[]) => {
    const code = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const { rename } = fs.promises; let left = ${count};
      fs.promises.rename = (...names) => (--left || process.kill(process.pid, "${signal}"), rename(...names));
      syncBuiltinESMExports();`;
    return ["--import", `data:text/javascript,${encodeURIComponent(code)}`, program, ...argv];
  };
  const killAt = (count: number, argv: readonly string[]) =>
    spawnSync("node", argvAt("SIGKILL", count, argv), { encoding: "utf8" }).signal === "SIGKILL";
  const world = () => scratch({ "a/s.jsonl": talk("a"), "b/s.jsonl": picture("b") });

  it.each([
    ["without a search index", []],
    ["with a search index", ["--search"]],
  ])("at any step leaves a draft, which the next run removes in all folders: %s", (_, more) => {
    const input = world();
    const whole = join(scratch(), "site");
    run([whole, input, ...more]);
    const folders = new Set<string>();
    for (let count = 2; ; count++) {
      const out = join(scratch(), "site");
      if (!killAt(count, [out, input, ...more])) break;
      const drafts = draftsIn(out);
      expect([count, drafts.length]).toEqual([count, 1]);
      folders.add(dirname(drafts[0]!));
      expect(run([out, input, ...more]).stdout).toBe("projects: 2, pages: 2\n");
      expect(contentOf(out)).toEqual(contentOf(whole));
    }
    const search =
      more.length > 0 ? ["search", "search/words", "search/text/a", "search/text/b"] : [".", "a", "b", "b/attachments"];
    expect([...folders]).toEqual(expect.arrayContaining(search));
  });

  it.each([
    ["whose project is gone", ["--prune"]],
    ["whose project is not read", []],
  ])("in a folder %s: the draft and the folder are removed", (_, more) => {
    const input = world();
    const out = join(scratch(), "site");
    let count = 1;
    while (killAt(count, [out, input]) && !draftsIn(out).some((name) => name.startsWith("b/"))) {
      execFileSync("rm", ["-rf", out]);
      count++;
    }
    expect(draftsIn(out)).toEqual([expect.stringMatching(/^b\/attachments\//)]);
    run([out, join(input, "a"), ...more]);
    const names = namesIn(out).filter((name) => !/^a\/attachments(?:\/[\da-f]{20}\.(?:css|js))?$/.test(name));
    expect(names).toEqual(["a", "a/session-s.html", "ccdag-site.json", "index.html", "work.html"]);
  });

  it.each([
    ["the first manifest of a site", 1],
    ["a page of a site", 2],
  ])("is another thing than one that waits, whose draft stays: %s", async (_, count) => {
    if (!existsSync("/proc/self/stat")) return console.warn("Not tested: no /proc");
    const cwd = world();
    const out = join(cwd, "out");
    const argv = [out, join(cwd, "a"), join(cwd, "b")];
    const waiting = spawn("node", argvAt("SIGSTOP", count, argv), { stdio: "ignore" });
    const ended = new Promise((done) => waiting.once("close", done));
    onTestFinished(() => void waiting.kill("SIGKILL"));
    const isStopped = () => / [Tt] /.test(readFileSync(`/proc/${waiting.pid}/stat`, "utf8"));
    while (draftsIn(out).length === 0 || !isStopped()) await new Promise((done) => setTimeout(done, 20));
    const [draft] = draftsIn(out);
    const [before, other] = [contentOf(out), run(argv)];
    expect([other.status, draftsIn(out)]).toEqual([2, [draft]]);
    // A site has a lock, so that the other run has not touched anything.
    expect(contentOf(out)).toEqual(before);
    waiting.kill("SIGCONT");
    expect([await ended, draftsIn(out)]).toEqual([0, []]);
  });

  it.each([
    ["without a search index", []],
    ["with a search index", ["--search"]],
  ])(
    "at random moments leaves a folder that the next run completes to the same site, without drafts: %s",
    (_, more) => {
      const input = scratch(Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}/s.jsonl`, picture(name)])));
      const whole = join(scratch(), "site");
      const timeOf = (work: () => unknown) => {
        const begin = Date.now();
        work();
        return Date.now() - begin;
      };
      let time = timeOf(() => run([whole, input, ...more]));
      let seed = 20;
      let killed = 0;
      for (let round = 0; round < 12; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        const out = join(scratch(), "site");
        const timeout = Math.round(time * (0.3 + 0.7 * (seed / 2 ** 31)));
        let signal: string | null = null;
        const took = timeOf(() => ({ signal } = run([out, input, ...more], { timeout })));
        if (signal !== null) killed++;
        // The first run may be a slow one.
        else time = Math.min(time, took);
        expect(run([out, input, ...more]).stdout).toBe("projects: 4, pages: 4\n");
        expect(draftsIn(out)).toEqual([]);
        expect(contentOf(out)).toEqual(contentOf(whole));
      }
      expect(killed).toBeGreaterThan(0);
    },
  );
});
