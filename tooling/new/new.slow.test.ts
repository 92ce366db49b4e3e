import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, tryRun } from "../release-smoke/run.ts";
import { top } from "../setup/install.mjs";

const folder = mkdtempSync(join(tmpdir(), "ccdag-new-"));
const project = join(folder, "project");
const node = (...args: string[]) => tryRun(project, process.execPath, ...args);
/** What a program printed, if it failed. */
const failureOf = async (...args: string[]) => {
  const { code, stdout, stderr } = await node(...args);
  return code === 0 ? "" : `${args.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`;
};
/** Run test files, by parts of their paths. */
const test = (task: "test" | "test:slow", ...files: string[]) => failureOf("tooling/tests/run.mjs", task, ...files);

/** What is made, one of each kind, and its file. */
const made: ReadonlyArray<readonly [kind: string, name: string, file: string]> = [
  ["rule", "late-note", "packages/core/src/thread/fork/late-note.ts"],
  ["tool", "draw-chart", "packages/mdast/src/tool/draw-chart.ts"],
  ["command", "tally", "apps/cli/src/command/tally.ts"],
  ["source", "harbour", "packages/source-harbour/src/harbour.ts"],
  ["format", "plain-log", "packages/render-plain-log/src/to-plain-log.ts"],
];
/** What `pnpm new` printed, by kind. */
const printed = new Map<string, string>();

/** Copy the work tree, install it, and make one of each kind. */
beforeAll(async () => {
  const listed = await run(top, "git", "ls-files", "--cached", "--others", "--exclude-standard");
  for (const path of listed.split("\n").filter((one) => one !== "" && existsSync(join(top, one)))) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(top, path), join(project, path));
  }
  await run(project, "git", "init", "-q");
  await run(project, "git", "add", "-A");
  await run(project, "pnpm", "install", "--frozen-lockfile", "--prefer-offline");
  for (const [kind, name] of made)
    printed.set(kind, await run(project, process.execPath, "tooling/new/new.mjs", kind, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("one of each kind, as `pnpm new` writes it", () => {
  it.each(made)("%s %s is written, and refused the second time", async (kind, name, file) => {
    expect(readFileSync(join(project, file), "utf8")).toContain("TODO");
    expect(printed.get(kind)).toContain(`  ${file}\n`);
    const before = await run(project, "git", "status", "--porcelain");
    const { code, stdout, stderr } = await node("tooling/new/new.mjs", kind, name);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^ccdag new: .*exists already.*\n$/)]);
    expect(await run(project, "git", "status", "--porcelain")).toBe(before);
  });

  it("is formatted", async () => {
    expect(await failureOf("node_modules/oxfmt/bin/oxfmt", "--check")).toBe("");
  });

  it("has types without errors", async () => {
    expect(await failureOf("node_modules/typescript/bin/tsc", "-b")).toBe("");
    for (const one of [
      "packages/core",
      "packages/mdast",
      "apps/cli",
      "packages/source-harbour",
      "packages/render-plain-log",
    ])
      expect(await failureOf("node_modules/typescript/bin/tsc", "-p", `${one}/tsconfig.tests.json`)).toBe("");
  });

  it("passes the linter", async () => {
    const changed = await run(project, "git", "status", "--porcelain", "--untracked-files=all");
    const files = changed.split("\n").flatMap((line) => (/\.(?:ts|mjs)$/.test(line) ? [line.slice(3)] : []));
    expect(files).toEqual(expect.arrayContaining(made.map(([, , file]) => file)));
    expect(await failureOf("node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings", ...files)).toBe("");
  });

  it("has no unused code, no odd dependency and no word that the project does not use", async () => {
    expect(await failureOf("node_modules/sherif/index.js")).toBe("");
    expect(await failureOf("node_modules/knip/bin/knip.js")).toBe("");
    expect(await failureOf("tooling/repo-checks/words.mjs")).toBe("");
    expect(await failureOf("tooling/regexps/check.mjs", "--check")).toBe("");
  });

  it("has generated files and a lockfile that are up to date", async () => {
    const packages = ["core", "mdast", "pipeline", "source-harbour", "render-plain-log"].map(
      (name) => `packages/${name}`,
    );
    expect(await failureOf("tooling/repo-checks/api.mjs", "--check", "apps/cli", ...packages)).toBe("");
    const { code, stdout } = await tryRun(project, "pnpm", "install", "--frozen-lockfile", "--prefer-offline");
    expect([code, code === 0 ? "" : stdout]).toEqual([0, ""]);
  });

  it.each(["source-harbour", "render-plain-log"])("%s can be published", async (name) => {
    for (const script of ["pack", "check:package"]) {
      const { code, stdout } = await tryRun(join(project, "packages", name), "pnpm", "run", script);
      expect([code, code === 0 ? "" : stdout]).toEqual([0, ""]);
    }
  });

  it("passes the tests of what it concerns", async () => {
    const core = ["pictures", "verdicts"].map((name) => `packages/core/test/${name}.test.ts`);
    const packages = ["pipeline", "source-harbour", "render-plain-log"].map((name) => `packages/${name}/`);
    // The copy of the schema of a config is compared in `plugins`.
    const cli = ["tally", "completion", "plugins"].map((name) => `apps/cli/test/${name}.test.ts`);
    const mdast = ["tool-draw-chart", "to-mdast"].map((name) => `packages/mdast/test/${name}.test.ts`);
    expect(await test("test", ...core, ...packages, ...cli, ...mdast, "tooling/repo-checks/", "tooling/new/")).toBe("");
  });

  it("has READMEs whose programs run", async () => {
    const filter = "-t=strict|harbour|plain-log|install packages|blocks";
    expect(await test("test:slow", "tooling/readme/test/readmes", "tooling/readme/test/guides", filter)).toBe("");
  });

  it("works: the command counts, the format writes, the rule has a page", async () => {
    const sample = "tooling/fixtures/sample";
    const { stdout: counted } = await node("apps/cli/bin.js", "tally", sample);
    expect(counted).toMatch(/^\d+ messages\n$/);
    const { stdout: log } = await node("apps/cli/bin.js", "export", sample, "--to", "plain-log");
    expect(log).toMatch(/^# session /);
    expect(readFileSync(join(project, "docs/rules/late-note.md"), "utf8")).toContain("```threads rule=late-note");
  });
});
