import { detectors, redactTexts } from "@ccdag/redact";
import { describe, expect, it } from "vitest";
import { stale } from "./generate.mjs";
import { floors, measure, readme } from "./measure.mjs";

const redact = (texts: readonly string[]) => redactTexts(texts, { detectors });

describe("redaction finds what it promises (redaction)", () => {
  it("the table of kinds and the README are those of the data (else `pnpm generate redaction`)", () => {
    expect(stale()).toEqual([]);
  });

  it("at least 95 % of each group of the generated set, here one in seven", async () => {
    const { groups, repeated, falseFindings } = await measure(redact, { every: 7 });
    expect(Object.keys(groups)).toEqual(Object.keys(floors));
    for (const { found, total } of Object.values(groups)) expect(found / total).toBeGreaterThanOrEqual(0.95);
    expect(repeated).toEqual([]);
    expect(falseFindings).toEqual([]);
  });

  it("the measure sees what stays: without detectors nothing is found", async () => {
    const { groups } = await measure((texts) => Promise.resolve(texts), { every: 50 });
    expect(Object.values(groups).map(({ found }) => found)).toEqual(Object.values(groups).map(() => 0));
  });

  it("the README states the floors", () => {
    for (const [group, floor] of Object.entries(floors))
      expect(readme).toMatch(new RegExp(`\\(\`${group}\`\\): ${floor} %`));
  });

  it("the floors of kinds with a form are at least 95 %", () => {
    for (const group of ["forms", "disguises", "structures", "names", "commands"])
      expect(floors[group]).toBeGreaterThanOrEqual(95);
  });
});
