import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const top = resolve(fileURLToPath(new URL("../../..", import.meta.url)));
const guide = readFileSync(join(top, "docs/guides/recipes.md"), "utf8");

/** The code below a heading of the guide. */
function recipe(heading: string): string {
  const section = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  return /```(?:bash|json)\n([^]*?)```/.exec(section!)![1]!;
}

/** A machine with one project, `npx ccdag` as this checkout, and a `gh` that writes down what it was asked for. */
function machine() {
  const home = mkdtempSync(join(tmpdir(), "recipes-"));
  const cwd = join(home, "weather");
  const project = join(home, ".claude/projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(join(home, "bin"), { recursive: true });
  mkdirSync(cwd);
  cpSync(join(top, "tooling/fixtures/sample/-home-ada-weather"), project, { recursive: true });
  const program = (name: string, script: string) => {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  };
  program("npx", `shift\nexec "${process.execPath}" "${join(top, "apps/cli/bin.js")}" "$@"`);
  program("gh", 'echo "$@" > "$HOME/gh.txt"');
  const run = (script: string, input = "") => {
    const env = { ...process.env, HOME: home, PATH: `${join(home, "bin")}:${process.env["PATH"]}` };
    const { status, stderr } = spawnSync("bash", ["--norc", "-eu", "-c", script], {
      cwd,
      env,
      input,
      encoding: "utf8",
    });
    return { status, stderr };
  };
  return { home, cwd, project, run };
}

const title = "straight-columns-for-the-weather-table-642fe51e";

describe("recipes of the guide", () => {
  it("a document at the end of each session", () => {
    const { home, project, run } = machine();
    const { hooks } = JSON.parse(recipe("A document at the end of each session")) as {
      hooks: { SessionEnd: Array<{ hooks: Array<{ command: string }> }> };
    };
    const { command } = hooks.SessionEnd[0]!.hooks[0]!;
    const event = JSON.stringify({ hook_event_name: "SessionEnd", transcript_path: join(project, "642fe51e.jsonl") });
    for (let times = 0; times < 2; times++) expect(run(command, event)).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(join(home, "notes/index.md"), "utf8")).toContain(`2026-03-14-${title}.md`);
  });

  it("a report of the week", () => {
    const { cwd, project, run } = machine();
    // The sessions of the fixture are older than a week.
    const [name] = readdirSync(project).filter((one) => one.endsWith(".jsonl"));
    const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    const text = readFileSync(join(project, name!), "utf8");
    writeFileSync(join(project, name!), text.replaceAll(/"2026-03-1\d(?=T)/g, `"${day}`));
    expect(run(recipe("A report of the week")).status).toBe(0);
    const report = readFileSync(join(cwd, "week.txt"), "utf8");
    expect([report.includes("Straight columns"), report.includes("claude-sonnet-4-5")]).toEqual([true, true]);
    expect(readFileSync(join(cwd, "week/index.md"), "utf8")).toContain(day);
  });

  it("a gist", () => {
    const { home, cwd, run } = machine();
    expect(run(recipe("A gist")).status).toBe(0);
    expect(readFileSync(join(home, "gh.txt"), "utf8")).toBe("gist create talk.md\n");
    expect(readFileSync(join(cwd, "talk.md"), "utf8")).not.toContain("/home/ada/");
  });

  it("a folder of notes", () => {
    const { home, run } = machine();
    expect(run(recipe("A folder of notes"))).toEqual({ status: 0, stderr: "" });
    expect(existsSync(join(home, `vault/claude/weather/2026-03-14-${title}.md`))).toBe(true);
  });

  it("a set for an evaluation", ({ skip }) => {
    if (spawnSync("bash", ["-c", "command -v jq"]).status !== 0) skip("there is no jq on this machine");
    const { cwd, run } = machine();
    expect(run(recipe("A set for an evaluation")).status).toBe(0);
    const cases = readFileSync(join(cwd, "cases.jsonl"), "utf8").trim().split("\n");
    for (const one of cases) {
      const { id, messages } = JSON.parse(one) as { id: string; messages: Array<{ role: string }> };
      expect([id.length, messages.slice(0, 2).map(({ role }) => role)]).toEqual([36, ["user", "assistant"]]);
    }
  });
});
