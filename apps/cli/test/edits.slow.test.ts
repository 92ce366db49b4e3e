import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, sessionWithAgent, transcript, write } from "./edits-world.ts";
import { scratch } from "./world.ts";

const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;

/** Print the patch of a transcript with the binary, and apply it with git in a folder with these files. */
function applied(transcripts: Record<string, string>, files: Record<string, string>, ...argv: string[]) {
  const patch = spawnSync(
    process.execPath,
    [bin, "edits", "--patch", ...argv, join(scratch(transcripts), "s1.jsonl")],
    { encoding: "utf8" },
  );
  const folder = scratch(files);
  const git = spawnSync("git", ["apply", "--verbose"], { cwd: folder, input: patch.stdout, encoding: "utf8" });
  const now = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : undefined);
  return { patch: patch.status, git: git.status, said: git.stderr, now };
}

describe("a patch of the binary", () => {
  it.each([[], ["--each"]])("is applied by git: %j", (...argv) => {
    const { patch, git, now } = applied(sessionWithAgent(), { "b.txt": "x" }, ...argv);
    expect([patch, git, now("src/ä b.txt"), now("b.txt"), now("tmp/notes.txt")]).toEqual([
      0,
      0,
      "one\n2\n",
      "y",
      undefined,
    ]);
  });

  it.each([[], ["--each"]])("is applied for names and contents that git has rules for: %j", (...argv) => {
    const names = ["x b/x", "tab\t", 'quote"s\\', "line\n+++ b/evil", "ä/ö", " blank ", "-rf", "🌱"];
    const calls = names.flatMap((name) => [
      write(name, "1\r\n\0two"),
      edit(name, "two", "\u000c\n--- a/x\n+++ b/y\n@@ -1,1 +1,1 @@\n", "1\r\n\0two"),
    ]);
    const { git, now } = applied(
      { "s1.jsonl": transcript("s1", [...calls, write("empty", ""), edit("emptied", "1\n", "", "1\n")]) },
      { emptied: "1\n" },
      ...argv,
    );
    expect(git).toBe(0);
    for (const name of names)
      expect([name, now(name)]).toEqual([name, "1\r\n\0\u000c\n--- a/x\n+++ b/y\n@@ -1,1 +1,1 @@\n"]);
    expect([now("empty"), now("emptied"), now("evil")]).toEqual(["", "", undefined]);
  });

  it("of a file that is known in part is applied hunk by hunk", () => {
    const hunk = (start: number, ...lines: string[]) => [{ oldStart: start, newStart: start, lines }];
    const first = hunk(1, " a", " b", "-c", "+C", "+c2", " d", " e", " f");
    const second = hunk(3, " C", " c2", " d", "-e", "+E", " f");
    const calls = [edit("a", "c", "C\nc2", null, first), edit("a", "e", "E", null, second)];
    const { git, now } = applied({ "s1.jsonl": transcript("s1", calls) }, { a: "a\nb\nc\nd\ne\nf\n" });
    expect([git, now("a")]).toEqual([0, "a\nb\nC\nc2\nd\nE\nf\n"]);
  });
});
