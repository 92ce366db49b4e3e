import type { SelectOptions } from "@ccdag/processor";
import { RequestError } from "@ccdag/pipeline/tables";
import type { Zone } from "@ccdag/mdast/time";
import type { LibraryIo } from "./library-io.ts";
import { between, daysIn, readWords, type TimeSpan } from "./read-time-words.ts";

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
 * @throws RequestError if an option cannot be parsed.
 */
export function readPeriod(
  { since, until, turns }: PeriodOptions,
  { now = new Date(), zone }: Pick<LibraryIo, "now" | "zone">,
): Pick<SelectOptions, "since" | "until" | "turns"> {
  const from = since === undefined ? undefined : readTime(since, "--since", now, zone).from;
  const to = until === undefined ? undefined : readTime(until, "--until", now, zone).to;
  if (from !== undefined && to !== undefined && from > to)
    throw new RequestError(`Unexpected --until \`${until}\`, which is before --since \`${since}\``);
  return {
    since: from,
    until: to,
    turns: turns === undefined ? undefined : readTurns(turns),
  };
}

/**
 * Read a time at which a week of a limit ends.
 *
 * @param text as typed: a date, a date and a time, or words.
 * @param io the time that words are relative to, and the zone of times without one.
 * @returns milliseconds since 1970: of a day its beginning.
 * @throws RequestError if it cannot be parsed.
 */
export function readReset(text: string, { now = new Date(), zone }: Pick<LibraryIo, "now" | "zone">): number {
  return readTime(text, "--reset", now, zone).from;
}

/** A time, or a whole period if it is one: a day, a week, a month, a year. */
function readTime(text: string, option: string, now: Date, zone: Zone): TimeSpan {
  const found = readDate(text.trim().toLowerCase(), zone) ?? readWords(text, now, zone);
  if (found !== undefined) return found;
  throw new RequestError(
    `Unexpected ${option} \`${text}\`, expected a date like 2026-03-14 or words like "2 days ago"`,
  );
}

/** `2026`, `2026-03`, `2026-03-14` or `2026-03-14T13:30`, with or without a zone. */
function readDate(text: string, zone: Zone): TimeSpan | undefined {
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

function readTurns(text: string): { from: number; to: number } {
  const found = /^(\d*)(?:(-)(\d*))?$/.exec(text.trim());
  const [, first = "", dash = "", last = ""] = found ?? [];
  const from = first === "" ? 0 : Number(first);
  const to = dash === "" ? from : last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (first + last === "" || from > to)
    throw new RequestError(`Unexpected --turns \`${text}\`, expected a number or a range like 2-5`);
  return { from, to };
}
