import { afterEach, describe, expect, it } from "vitest";
import { readPeriod } from "../src/period.ts";

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

/** Wednesday, 02:30 in Tokyo; still Tuesday in UTC. */
const now = new Date("2026-03-10T17:30:00Z");
const iso = (time: number | undefined) => time !== undefined && new Date(time).toISOString();

describe("a period", () => {
  it.each([
    ["yesterday", "2026-03-09T15:00:00.000Z", "2026-03-10T15:00:00.000Z"],
    ["today", "2026-03-10T15:00:00.000Z", "2026-03-11T15:00:00.000Z"],
    ["2026-03-01", "2026-02-28T15:00:00.000Z", "2026-03-01T15:00:00.000Z"],
    ["2026-02", "2026-01-31T15:00:00.000Z", "2026-02-28T15:00:00.000Z"],
    ["2025", "2024-12-31T15:00:00.000Z", "2025-12-31T15:00:00.000Z"],
    ["last month", "2026-01-31T15:00:00.000Z", "2026-02-28T15:00:00.000Z"],
    ["this week", "2026-03-08T15:00:00.000Z", "2026-03-15T15:00:00.000Z"],
    ["2026-03-01T13:30", "2026-03-01T04:30:00.000Z", "2026-03-01T04:30:00.000Z"],
    ["2026-03-01T13:30Z", "2026-03-01T13:30:00.000Z", "2026-03-01T13:30:00.000Z"],
  ])("%s is meant in local time", async (text, since, until) => {
    process.env["TZ"] = "Asia/Tokyo";
    const period = await readPeriod({ since: text, until: text }, { now, zone: "local" });
    expect([iso(period.since), iso(period.until)]).toEqual([since, until]);
  });

  it.each([
    ["yesterday", "2026-03-09T00:00:00.000Z", "2026-03-10T00:00:00.000Z"],
    ["last year", "2025-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    ["2026-03-01T13:30", "2026-03-01T13:30:00.000Z", "2026-03-01T13:30:00.000Z"],
  ])("%s with --utc", async (text, since, until) => {
    process.env["TZ"] = "Asia/Tokyo";
    const period = await readPeriod({ since: text, until: text }, { now, zone: "utc" });
    expect([iso(period.since), iso(period.until)]).toEqual([since, until]);
  });

  it("a day has 23 hours where clocks change", async () => {
    process.env["TZ"] = "Europe/Berlin";
    const { since, until } = await readPeriod({ since: "2026-03-29", until: "2026-03-29" }, { now, zone: "local" });
    expect((until! - since!) / 3_600_000).toBe(23);
  });

  it.each(["2026-13", "2026-02-30", "soonish"])("`%s` is none", async (text) => {
    await expect(readPeriod({ since: text }, { now, zone: "local" })).rejects.toThrow(/Unexpected --since/);
  });
});
