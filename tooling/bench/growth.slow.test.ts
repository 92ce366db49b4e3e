import { describe, expect, it } from "vitest";
import { commandTimes, readingTime } from "./growth/measure.mjs";
import { shapes } from "./growth/shapes.mjs";

/** Milliseconds below which a time says nothing. */
const floor = 150;
/** With four times as many lines: linear is 4, quadratic 16. */
const most = 6;

/** How many times as long four times as many lines take. Other processes make a run slower, and none faster: the best of three counts. */
function growthOf(time: (lines: number) => number): number {
  let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 3 && !(many / Math.max(few, floor) < most); run++) {
    few = Math.min(few, time(6000));
    many = Math.min(many, time(24_000));
  }
  return many / Math.max(few, floor);
}

describe("hostile archives", () => {
  it.each(Object.keys(shapes))("are read in linear time, whatever repeats in them: %s", (shape) => {
    expect(growthOf((lines) => readingTime(shape, lines))).toBeLessThan(most);
  });

  it.each(["copies", "sessionsOnOne", "agentsOneMessage"])("every command takes linear time on %s", (shape) => {
    const names = ["check", "markdown", "json", "tree", "usage", "agents", "branches", "explain"];
    const growing = names.filter((name) => growthOf((lines) => commandTimes(shape, lines, [name])[name]!) >= most);
    expect(growing).toEqual([]);
  });
});
