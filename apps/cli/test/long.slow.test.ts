import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, scratch, talk } from "./world.ts";

describe("a stream that is longer than a string can be", () => {
  /** 540 MB of lines, each long or short. */
  const lines = (length: number) =>
    (async function* () {
      const block = Buffer.from(`"${"x".repeat(length)}"\n`.repeat(Math.ceil(4_000_000 / length)));
      yield Buffer.from(talk("s"));
      for (let sent = 0; sent < 540_000_000; sent += block.length) yield block;
    })();

  it.each([
    ["lines of 4 MB", 4_000_000],
    ["lines of 50 kB", 50_000],
  ])("is read, and each line is explained: %s", async (_, length) => {
    for (const argv of [
      ["check", "-"],
      ["export", "-", "--to", "llm"],
    ]) {
      const { code, stdout, stderr } = await ccdag(argv, { stdin: lines(length) });
      expect([argv, code, stderr]).toEqual([argv, argv[0] === "check" ? 1 : 0, expect.not.stringContaining("Cannot")]);
      expect(stdout).toMatch(argv[0] === "check" ? /lines = 2 placed/ : /could not be read/);
    }
  });
});

describe("a line that is longer than a string can be", () => {
  it("is a malformed line for every command, and the rest is read", async () => {
    const folder = scratch();
    const path = join(folder, "s.jsonl");
    const file = openSync(path, "w");
    const [prompt, answer] = talk("s").split("\n") as [string, string];
    writeSync(file, `${prompt}\n`);
    const part = Buffer.alloc(0x1000_0000, "x");
    for (let written = 0; written < 0x2000_0000; written += part.length) writeSync(file, part);
    writeSync(file, `\n${answer}\n`);
    closeSync(file);
    const checked = await ccdag(["check", path]);
    expect([checked.code, checked.stdout]).toEqual([
      1,
      "1 line is damaged: 3 lines = 2 placed + 0 hidden + 0 folded + 0 without uuid + 1 malformed\ns.jsonl:2: no JSON object\n",
    ]);
    for (const argv of [
      ["export", path],
      ["export", path, "--to", "html"],
      ["tree", path],
      ["mask", path],
      ["shape", path],
    ]) {
      const { code, stderr } = await ccdag(argv);
      expect([argv, code, stderr]).toEqual([argv, 0, expect.not.stringContaining("Cannot")]);
    }
  });
});
