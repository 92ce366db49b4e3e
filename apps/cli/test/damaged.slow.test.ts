import { expect, it } from "vitest";
import { ccdag, scratch } from "./world.ts";

it.each([
  ["in one file", { "s.jsonl": "x\n".repeat(200_000) }],
  ["in two files", { "s.jsonl": "{\n".repeat(199_999), "t.jsonl": "[1]\n" }],
])("ends for 200,000 malformed lines %s, with few messages and all of them in the account", async (_, files) => {
  const { code, stdout, stderr } = await ccdag(["check", scratch(files)]);
  expect([code, stdout.split("\n")[0]]).toEqual([
    1,
    expect.stringMatching(/^200000 lines are damaged: 200000 lines = /),
  ]);
  expect(stderr.split("\n").length).toBeLessThan(50);
  expect(stderr).toMatch(/\(and 1999(?:80|79) more\)/);
});
