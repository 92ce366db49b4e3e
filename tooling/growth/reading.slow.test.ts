import { describe, expect, it } from "vitest";
import { growthOf, most } from "./growth-of.ts";
import { readingTime } from "./measure.mjs";
import { shapes } from "./shapes.mjs";

describe("hostile archives", () => {
  it.each(Object.keys(shapes))("are read in linear time, whatever repeats in them: %s", (shape) => {
    expect(growthOf((lines) => readingTime(shape, lines))).toBeLessThan(most);
  });
});
