import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stuckAfter } from "../../../tooling/tests/limits.ts";
import { put, read, scratch, talk } from "./world.ts";

const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;

/** Run the binary; returns its exit code and what it printed on stderr. */
function run(...argv: string[]): [status: number | null, stderr: string] {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...argv, "--no-config"], {
    encoding: "utf8",
    timeout: stuckAfter,
  });
  return [status, stderr.replace(/ in \S+\n/, "\n")];
}

const contents = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, read(folder, name)]));

it.each(["markdown", "html", "json", "obsidian"])("%s: the number of threads never shows in the output", (format) => {
  const folder = scratch({ "broken.jsonl": `${talk("x")}{"no\n` });
  for (const name of ["a", "b", "c", "d", "e"]) put(folder, `${name}.jsonl`, talk(name));
  // In another folder, and of another session, but with a name that becomes the same file name.
  mkdirSync(join(folder, "more"));
  put(folder, "more/A.jsonl", talk("A"));
  appendFileSync(join(folder, "b.jsonl"), talk("f", "b-a"));
  const [one, three] = [join(scratch(), "one"), join(scratch(), "three")];
  const results = [
    [one, "1"],
    [three, "3"],
  ].map(([out, jobs]) => run("export", folder, "--to", format, "-o", `${out}/`, "--jobs", jobs!, "-v"));
  expect(results[1]).toEqual(results[0]);
  expect(results[0]![0]).toBe(0);
  expect(results[0]![1]).toContain("invalid-json");
  expect(Object.keys(contents(one)).length).toBeGreaterThan(6);
  expect(contents(three)).toEqual(contents(one));
});

it("a wrong option is refused once, and --jobs takes a number only", () => {
  const folder = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b") });
  const out = `${join(scratch(), "out")}/`;
  expect(run("export", folder, "-o", out, "--jobs", "2", "--turns", "x")[0]).toBe(2);
  expect(run("export", folder, "-o", out, "--jobs", "0")).toEqual([
    2,
    "ccdag: Unexpected --jobs `0`, expected a number of threads\n",
  ]);
});
