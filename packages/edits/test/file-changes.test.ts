import type { ToolCall } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { changedFiles, patchOf } from "../src/index.ts";
import { call, editsOfCalls, read, said, session } from "./world.ts";

const folder = "/home/me/app/";
type Change = { readonly path: string } & Record<string, unknown>;

/** A call whose result says what it did to files. */
function changed(...changes: Change[]): ToolCall {
  const made = call("exec", {});
  const structured = {
    fileChanges: { [made.id]: changes.map((one) => ({ ...one, path: `${folder}${one.path}` })) },
  };
  return { ...made, result: { ...made.result!, structured } };
}
/** A patch of which only the call is recorded. */
const patched = (text: string) => call("apply_patch", { input: `*** Begin Patch\n${text}\n*** End Patch\n` });
const move = (from: string, to: string, diff = ""): Change => ({ path: from, diff, movedTo: `${folder}${to}` });
const filesOf = (...calls: ToolCall[]) =>
  patchOf(editsOfCalls(...calls)).files.map(({ name, result, reasons }) => [
    name,
    result,
    ...reasons.map((r) => r.kind),
  ]);
const textOf = (...calls: ToolCall[]) =>
  patchOf(editsOfCalls(...calls))
    .text.split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n");

describe("what results say of changed files (issue 43, E10)", () => {
  it("one call changes several files: each is in the patch", () => {
    const one = changed(
      { path: "new", before: null, after: "x\n" },
      { path: "old", before: "y\n", after: null },
      { path: "a", diff: "@@ -3,2 +3,2 @@\n k\n-1\n+2\n" },
    );
    expect(filesOf(one)).toEqual([
      ["new", "whole"],
      ["old", "whole"],
      ["a", "partial", "hunks-only"],
    ]);
    expect(textOf(one)).toBe(
      [
        "diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+x",
        "diff --git a/old b/old\ndeleted file mode 100644\n--- a/old\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-y",
        "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -3,2 +3,2 @@\n k\n-1\n+2\n",
      ].join("\n"),
    );
    expect([
      ...changedFiles(session(said("u", 1, one)))
        .get("s1")!
        .keys(),
    ]).toEqual(["new", "old", "a"].map((name) => folder + name));
  });

  it("a diff continues what a call before it wrote", () => {
    const one = changed({ path: "a", before: null, after: "1\n2\n" });
    const two = changed({ path: "a", diff: "@@ -1,2 +1,2 @@\n 1\n-2\n+3\n" });
    expect(filesOf(one, two)).toEqual([["a", "whole"]]);
    expect(textOf(one, two)).toContain("@@ -0,0 +1,2 @@\n+1\n+3\n");
  });

  it("a file that is moved is written at its new place, and deleted at the old one, if it is known", () => {
    const calls = [read("a", "1\n2\n"), changed(move("a", "b", "@@ -2 +2 @@\n-2\n+3\n"))];
    expect(filesOf(...calls)).toEqual([
      ["a", "whole"],
      ["b", "whole"],
    ]);
    expect(textOf(...calls)).toMatch(/a\/a b\/a\ndeleted[\s\S]*-1\n-2\n[\s\S]*b\/b\nnew file[\s\S]*\+1\n\+3\n/);
  });

  it.each<[string, Change, string]>([
    ["and changed", move("a", "b", "@@ -2 +2 @@\n-2\n+3\n"), "--- a/a\n+++ b/b\n@@ -2,1 +2,1 @@\n-2\n+3\n"],
    ["only", move("a", "b"), ""],
  ])("a file that is not known, and that is moved %s, is renamed by the patch", (_, change, rest) => {
    expect(filesOf(changed(change))).toEqual([
      ["b", "partial", "hunks-only"],
      ["a", "partial", "moved"],
    ]);
    expect(textOf(changed(change))).toBe(`diff --git a/a b/b\nrename from a\nrename to b\n${rest}`);
    const each = patchOf(editsOfCalls(changed(change)), { each: true }).text;
    expect(each).toContain(`rename to b\n${rest}`);
  });

  it("a file that comes from outside of the folder is in no patch, unless it is known", () => {
    const path = "../other";
    expect(filesOf(changed(move(path, "b", "@@ -1 +1 @@\n-1\n+2\n")))[0]).toEqual([undefined, "none", "outside"]);
    expect(filesOf(read(path, "1\n"), changed(move(path, "b", "@@ -1 +1 @@\n-1\n+2\n")))[1]).toEqual(["b", "whole"]);
  });

  it.each<[string, unknown]>([
    ["no list", { fileChanges: { t: 1 } }],
    ["changes of another call", { fileChanges: { other: [{ path: "a", before: "", after: "x" }] } }],
    ["no object", { fileChanges: [null] }],
  ])("%s is nothing", (_, structured) => {
    expect(editsOfCalls(call("exec", {}, structured, { id: "t" })).files).toEqual([]);
  });

  it("what cannot be read of a change is not known", () => {
    const odd = changed({ path: "a", diff: "@@ -x @@", before: 1, after: {} });
    expect(filesOf(odd)).toEqual([["a", "none", "not-recorded"]]);
  });
});

describe("a patch of which only the call is recorded", () => {
  it.each<[string, string, ToolCall[], string]>([
    ["adds a file", "*** Add File: a\n+1\n+2", [], "@@ -0,0 +1,2 @@\n+1\n+2\n"],
    ["updates one that is known", "*** Update File: a\n@@ f\n 1\n-2\n+3", [read("a", "1\n2\n")], " 1\n-2\n+3\n"],
    ["with an empty line", "*** Update File: a\n@@\n 1\n\n-2\n+3", [read("a", "1\n\n2\n")], " 1\n \n-2\n+3\n"],
    ["without a part's head", "*** Update File: a\n-2\n+3", [read("a", "1\n2\n")], " 1\n-2\n+3\n"],
    ["deletes one that is known", "*** Delete File: a", [read("a", "1\n")], "+++ /dev/null\n@@ -1,1 +0,0 @@\n-1\n"],
    ["moves one that is known", "*** Update File: b\n*** Move to: a\n@@\n-1\n+2", [read("b", "1\n")], "+2\n"],
  ])("%s", (_, text, before, expected) => {
    // Names in such a patch begin where the client ran, as what is read here does in the test.
    const absolute = text.replaceAll(/(File|to): /g, `$1: ${folder}`);
    expect(textOf(...before, patched(absolute))).toContain(expected);
  });

  it("of a file that is not known is in no patch, and said; a refused one counts as failed", () => {
    const update = patched("*** Update File: a\n@@\n-1\n+2");
    expect(filesOf(update)).toEqual([["a", "none", "not-recorded"]]);
    const failed: ToolCall = { ...update, result: { ...update.result!, isError: true } };
    expect(editsOfCalls(failed)).toMatchObject({ files: [], failed: 1 });
    expect(editsOfCalls(call("apply_patch", { patch: 1 })).files).toEqual([]);
    expect(editsOfCalls(call("apply_patch", "*** Delete File: a")).files).toHaveLength(1);
  });
});
