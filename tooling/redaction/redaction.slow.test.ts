import { detectors, redactTexts } from "@ccdag/redact";
import { expect, it } from "vitest";
import { floors, measure } from "./measure.mjs";

it("redaction finds no less of the whole generated set than its floors (redaction)", async () => {
  const { groups, repeated, falseFindings } = await measure((texts) => redactTexts(texts, { detectors }));
  const below = Object.entries(groups).filter(([group, { found, total }]) => found / total < floors[group]! / 100);
  expect(below).toEqual([]);
  expect(repeated).toEqual([]);
  expect(falseFindings).toEqual([]);
});
