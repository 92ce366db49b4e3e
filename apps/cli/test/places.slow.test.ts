import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, transcript, write } from "./edits-world.ts";
import { put, read, scratch } from "./world.ts";

const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;

/** A repository with a file, and a home with transcripts of it. */
function world() {
  const top = realpathSync(scratch());
  const repository = join(top, "garden");
  mkdirSync(repository);
  const git = (...argv: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...argv], { cwd: repository, stdio: "pipe" });
  put(repository, "a.txt", "one\n");
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "a");
  const root = join(top, ".claude/projects");
  const keep = (cwd: string, path: string, text: string) =>
    put(root, `${cwd.replace(/[^a-zA-Z0-9]/g, "-")}/${path}`, text);
  const ccdag = (cwd: string, ...argv: string[]) =>
    spawnSync(process.execPath, [bin, ...argv], { cwd, encoding: "utf8", env: { ...process.env, HOME: top } });
  const apply = (patch: string) => {
    const { status, stderr } = spawnSync("git", ["apply", "-"], { cwd: repository, input: patch, encoding: "utf8" });
    return [status, stderr];
  };
  return { top, repository, git, keep, ccdag, apply };
}

/** A call that spawns an agent in a worktree, wherever that is. */
const spawn = (worktreePath: string) => ({
  name: "Agent",
  input: { description: "look", prompt: "do it", subagent_type: "fixer", isolation: "worktree" },
  result: { agentId: "7f", status: "completed", worktreePath },
});

describe("a patch of the binary, with edits in a worktree", () => {
  it.each([["garden/.claude/worktrees/fix-1"], ["away/fix-1"]])(
    "is applied by git in the repository, and says which one it is: %s",
    (place) => {
      const { top, repository, keep, ccdag, apply } = world();
      const worktree = join(top, place);
      keep(
        repository,
        "s1.jsonl",
        transcript("s1", [write(`${repository}/b.txt`, "b\n"), spawn(worktree)], repository),
      );
      const calls = [edit(`${worktree}/a.txt`, "one", "two", "one\n"), write(`${worktree}/beds/c.txt`, "c\n")];
      keep(repository, "s1/subagents/agent-7f.jsonl", transcript("g", calls, worktree, "7f"));
      const { stdout, stderr } = ccdag(repository, "edits", "--patch", "s1");
      expect(stderr).toContain(`names are relative to ${repository}`);
      expect(stdout).toMatch(/^# a\.txt: changed in the worktree .*fix-1$/m);
      expect(apply(stdout)).toEqual([0, ""]);
      expect(["a.txt", "b.txt", "beds/c.txt"].map((name) => read(repository, name))).toEqual(["two\n", "b\n", "c\n"]);
      expect(ccdag(repository, "edits", "s1").stdout).toMatch(/^a\.txt \(worktree .*fix-1\) /m);
    },
  );

  it("of a session that ran in it is applied there and in the repository", () => {
    const { repository, git, keep, ccdag, apply } = world();
    const worktree = join(repository, ".claude/worktrees/fix-1");
    git("worktree", "add", "--quiet", worktree);
    keep(worktree, "s1.jsonl", transcript("s1", [edit(`${worktree}/a.txt`, "one", "two", "one\n")], worktree));
    // The project in which exactly one session has edits.
    keep(repository, "s2.jsonl", transcript("s2", [], repository));
    const { status, stdout } = ccdag(repository, "edits", "--patch", "garden");
    expect([status, apply(stdout), read(repository, "a.txt")]).toEqual([0, [0, ""], "two\n"]);
    expect(ccdag(worktree, "edits", "--patch").stdout).toBe(stdout);
    expect(spawnSync("git", ["apply", "-"], { cwd: worktree, input: stdout }).status).toBe(0);
    const projects = JSON.parse(ccdag(repository, "ls", "--projects", "--json").stdout) as object[];
    expect(projects).toMatchObject([{ project: repository, sessions: 2 }]);
  });
});

describe("a patch of a folder", () => {
  it("is that of the only session with edits, with what the sessions before it say of the files", () => {
    const { repository, keep, ccdag } = world();
    const filePath = `${repository}/a.txt`;
    const file = { filePath, content: "one\n", numLines: 1, startLine: 1, totalLines: 1 };
    const read = { name: "Read", input: { file_path: filePath }, result: { type: "text", file } };
    keep(repository, "s1.jsonl", transcript("s1", [read], repository));
    const later = transcript("s2", [edit(filePath, "one", "two", null)], repository);
    keep(repository, "s2.jsonl", later.replace('"parentUuid":null', '"parentUuid":"s1-r0"'));
    const whole = ccdag(repository, "edits", "--patch", "garden");
    expect(whole.stdout).toContain("-one\n+two\n");
    expect([whole.status, whole.stdout]).toEqual([0, ccdag(repository, "edits", "--patch", "s2").stdout]);
    keep(repository, "s3.jsonl", transcript("s3", [write(`${repository}/z`, "")], repository));
    expect(ccdag(repository, "edits", "--patch", "garden")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "ccdag: Unexpected --patch of 2 sessions, expected one of them: s2, s3\n",
    });
  });
});
