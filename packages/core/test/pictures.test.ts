import { readdirSync, readFileSync } from "node:fs";
import { findPictures, showLine } from "@ccdag/shape";
import { describe, expect, it } from "vitest";
import { readShape } from "./lines.ts";

const folder = new URL("../src/", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .sort();

/** The requirements that the drawings of a rule prove. */
const proves: Readonly<Record<string, string>> = {
  "structural-sibling": "C104 C105 C106 C107 C108 C109",
  "parallel-result": "C100 C101 C102 C108",
  "dead-end-call": "C103",
  "live-passthrough": "C110 C111 C112",
  rewind: "C007 C067 C114",
  "replayed-content": "C080 C082",
};

for (const source of sources) {
  const text = readFileSync(new URL(source, folder), "utf8");
  const pictures = findPictures(text);
  const shapes = text.match(/```shape/g)?.length ?? 0;
  if (shapes === 0) continue;
  const name = source.replace(/^.*\/|\.ts$/g, "");
  describe(`${proves[name] ?? ""} ${name}`.trim(), () => {
    it("draws nothing that is not tested", () => expect(pictures).toHaveLength(shapes));
    it.each(pictures)("$lines", ({ shape, lines, rule }) => {
      const read = readShape(shape);
      expect(read.lines.trunks.map(showLine).join("\n")).toBe(lines);
      const judged = [...read.dag.entries.keys()].flatMap((id) => read.lines.judged(id)?.rule ?? []);
      if (rule !== undefined) expect(judged).toContain(rule);
    });
  });
}
