import { readFileSync } from "node:fs";
import { ccdag } from "@ccdag/processor";
import { findPictures, shapeLines, showLine } from "@ccdag/testkit";
import { VFile } from "vfile";
import { expect, it } from "vitest";
import ccdagRuleMemory from "../src/index.js";

const pictures = findPictures(readFileSync(new URL("../src/index.ts", import.meta.url), "utf8"));

it("has a picture", () => expect(pictures).toHaveLength(1));

it.each(pictures)("does what its picture shows", ({ shape, lines, rule }) => {
  const file = new VFile({ path: "s1.jsonl", value: shapeLines(shape) });
  ccdag().use(ccdagRuleMemory).parse(file);
  const { dag, lines: told } = file.data.transcript!;
  expect(told.trunks.map(showLine).join("\n")).toBe(lines);
  const rules = [...dag.entries.keys()].map((id) => told.judged(id)?.rule);
  expect(rules.filter((name) => name !== undefined)).toEqual([rule]);
});
