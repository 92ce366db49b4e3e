import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/index.ts";
import { ccdag, put, scratch } from "./world.ts";

/** Candidates without their descriptions. */
async function complete(words: readonly string[], home = "/nowhere", cwd = "/home/app"): Promise<string[]> {
  const { code, stdout, stderr } = await ccdag(["complete", "--", ...words], { env: { HOME: home }, cwd });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t")[0]!);
}

describe("ccdag complete", () => {
  it("prints all commands, with descriptions, and does not print itself", async () => {
    const words = await complete([""]);
    expect(words).toEqual([...commands().map(({ name }) => name), "help"]);
    expect((await ccdag(["complete", "--", "exp"])).stdout).toMatch(/^export\twrite .+\nexplain\t.+\n$/);
    expect((await ccdag(["--help"])).stdout).not.toMatch(/\bcomplete\b/);
  });

  it.each([
    [["--"], ["--help", "--version"]],
    [["export", "--det"], ["--detail"]],
    [["serve", "--no-w"], ["--no-watch"]],
    [
      ["export", "--detail", "t"],
      ["talk", "tools"],
    ],
    [
      ["export", "--detail=t"],
      ["--detail=talk", "--detail=tools"],
    ],
    [
      ["export", "--detail", "=", "t"],
      ["talk", "tools"],
    ],
    [
      ["export", "--branch", ""],
      ["all", "active", "abandoned"],
    ],
    [["export", "--to", "mark"], ["markdown"]],
    [["export", "-o", "x"], [":files"]],
    [["export", "--leaf", ""], []],
    [["export", "--", "--det"], [":files"]],
    [
      ["export", "lat"],
      ["latest", ":files"],
    ],
    [["diff", ""], []],
    [["diff", "a", "--json", "b", "./"], [":files"]],
    [["explain", ""], []],
    [["site", "a", "b", "./"], [":files"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["config", "remo"], ["remoteImages"]],
    [["config", "limit", ""], []],
    [
      ["help", "ex"],
      ["export", "explain"],
    ],
    [["nope", ""], []],
  ])("of %j prints %j", async (words, expected) => {
    expect(await complete(words)).toEqual(expected);
  });

  it("prints sessions of the current project and folders of projects, by their names alone", async () => {
    const home = scratch({
      ".claude/projects/-home-app/abc-1.jsonl": "not read",
      ".claude/projects/-home-app/abd-2.jsonl.gz": "not read",
      ".claude/projects/-home-app/agent-7.jsonl": "",
      ".claude/projects/-home-app/$(touch x).jsonl": "",
      ".claude/projects/-home-app/--x.jsonl": "",
      ".claude/projects/-other/z.jsonl": "",
    });
    put(home, ".claude/projects/a\u001b[31m\nb/x.jsonl", "");
    const root = join(home, ".claude/projects");
    const folders = [join(root, "-home-app"), join(root, "-other")];
    expect(await complete(["export", ""], home)).toEqual(["abc-1", "abd-2", ...folders, "latest", ":files"]);
    expect(await complete(["export", "abd"], home)).toEqual(["abd-2", ":files"]);
    expect(await complete(["tree", join(root, "-o")], home)).toEqual([folders[1], ":files"]);
  });

  it("runs no config, whose settings may be wrong", async () => {
    const cwd = scratch({ "ccdag.config.mjs": "throw new Error('ran')" });
    expect(await complete(["config", "lim"], "/nowhere", cwd)).toEqual(["limit"]);
    expect((await ccdag(["completion", "bash"], { cwd })).code).toBe(0);
  });
});

describe("ccdag completion", () => {
  it.each(["bash", "zsh", "fish", "powershell"])("prints a script for %s that evaluates nothing", async (shell) => {
    const { code, stdout } = await ccdag(["completion", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain("ccdag complete -- ");
    expect(stdout).not.toMatch(/\beval\b|compgen -W|Invoke-Expression|\biex\b/i);
  });

  it("names the shells that it knows", async () => {
    const { code, stderr } = await ccdag(["completion", "tcsh"]);
    expect([code, stderr]).toEqual([2, "ccdag: Unexpected shell `tcsh`, expected bash, zsh, fish, powershell\n"]);
  });
});
