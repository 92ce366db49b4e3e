import { readFileSync } from "node:fs";
import { ccdag } from "@ccdag/processor";
import { findPictures, shapeJsonl, showThread } from "@ccdag/testkit";
import { VFile } from "vfile";
import { expect, it } from "vitest";
import ccdagRuleMemory from "../src/index.js";

const pictures = findPictures(readFileSync(new URL("../src/index.ts", import.meta.url), "utf8"));

it("has a drawing", () => expect(pictures).toHaveLength(1));

it.each(pictures)("does what its drawing shows", ({ shape, threads: expected, rule }) => {
  const file = new VFile({ path: "s1.jsonl", value: shapeJsonl(shape) });
  ccdag().use(ccdagRuleMemory).parse(file);
  const { dag, threads } = file.data.transcript!;
  expect(threads.trunks.map(showThread).join("\n")).toBe(expected);
  const rules = [...dag.entries.keys()].map((id) => threads.judged(id)?.rule);
  expect(rules.filter((name) => name !== undefined)).toEqual([rule]);
});
