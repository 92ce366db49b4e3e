import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ccdag, sample, scratch, talk } from "./world.ts";

const long = "x".repeat(300);

it.each([
  [
    "an output below a file",
    ["export", sample, "-o", "file/a.md"],
    /Cannot write `.*\/file\/a\.md`: (?:something with this name exists|a part of the path is no folder)/,
  ],
  [
    "an output with a long name",
    ["export", sample, "-o", `${long}.md`],
    /Cannot write `.*x\.md`: the name is too long/,
  ],
  [
    "prices that are missing",
    ["usage", sample, "--prices", "none.json"],
    /Cannot read --prices `none\.json`: no such file or folder/,
  ],
  [
    "prices that are a folder",
    ["usage", sample, "--prices", "folder"],
    /Cannot read --prices `folder`: it is a folder/,
  ],
  [
    "a list to redact that is missing",
    ["export", sample, "--redact-extra", "none.txt"],
    /Cannot read the list to redact `none\.txt`: no such file or folder/,
  ],
  [
    "a list to redact of a site",
    ["site", sample, "-o", "out", "--redact-extra", "none.txt"],
    /Cannot read (?:the list to redact )?`.*none\.txt`: no such file or folder/,
  ],
  [
    "a config that is a folder",
    ["tree", sample, "--config", "folder.json"],
    /Cannot read config `.*folder\.json`: it is a folder/,
  ],
  ["an output of links in a circle", ["export", sample, "-o", "loop"], /Cannot write `.*\/loop`: too many links/],
])("%s is one line in words", async (_, argv, expected) => {
  const cwd = scratch({ file: "" });
  for (const name of ["folder", "folder.json"]) mkdirSync(join(cwd, name));
  symlinkSync("loop", join(cwd, "loop"));
  const { code, stderr, stdout } = await ccdag(argv, { cwd });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(expected);
  expect(stderr).toMatch(/^ccdag: [^\n]*\n$/);
  expect(stderr).not.toMatch(/\bE[A-Z]{3,}\b/);
});

it("a transcript that cannot be read is named, with the reason in words", async () => {
  const cwd = scratch({ "p/s.jsonl": talk("s") });
  symlinkSync("gone", join(cwd, "p/gone.jsonl"));
  const { code, stderr } = await ccdag(["export", "p"], { cwd });
  expect(code).toBe(3);
  expect(stderr).toMatch(/gone\.jsonl\n.*Cannot read file: no such file or folder/);
});
