import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readProject } from "../src/index.ts";
import { toProject } from "../src/memory.ts";

const paths = [
  "s1.jsonl",
  "s1/subagents/agent-7f.jsonl",
  "s1/subagents/agent-7f.meta.json",
  "s1/tool-results/t1.txt",
  "s1/workflows/w1.json",
  "s1/subagents/workflows/w1/journal.jsonl",
  "history.jsonl",
  "notes.md",
  "package.json",
];

it("C020: files in memory become the same project as files in a folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `of ${path}\n`);
  }
  const read = await readProject(folder);
  const made = toProject([...paths].reverse().map((path) => ({ path, value: `of ${path}\n` })));
  const output = (file: typeof read) => file.data.companions!.map(({ path, value }) => [path, String(value)]);
  expect(output(made)).toEqual(output(read));
  expect(output(made)).toHaveLength(6);
});
