import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, scratch, talk } from "./world.ts";

/** A home with three projects, and an archive with a copy and a session of its own. */
function world() {
  const home = scratch();
  const cwd = scratch({ "app/src/deep/file.txt": "" });
  const app = join(cwd, "app").replace(/[^a-zA-Z0-9]/g, "-");
  const titled = (id: string, title: string) => jsonl({ type: "custom-title", customTitle: title }) + talk(id);
  put(home, `.claude/projects/${app}/aaaa1111.jsonl`, titled("a", "Rate limit"));
  put(home, `.claude/projects/${app}/aaaa2222.jsonl`, titled("b", "Rate limit of the API"));
  put(home, ".claude/projects/-work-shop-web/bbbb1111.jsonl", talk("c").replaceAll("2026-01-01", "2026-02-02"));
  put(home, ".claude/projects/-work-shop-api/cccc1111.jsonl", talk("d"));
  const shared = `${talk("e")}${talk("f")}`.replace(/"uuid":"(e|f)-/g, '"sessionId":"only-$1","uuid":"$1-');
  put(home, ".claude/projects/-many/both.jsonl", shared);
  const archive = scratch({
    "-work-shop-api/cccc1111.jsonl": talk("d"),
    "-work-shop-api/dddd1111.jsonl": talk("g"),
  });
  return { home, cwd, app, archive, env: { HOME: home } };
}

describe("an input names", () => {
  it.each([
    ["a session by the beginning of its id", ["bbbb"], ["Question c"]],
    ["a session by its title, which is more than a part of a title", ["rate LIMIT"], ["Question a"]],
    ["a session by a part of its title", ["limit of the"], ["Question b"]],
    ["the newest session of all", ["latest"], ["Question c"]],
    ["a project by the name of its folder", ["-work-shop-web"], ["Question c"]],
    ["a project by its last name", ["web"], ["Question c"]],
    ["a project by a part of its path", ["shop/we"], ["Question c"]],
    ["several things, each once", ["web", "cccc", "bbbb1111"], ["Question c", "Question d"]],
    ["a working directory with a slash at its end", ["./"], ["Question a", "Question b"]],
    ["a project and what is in it, once", ["web", "bbbb", "-work-shop-web"], ["Question c"]],
    ["one session of a file that holds several", ["only-f"], ["Question f"]],
    ["a transcript beside a project", ["many", "web"], ["Question e", "Question f", "Question c"]],
  ])("%s", async (_, inputs, expected) => {
    const { env, cwd } = world();
    const { code, stdout, stderr } = await ccdag(["export", ...inputs], { env, cwd: join(cwd, "app") });
    expect([code, stderr]).toEqual([0, ""]);
    expect([...new Set(stdout.match(/Question \w/g))].sort()).toEqual([...expected].sort());
  });

  it("without a word, the newest session of the project of this folder or of the nearest one above it; with a period, all of them", async () => {
    const { env, cwd } = world();
    for (const folder of ["app", "app/src/deep"]) {
      const { stdout, stderr } = await ccdag(["export", "-v"], { env, cwd: join(cwd, folder) });
      expect(stdout.match(/Question (?:a|b)/g)).not.toBeNull();
      expect(stderr).toMatch(/^Reading session aaaa\d+ of /);
      const all = await ccdag(["export", "--since", "2026-01-01"], { env, cwd: join(cwd, folder) });
      expect([/Question a/.test(all.stdout), /Question b/.test(all.stdout)]).toEqual([true, true]);
    }
    expect(await ccdag(["export", "--since", "2027"], { env, cwd: join(cwd, "app") })).toMatchObject({ code: 2 });
  });

  it("a piped transcript; an empty pipe is no input", async () => {
    const { env, cwd } = world();
    const piped = (text: string) => ({
      isStdinPiped: true,
      stdin: (async function* () {
        if (text !== "") yield Buffer.from(text);
      })(),
    });
    expect((await ccdag(["export"], { env, cwd, ...piped(talk("piped")) })).stdout).toContain("Question piped");
    expect((await ccdag(["export"], { env, cwd: join(cwd, "app"), ...piped("") })).stdout).toMatch(/Question (?:a|b)/);
  });

  it("sessions that continue one another: each call counts once", async () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const more = (text: string) =>
      text.replaceAll('"model":"claude"', `"model":"claude","usage":${JSON.stringify(usage)}`);
    const home = scratch({
      ".claude/projects/-work-p/aaaa.jsonl": more(talk("a")),
      ".claude/projects/-work-p/bbbb.jsonl": more(talk("b", "a-a")),
      ".claude/projects/-empty/x.jsonl": "",
    });
    for (const inputs of [
      ["aaaa", "bbbb"],
      ["-work-p"],
      ["-work-p", "aaaa"],
      [join(home, ".claude/projects"), "-work-p"],
    ]) {
      const { stdout } = await ccdag(["usage", ...inputs, "--json"], { env: { HOME: home } });
      expect([inputs, (JSON.parse(stdout) as { total: { calls: number } }).total.calls]).toEqual([inputs, 2]);
    }
    expect(
      (await ccdag(["export", "latest"], { env: { HOME: scratch({ ".claude/projects/-e/x.jsonl": "" }) } })).stderr,
    ).toMatch(/^ccdag: No session in /);
  });

  it("several roots as one: a copy counts once, and a project has the sessions of all", async () => {
    const { env, archive } = world();
    const list = async (...more: string[]) =>
      (JSON.parse((await ccdag(["ls", "--json", ...more], { env })).stdout) as Array<{ session: string }>).map(
        ({ session }) => session,
      );
    expect((await list("api", "--root", archive)).sort()).toEqual(["cccc1111", "dddd1111"]);
    expect(await list("--root", archive)).toHaveLength(7);
    expect(await list("--root", archive, "--root", archive)).toHaveLength(7);
    expect((await ccdag(["ls", "--root", "/no/such"], { env })).stderr).toContain("Unexpected root `/no/such`");
  });

  it("rows of several inputs know their projects, as those of one do", async () => {
    const { env } = world();
    const { stdout } = await ccdag(["ls", "cccc", "bbbb", "--json"], { env });
    const rows = JSON.parse(stdout) as Array<{ session: string; path: string }>;
    expect(rows.map(({ path }) => path)).toEqual(["-work-shop-web/bbbb1111.jsonl", "-work-shop-api/cccc1111.jsonl"]);
  });

  it.each([
    [
      "several sessions",
      ["rate lim"],
      /`rate lim` matches 2 sessions; type more .*\n {2}SESSION +PROJECT +LAST +TITLE\n {2}aaaa/,
    ],
    ["several projects", ["shop"], /`shop` matches 2 projects; .*\n {2}PROJECT\n {2}-work-shop-\w+\n {2}-work-shop-/],
    ["nothing, but nearly something", ["rate limot"], /did you mean `Rate limit`\?/],
    ["no file", ["./nothing.jsonl"], /No such file or folder: `\.\/nothing\.jsonl`/],
    [
      "a place that is not in the session",
      ["bbbb#c-us"],
      /Unexpected `c-us` in `bbbb#c-us`, expected an entry, a branch/,
    ],
  ])("%s is an error that helps", async (_, inputs, expected) => {
    const { env, cwd } = world();
    const { code, stdout, stderr } = await ccdag(["export", ...inputs], { env, cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(expected);
  });
});
