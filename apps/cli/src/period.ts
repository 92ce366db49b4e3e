import type { SelectOptions } from "@ccdag/processor";
import { CallError, type CommandIo } from "./io.ts";
import { partsOf, startOfDay, type Zone } from "./time.ts";

/** Options that choose a part of a conversation. */
export interface PeriodOptions {
  /** A date, or a phrase such as "yesterday" or "2 hours ago". */
  since?: string | undefined;
  /** The same; a day includes all of its hours. */
  until?: string | undefined;
  /** A number, `2-5`, `2-` or `-5`. */
  turns?: string | undefined;
}

/**
 * Read the options of a period.
 *
 * @param options as typed.
 * @param io the time that "yesterday" is relative to, and the zone of days and of times without one.
 * @throws CallError if an option cannot be parsed.
 */
export async function readPeriod(
  { since, until, turns }: PeriodOptions,
  { now = new Date(), zone }: Pick<CommandIo, "now" | "zone">,
): Promise<Pick<SelectOptions, "since" | "until" | "turns">> {
  const from = since === undefined ? undefined : (await readTime(since, "--since", now, zone)).from;
  const to = until === undefined ? undefined : (await readTime(until, "--until", now, zone)).to;
  if (from !== undefined && to !== undefined && from > to)
    throw new CallError(`Unexpected --until \`${until}\`, which is before --since \`${since}\``);
  return {
    since: from,
    until: to,
    turns: turns === undefined ? undefined : readTurns(turns),
  };
}

/** A time, or a whole period if it is one: a day, a week, a month, a year. */
async function readTime(text: string, option: string, now: Date, zone: Zone): Promise<{ from: number; to: number }> {
  const words = text.trim().toLowerCase();
  const found = readDate(words, zone) ?? readPeriodWords(words, now, zone) ?? (await readPhrase(text, now, zone));
  if (found !== undefined) return found;
  throw new CallError(`Unexpected ${option} \`${text}\`, expected a date like 2026-03-14 or words like "2 days ago"`);
}

/** `2026`, `2026-03`, `2026-03-14` or `2026-03-14T13:30`, with or without a zone. */
function readDate(text: string, zone: Zone): { from: number; to: number } | undefined {
  const [, year, month, day, time, offset] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[t ]([\d:.]+)(z|[+-]\d\d:?\d\d)?)?)?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = Number(month ?? 1) - 1;
  if (at > 11 || at < 0) return undefined;
  if (month === undefined) return between([Number(year), 0, 1], [Number(year) + 1, 0, 1], zone);
  if (day === undefined) return between([Number(year), at, 1], [Number(year), at + 1, 1], zone);
  // A day that its month does not have is none.
  if (Number.isNaN(Date.parse(`${year}-${month}-${day}`)) || Number(day) > daysIn(Number(year), at)) return undefined;
  if (time === undefined) return between([Number(year), at, Number(day)], [Number(year), at, Number(day) + 1], zone);
  // Without an offset JavaScript takes such a time as local.
  const ms = Date.parse(`${year}-${month}-${day}T${time}${(offset ?? (zone === "utc" ? "z" : "")).toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : { from: ms, to: ms };
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** `this week`, `last month`: weeks begin on Monday. */
function readPeriodWords(text: string, now: Date, zone: Zone): { from: number; to: number } | undefined {
  const [, which, unit] = /^(this|last) (week|month|year)$/.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const back = which === "last" ? 1 : 0;
  const { year, month, day, weekday } = partsOf(now.getTime(), zone);
  if (unit === "year") return between([year - back, 0, 1], [year - back + 1, 0, 1], zone);
  if (unit === "month") return between([year, month - back, 1], [year, month - back + 1, 1], zone);
  const monday = day - ((weekday + 6) % 7) - 7 * back;
  return between([year, month, monday], [year, month, monday + 7], zone);
}

type Day = readonly [year: number, month: number, day: number];

function between(from: Day, to: Day, zone: Zone): { from: number; to: number } {
  return { from: startOfDay(...from, zone), to: startOfDay(...to, zone) };
}

/** A phrase such as `yesterday` or `2 hours ago`: a day if no hour is in it. */
async function readPhrase(text: string, now: Date, zone: Zone): Promise<{ from: number; to: number } | undefined> {
  const chrono = await import("chrono-node");
  const [found] = chrono.parse(text, zone === "utc" ? { instant: now, timezone: "UTC" } : now);
  if (found === undefined) return undefined;
  const time = found.start.date().getTime();
  const isMonth = found.start.isCertain("month") && !found.start.isCertain("day") && !/\bago\b/i.test(text);
  if (isMonth && !found.start.isCertain("weekday")) {
    const [year, month] = [found.start.get("year")!, found.start.get("month")! - 1];
    return between([year, month, 1], [year, month + 1, 1], zone);
  }
  if (found.start.isCertain("hour")) return { from: time, to: time };
  const { year, month, day } = partsOf(time, zone);
  return between([year, month, day], [year, month, day + 1], zone);
}

function readTurns(text: string): { from: number; to: number } {
  const found = /^(\d*)(?:(-)(\d*))?$/.exec(text.trim());
  const [, first = "", dash = "", last = ""] = found ?? [];
  const from = first === "" ? 0 : Number(first);
  const to = dash === "" ? from : last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (first + last === "" || from > to)
    throw new CallError(`Unexpected --turns \`${text}\`, expected a number or a range like 2-5`);
  return { from, to };
}
