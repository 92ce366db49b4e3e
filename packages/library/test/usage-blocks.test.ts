import { describe, expect, it } from "vitest";
import { type BlockRule, type UsageRow, usageBlocks } from "@ccdag/library";
import { isNearBlock } from "../src/is-near-block.ts";

const hour = 3_600_000;
const midnight = Date.UTC(2026, 0, 5);

/** A call with ten tokens. */
const callAt = (time: number | null) => [time, "claude-sonnet-4-5", "", 4, 3, 2, 1, 0, 0, 0] as const;

const rowOf = (id: string, times: ReadonlyArray<number | null>): UsageRow => ({
  id,
  path: `${id}.jsonl`,
  client: "claude-code",
  calls: times.map(callAt),
});

/** Each letter is an hour from midnight: of `x` with a call at half past. */
const timesIn = (drawing: string) =>
  [...drawing].flatMap((mark, at) => (mark === "x" ? [midnight + at * hour + hour / 2] : []));

/** Each letter is an hour: that of the block that it is in. */
function draw(blocks: ReadonlyArray<{ start: number; end: number }>, hours: number): string {
  return Array.from({ length: hours }, (_, at) => {
    const found = blocks.findIndex(({ start, end }) => midnight + at * hour >= start && midnight + at * hour < end);
    return found === -1 ? "." : "abc"[found];
  }).join("");
}

const rule: BlockRule = { kind: "5h", now: midnight + 100 * hour };

describe("blocks of five hours", () => {
  it.each([
    ["begins with the full hour of its first call", "..x.........", "..aaaaa....."],
    ["has all calls of five hours, and the next call begins another", "x.x.xx......", "aaaaabbbbb.."],
    ["does not begin where the last one ended, but with a call", "x.....x.....", "aaaaa.bbbbb."],
    ["a gap of five hours is never within one", "x....x...x..", "aaaaabbbbb.."],
    ["is as long after many calls as after one", "xxxxxxxxxxxx", "aaaaabbbbbcc"],
  ])("%s", (_, calls, expected) => {
    const { blocks } = usageBlocks([rowOf("s", timesIn(calls))], rule, {}, undefined);
    expect(`${calls}\n${draw(blocks, 12)}`).toBe(`${calls}\n${expected}`);
    expect(blocks.reduce((sum, { usage }) => sum + usage.calls, 0)).toBe(timesIn(calls).length);
  });

  it("its end is another block's: to the millisecond", () => {
    const of = (last: number) => usageBlocks([rowOf("s", [midnight, last])], rule, {}, undefined).blocks;
    expect(of(midnight + 5 * hour - 1)).toHaveLength(1);
    expect(of(midnight + 5 * hour)).toHaveLength(2);
  });

  it("are those of all sessions together, in whatever order these are", () => {
    const rows = [rowOf("b", timesIn("...x...x")), rowOf("a", timesIn(".x......"))];
    const { blocks } = usageBlocks(rows, rule, {}, undefined);
    expect(blocks.map(({ sessions, usage }) => [sessions, usage.calls])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(usageBlocks([...rows].reverse(), rule, {}, undefined).blocks).toEqual(blocks);
  });

  it("a period chooses whole blocks, which begin where they begin without it", () => {
    const rows = [rowOf("s", timesIn("x.x.xx......x"))];
    const from = (at: number) => usageBlocks(rows, rule, { since: midnight + at * hour }, undefined).blocks;
    expect(from(4).map(({ start }) => (start - midnight) / hour)).toEqual([0, 5, 12]);
    expect(from(5).map(({ start }) => (start - midnight) / hour)).toEqual([5, 12]);
    expect(usageBlocks(rows, rule, { until: midnight + 5 * hour }, undefined).blocks).toHaveLength(1);
  });

  it("a call without a time is in none, and is counted", () => {
    const { blocks, untimed } = usageBlocks([rowOf("s", [null, midnight])], rule, {}, undefined);
    expect([blocks.length, blocks[0]!.usage.calls, untimed]).toEqual([1, 1, 1]);
  });

  it("is active until its end; its pace is that since its first call, pauses included", () => {
    const rows = [rowOf("s", [midnight + 30 * 60_000, midnight + 40 * 60_000])];
    const at = (now: number) => usageBlocks(rows, { ...rule, now }, {}, undefined).blocks[0]!.active;
    expect(at(midnight + 150 * 60_000)).toEqual({
      left: 150 * 60_000,
      minutes: 120,
      tokensPerMinute: 20 / 120,
      projected: { tokens: 45, cost: 0 },
    });
    // One call says nothing about the second after it.
    expect(at(midnight + 40 * 60_000 + 1)!.minutes).toBeCloseTo(10);
    expect(at(midnight + 30 * 60_000)!.minutes).toBe(1);
    expect(at(midnight + 5 * hour)).toBeUndefined();
    expect(at(midnight - 1)).toBeUndefined();
  });
});

describe("weeks", () => {
  const day = 24 * hour;

  it("begin with a call, or count from a time at which one ends, backward, too", () => {
    const rows = [rowOf("s", [midnight + hour / 2, midnight + 8 * day])];
    const of = (reset?: number) =>
      usageBlocks(rows, { kind: "week", reset, now: 0 }, {}, undefined).blocks.map(({ start, end }) => [
        (start - midnight) / day,
        (end - midnight) / day,
      ]);
    expect(of()).toEqual([
      [0, 7],
      [8, 15],
    ]);
    expect(of(midnight + 16 * day)).toEqual([
      [-5, 2],
      [2, 9],
    ]);
    expect(of(midnight - 12 * day)).toEqual(of(midnight + 16 * day));
  });
});

describe("a time that is not certain matters", () => {
  const calls = [callAt(midnight)];
  it.each([
    ["no full hour between the times", [midnight + hour / 4], rule, false],
    ["a full hour between them", [midnight + hour], rule, true],
    ["in what may be the running block", [], { ...rule, now: midnight + 5 * hour }, true],
    ["the end of a week", [midnight + hour / 4], { kind: "week", reset: midnight + hour / 4, now: Infinity }, true],
    ["no end of a week", [midnight + hour], { kind: "week", reset: midnight + hour / 4, now: Infinity }, false],
    ["weeks that end at odd minutes", [], { kind: "week", reset: midnight + 1, now: Infinity }, true],
  ] as const)("%s", (_, quarters, how, expected) => {
    expect(isNearBlock(quarters, calls, how)).toBe(expected);
  });
});
