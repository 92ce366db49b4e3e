import { describe, expect, it } from "vitest";
import { growing } from "./growing.ts";
import { readingTime } from "./reading.mjs";
import { shapes } from "./shapes.mjs";

describe("hostile archives", () => {
  it.each(Object.keys(shapes))("are read in linear time, whatever repeats in them: %s", async (shape) => {
    expect(await growing([shape], (lines) => ({ [shape]: readingTime(shape, lines) }))).toEqual([]);
  });
});
