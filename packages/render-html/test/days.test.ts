import { describe, expect, it } from "vitest";
import { binsOf } from "../src/page/index/bins.ts";
import { dayOf, formatDay } from "../src/page/index/days.ts";

/** The last moment of a JavaScript date, and one before our era: a wrong clock may have any. */
const [end, before] = [8.64e15, -1e14];

describe("R014: days of an index", () => {
  it.each([
    [Date.UTC(2026, 3, 14, 9), "2026-04-14", "Tuesday, April 14, 2026"],
    [end, "+275760-09-13", "Saturday, September 13, 275760"],
    [before, "-001199-02-15", expect.stringContaining("February")],
  ])("of the time %d", (time, day, words) => {
    expect([dayOf(time), formatDay(dayOf(time), "en")]).toEqual([day, words]);
  });

  it.each([undefined, Number.NaN, 8.7e15])("%s has none", (time) => expect(dayOf(time)).toBe(""));
});

describe("R014: bars of a chart", () => {
  const unitOf = (...times: number[]) => binsOf(new Map(times.map((time) => [dayOf(time), 1])));
  const april = Date.UTC(2026, 3, 14);

  it.each([
    ["day", april + 5 * 86_400_000, 6],
    ["week", april + 200 * 86_400_000, 29],
    ["month", Date.UTC(2036, 3, 14), 121],
  ])("are of a %s", (unit, last, count) => {
    const found = unitOf(april, last);
    expect([found?.unit, found?.bins.length]).toEqual([unit, count]);
    expect(found?.bins.reduce((sum, { messages }) => sum + messages, 0)).toBe(2);
  });

  it.each([end, before])("are none for days that are too far apart: %d", (time) => {
    expect(unitOf(april, time)).toBeUndefined();
  });
});
