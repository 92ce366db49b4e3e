import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../../../tooling/tests/scratch.ts";
import { run } from "../src/run.ts";

function create(argv: readonly string[], cwd: string = scratch()) {
  let [stdout, stderr] = ["", ""];
  const code = run(argv, { cwd, stdout: (text) => void (stdout += text), stderr: (text) => void (stderr += text) });
  return { cwd, code, stdout, stderr };
}

describe("create-ccdag-plugin (issue 46)", () => {
  it.each([
    ["renderer", "ccdag-render-my-log", "npx ccdag export --to ./dist/index.js"],
    ["tool", "ccdag-tool-my-log", "npx ccdag export --use ./dist/index.js"],
    ["source", "ccdag-source-my-log", "npx ccdag ls --use ./dist/index.js"],
  ])("%s: writes a package, and says what to type next", (kind, name, use) => {
    const { cwd, code, stdout, stderr } = create([kind, "my-log"]);
    expect([code, stderr]).toEqual([0, ""]);
    const files = [".gitignore", "README.md", "package.json", "src/index.ts", "test/index.test.ts", "tsconfig.json"];
    expect(stdout).toBe(`${files.join("\n")}\n\ncd ${name}\nnpm install\nnpm test\n${use}\n`);
    for (const path of files) expect(readFileSync(join(cwd, name, path), "utf8")).not.toMatch(/\{\{\w|: undefined,/);
    expect(JSON.parse(readFileSync(join(cwd, name, "package.json"), "utf8"))).toMatchObject({
      name,
      peerDependencies: { "@ccdag/ccast": ">=0" },
    });
  });

  it("overwrites nothing", () => {
    const cwd = scratch({ "ccdag-render-log/notes.txt": "mine" });
    const { code, stderr } = create(["renderer", "log"], cwd);
    expect([code, stderr]).toEqual([
      2,
      `create-ccdag-plugin: Unexpected folder \`${join(cwd, "ccdag-render-log")}\`, which is not empty; expected a new one\n`,
    ]);
    expect(existsSync(join(cwd, "ccdag-render-log/package.json"))).toBe(false);
    expect(create(["renderer", "log", "other"], cwd).code).toBe(0);
    expect(create(["renderer", "log", "ccdag-render-log/notes.txt"], cwd)).toMatchObject({ code: 2 });
  });

  it.each([
    [["renderer", "My Log"], /^create-ccdag-plugin: Unexpected name `My Log`, expected small letters/],
    [["renderer", "../x"], /Unexpected name `..\/x`/],
    [["skin", "x"], /'skin' is invalid.*Allowed choices are renderer, tool, source/],
    [["renderer"], /missing required argument 'name'/],
  ])("%j is refused in one line", (argv, message) => {
    const { code, stdout, stderr } = create(argv);
    expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
  });

  it("has help", () => {
    expect(create(["--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("npm create ccdag-plugin") as string,
    });
  });
});
