import { afterEach, describe, expect, it } from "vitest";
import { readPeriod } from "../src/read-period.ts";

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
  ])("%s is meant in local time", (text, since, until) => {
    process.env["TZ"] = "Asia/Tokyo";
    const period = readPeriod({ since: text, until: text }, { now, zone: "local" });
    expect([iso(period.since), iso(period.until)]).toEqual([since, until]);
  });

  it.each([
    ["yesterday", "2026-03-09T00:00:00.000Z", "2026-03-10T00:00:00.000Z"],
    ["last year", "2025-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    ["2026-03-01T13:30", "2026-03-01T13:30:00.000Z", "2026-03-01T13:30:00.000Z"],
  ])("%s with --utc", (text, since, until) => {
    process.env["TZ"] = "Asia/Tokyo";
    const period = readPeriod({ since: text, until: text }, { now, zone: "utc" });
    expect([iso(period.since), iso(period.until)]).toEqual([since, until]);
  });

  it("a day has 23 hours where clocks change", () => {
    process.env["TZ"] = "Europe/Berlin";
    const { since, until } = readPeriod({ since: "2026-03-29", until: "2026-03-29" }, { now, zone: "local" });
    expect((until! - since!) / 3_600_000).toBe(23);
  });

  it.each([
    ["now", "2026-03-31T12:00:00.000Z", undefined],
    ["2 hours ago", "2026-03-31T10:00:00.000Z", undefined],
    ["an hour ago", "2026-03-31T11:00:00.000Z", undefined],
    ["90 min ago", "2026-03-31T10:30:00.000Z", undefined],
    ["2 days ago", "2026-03-29T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
    ["Two weeks ago", "2026-03-17T00:00:00.000Z", "2026-03-18T00:00:00.000Z"],
    ["1 month ago", "2026-02-28T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["a year ago", "2025-03-31T00:00:00.000Z", "2025-04-01T00:00:00.000Z"],
    ["last 3 days", "2026-03-28T00:00:00.000Z", "2026-03-31T12:00:00.000Z"],
    ["last week", "2026-03-23T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
    ["this month", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
    ["monday", "2026-03-30T00:00:00.000Z", "2026-03-31T00:00:00.000Z"],
    ["tue", "2026-03-31T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
    ["last tuesday", "2026-03-24T00:00:00.000Z", "2026-03-25T00:00:00.000Z"],
    ["friday", "2026-03-27T00:00:00.000Z", "2026-03-28T00:00:00.000Z"],
    ["february", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["dec", "2025-12-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    ["march 2024", "2024-03-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
    ["March 14", "2026-03-14T00:00:00.000Z", "2026-03-15T00:00:00.000Z"],
    ["14 april", "2025-04-14T00:00:00.000Z", "2025-04-15T00:00:00.000Z"],
    ["mar 3rd, 2025", "2025-03-03T00:00:00.000Z", "2025-03-04T00:00:00.000Z"],
    ["yesterday 13:30", "2026-03-30T13:30:00.000Z", undefined],
    ["monday at 9 am", "2026-03-30T09:00:00.000Z", undefined],
    ["12am", "2026-03-31T00:00:00.000Z", undefined],
    ["14 march 3pm", "2026-03-14T15:00:00.000Z", undefined],
  ])("`%s` is a time that has passed, or a whole period", (text, since, until) => {
    const last = { now: new Date("2026-03-31T12:00:00Z"), zone: "utc" } as const;
    const period = readPeriod({ since: text, until: text }, last);
    expect([iso(period.since), iso(period.until)]).toEqual([since, until ?? since]);
  });

  it.each([
    "2026-13",
    "2026-02-30",
    "soonish",
    "",
    "30 february",
    "3/4/2026",
    "next week",
    "25:00",
    "13pm",
    "0am",
    "9:75",
    "yesterday afternoon",
    "2 blinks ago",
    "2 days ago 13:30",
    "constructor ago",
    "1 constructor ago",
    "march 14 15",
  ])("`%s` is none", (text) => {
    expect(() => readPeriod({ since: text }, { now, zone: "local" })).toThrow(/Unexpected --since/);
  });
});
