import type { ToolCall } from "@ccdag/ccast";
import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Patch, patchOf } from "../src/index.ts";
import { nameIn, type NameOptions, quoteName } from "../src/name.ts";
import { call, edit, editsOfCalls, read, write } from "./world.ts";

const patch = (...calls: ToolCall[]) => patchOf(editsOfCalls(...calls));
const hunk = { structuredPatch: [{ oldStart: 3, newStart: 3, lines: [" x", "-a", "+b"] }] };

describe("a patch", () => {
  it("leads from the content before the first edit to that after the last one", () => {
    const { text, files } = patch(edit("a.txt", "1", "2", "1\n"), edit("a.txt", "2", "3", null));
    expect(text).toBe("diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-1\n+3\n");
    expect(files).toEqual([{ path: "/home/me/app/a.txt", name: "a.txt", result: "whole", reasons: [] }]);
  });

  it.each<[string, ToolCall[], string]>([
    ["a new file", [write("a", "x\n")], "new file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n"],
    ["a new file without a line", [write("a", "")], "new file mode 100644\n"],
    [
      "no line ending at the end",
      [edit("a", "x", "y", "x")],
      "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n",
    ],
    ["carriage returns", [edit("a", "x", "y", "x\r\n")], "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\r\n+y\r\n"],
    ["a file that loses all its lines", [edit("a", "x", "", "x\n")], "--- a/a\n+++ b/a\n@@ -1,1 +0,0 @@\n-x\n"],
  ])("has %s as git writes it", (_, calls, expected) => {
    expect(patch(...calls).text).toBe(`diff --git a/a b/a\n${expected}`);
  });

  it("names the files that it does not hold, and why", () => {
    const { text, files } = patch(
      call("Write", {}, { type: "create", filePath: "/home/me/other/x", content: "" }),
      write(".git/config", ""),
      write("a", "new", { type: "update" }),
      edit("b", "1", "2", "1\n"),
      edit("b", "2", "3", "\uFFFD2\n"),
      read("b", "4"),
      edit("c", "1", "2", "1"),
      edit("c", "2", "1", "2"),
    );
    expect(files.map(({ result, reasons }) => [result, ...reasons.map(({ kind }) => kind)])).toEqual([
      ["none", "outside"],
      ["none", "git-folder"],
      ["none", "not-recorded"],
      ["whole", "changed-outside", "changed-later", "encoding"],
      ["whole", "unchanged"],
    ]);
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "# /home/me/other/x: not in the patch: it is outside the folder of the patch",
      "# /home/me/app/.git/config: not in the patch: git refuses names in .git",
      "# a: not in the patch: the transcript does not show what was changed by Write u3",
      "# b: contains a change that was made outside of the session, or by a command, before Edit u5",
      "# b: does not contain a change that was made outside of the session, or by a command, after the last edit",
      "# b: the file may not be UTF-8, and the patch may not apply",
      "# c: the last edit restored what was there before the first one",
    ]);
    expect(text.match(/^diff --git .*/gm)).toEqual(["diff --git a/b b/b"]);
  });

  it("of an unknown content has the recorded hunks, in the order of the edits", () => {
    const { text, files } = patch(
      edit("a", "a", "b", null, hunk),
      edit("a", "b", "c", null, { structuredPatch: [{ oldStart: 4, newStart: 4, lines: ["-b", "+c"] }] }),
    );
    expect(files[0]!.result).toBe("partial");
    expect(text).toBe(
      "# a: the whole file is not known before Edit u1, Edit u2; if the file has leading tabs, use git apply --ignore-whitespace\n" +
        "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -3,2 +3,2 @@\n x\n-a\n+b\n" +
        "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -4,1 +4,1 @@\n-b\n+c\n",
    );
  });

  it("of each edit has them in their order, with what something else changed between them", () => {
    const calls = [edit("a", "1", "2", "1\n"), write("b", "b\n"), edit("a", "2", "3", "02\n")];
    const { text } = patchOf(editsOfCalls(...calls), { each: true });
    expect(text.match(/^(?:#|diff|[-+]\w).*/gm)).toEqual([
      "# a: contains a change that was made outside of the session, or by a command, before Edit u3",
      "# Edit of a by main at 2026-01-01T10:00:00.000Z: u1",
      "diff --git a/a b/a",
      "-1",
      "+2",
      "# Write of b by main at 2026-01-01T10:00:01.000Z: u2",
      "diff --git a/b b/b",
      "+b",
      "# a: changed outside of the session, or by a command",
      "diff --git a/a b/a",
      "-2",
      "+02",
      "# Edit of a by main at 2026-01-01T10:00:02.000Z: u3",
      "diff --git a/a b/a",
      "-02",
      "+03",
    ]);
  });

  it("says which worktree a file is in, and that another change of the file is beside it", () => {
    const inside = (folder: string) => {
      const one = edit("a.txt", "1", "2", "1\n");
      (one.result!.structured as { filePath: string }).filePath = `${folder}/a.txt`;
      return one;
    };
    const fix = "/home/me/app/.claude/worktrees/fix";
    const comments = ({ text }: Patch) => text.split("\n").filter((line) => line.startsWith("#"));
    expect(comments(patch(inside(fix)))).toEqual(["# a.txt: changed in the worktree fix"]);
    expect(comments(patch(inside("/home/me/app"), inside(fix)))).toEqual([
      "# a.txt: the patch has another change of this file, made elsewhere; the second may not apply",
      "# a.txt: changed in the worktree fix",
      "# a.txt: the patch has another change of this file, made elsewhere; the second may not apply",
    ]);
  });

  it("of each edit ends for a file where it is not known what an edit changed", () => {
    const calls = [edit("a", "1", "2", "1\n"), edit("a", "?", "!", null), edit("a", "8", "9", "8\n")];
    const report = editsOfCalls(...calls);
    const each = patchOf(report, { each: true });
    expect([each.files[0]!.result, each.text.match(/^[-+]\d/gm)]).toEqual(["partial", ["-1", "+2"]]);
    expect(each.text).toContain("# a: not in the patch: the transcript does not show what was changed by Edit u2\n");
    expect(patchOf(report).text).toBe("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-1\n+9\n");
  });

  it("is not ended, or begun, by a name, an id or a recorded hunk", () => {
    const evil = "x\ndiff --git a/y b/y\nnew file mode 100644\n--- /dev/null\n+++ b/y\n@@ -0,0 +1,1 @@\n+y";
    const lines = ["-a", `+${evil}`];
    const { text } = patch(
      write(evil, "1\n"),
      call(
        "Write",
        {},
        { type: "update", filePath: `/home/me/app/${evil}/z`, content: "" },
        { id: evil, name: "Write" },
      ),
      call("Write", {}, { type: "create", filePath: `/${evil}`, content: "" }),
      edit("b", "a", evil, null, { structuredPatch: [{ oldStart: 1, newStart: 1, lines }] }),
    );
    expect(text.match(/^(?:diff|---|\+\+\+|@@).*/gm)).toEqual([
      expect.stringContaining('diff --git "a/x\\ndiff --git a/y') as string,
      "--- /dev/null",
      expect.stringContaining('+++ "b/x\\ndiff') as string,
      "@@ -0,0 +1,1 @@",
    ]);
  });

  it("leads to the last content, whatever the edits are", () => {
    const word = fc.constantFrom(
      "a",
      "b",
      "a\n",
      "b\n",
      "\n",
      "\r\n",
      "\t",
      "ä",
      "\\ No newline at end of file",
      "--- a/a\n",
      "@@ -1 +1 @@\n",
    );
    const content = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
    const change = fc.record({ from: content, to: content, isAll: fc.boolean(), isRecorded: fc.boolean() });
    fc.assert(
      fc.property(content, fc.array(change, { minLength: 1, maxLength: 6 }), (first, changes) => {
        let text = first;
        const calls = changes.map(({ from, to, isAll, isRecorded }, index) => {
          const before = text;
          if (!isRecorded && index > 0) {
            text = to;
            return write("a", to, { type: "update", originalFile: null });
          }
          const part = from !== "" && before.includes(from) ? from : before;
          const whole = to === "" && !part.endsWith("\n") && before.includes(`${part}\n`) ? `${part}\n` : part;
          text = part === "" ? to : isAll ? before.replaceAll(whole, () => to) : before.replace(whole, () => to);
          return part === ""
            ? write("a", to, { type: "update", originalFile: before })
            : edit("a", part, to, before, { replaceAll: isAll });
        });
        const made = patch(...calls);
        expect(made.files[0]!.result).toBe("whole");
        const diff = made.text.replace(/^#.*\n/gm, "");
        expect(diff === "" ? first : applyPatch(first, diff, { autoConvertLineEndings: false })).toBe(text);
      }),
    );
  });

  it("of two long files without a common line replaces all lines", () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}\n`).join("");
    const { text } = patch(
      write("a", `same\n${lines("new")}`, { type: "update", originalFile: `same\n${lines("old")}` }),
    );
    expect(text.split("\n").slice(3, 6)).toEqual(["@@ -1,5001 +1,5001 @@", " same", "-old 0"]);
  });
});

describe("a name in a patch", () => {
  it.each<[string, string, string, string]>([
    ["/home/me/app/src/a.ts", "/home/me/app", "", "src/a.ts"],
    ["/home/me/app/./x/../src//a.ts", "/home/me/app/", "", "src/a.ts"],
    ["src/a.ts", "/home/me", "/home/me/app", "app/src/a.ts"],
    ["C:\\Users\\me\\app\\src\\a.ts", "c:/Users/me/app", "", "src/a.ts"],
    ["/home/me/app/a\\b", "/home/me/app", "", "a\\b"],
  ])("%s in %s", (path, base, cwd, name) => {
    expect(nameIn(path, base, cwd === "" ? {} : { cwd })).toEqual({ name });
  });

  it.each<[string, string, NameOptions, string]>([
    ["/srv/garden/.claude/worktrees/fix-1/beds/a.txt", "/srv/garden", {}, "beds/a.txt"],
    ["/srv/garden/.claude/worktrees/fix-1/beds/a.txt", "/srv/garden/beds", {}, "a.txt"],
    ["/srv/garden/a.txt", "/srv/garden/.claude/worktrees/fix-1", {}, "a.txt"],
    ["a.txt", "/srv/garden", { cwd: "/srv/garden/.claude/worktrees/fix-1" }, "a.txt"],
    ["m:\\garden\\.claude\\worktrees\\x\\beds\\a.txt", "M:\\garden", {}, "beds/a.txt"],
    ["/tmp/away/beds/a.txt", "/srv/garden", { worktree: "/tmp/away" }, "beds/a.txt"],
    ["/tmp/away/beds/a.txt", "/srv/garden/.claude/worktrees/x", { worktree: "/tmp/away" }, "beds/a.txt"],
    ["/srv/garden/a.txt", "/srv/garden", { worktree: "/srv/gar" }, "a.txt"],
  ])("of a worktree is that of the repository: %s in %s", (path, base, options, name) => {
    expect(nameIn(path, base, options)).toEqual({ name });
  });

  it.each<[string, string]>([
    ["/home/me/app2/a", "outside"],
    ["/home/me/app/.claude/worktrees/x/../../../../a", "outside"],
    ["/home/me/app/.claude/worktrees/x/.git/config", "git-folder"],
    ["/home/me/app/.claude/worktrees/x", "outside"],
    ["/home/me/app/../a", "outside"],
    ["../../../../../../etc/passwd", "outside"],
    ["/home/me/app", "outside"],
    ["/home/me/app/.git/hooks/pre-commit", "git-folder"],
    ["/home/me/app/sub/.GIT/config", "git-folder"],
    ["/home/me/app/.g\u200Cit/config", "git-folder"],
    ["/home/me/app/.git. :x", "git-folder"],
  ])("never leaves the folder: %s", (path, problem) => {
    expect(nameIn(path, "/home/me/app")).toEqual({ problem });
  });

  it.each([
    ["a/b c.txt", "a/b c.txt"],
    ["a/ä", '"a/\\303\\244"'],
    ['a/"\\\t\n\u007f', '"a/\\"\\\\\\t\\n\\177"'],
  ])("%j is written as git does", (name, quoted) => {
    expect(quoteName(name)).toBe(quoted);
  });
});
