import type { SelectOptions } from "@ccdag/processor";
import { CallError } from "./io.ts";

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
 * Read the options of a period. Days and times without a zone are in UTC, like the times of a document.
 *
 * @param options as typed.
 * @param now the time that "yesterday" is relative to.
 * @throws CallError if an option cannot be parsed.
 */
export async function readPeriod(
  { since, until, turns }: PeriodOptions,
  now: Date,
): Promise<Pick<SelectOptions, "since" | "until" | "turns">> {
  const from = since === undefined ? undefined : (await readTime(since, "--since", now)).from;
  const to = until === undefined ? undefined : (await readTime(until, "--until", now)).to;
  if (from !== undefined && to !== undefined && from > to)
    throw new CallError(`Unexpected --until \`${until}\`, which is before --since \`${since}\``);
  return {
    since: from,
    until: to,
    turns: turns === undefined ? undefined : readTurns(turns),
  };
}

const day = 24 * 60 * 60 * 1000;

/** A time, or a whole day if no hour is given. */
async function readTime(text: string, option: string, now: Date): Promise<{ from: number; to: number }> {
  const iso = /^\d{4}-\d\d-\d\d(T[\d:.]+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text.trim());
  if (iso) {
    const time = Date.parse(iso[1] !== undefined && iso[2] === undefined ? `${iso[0]}Z` : iso[0]);
    if (!Number.isNaN(time)) return { from: time, to: iso[1] === undefined ? time + day : time };
  }
  const chrono = await import("chrono-node");
  const [found] = chrono.parse(text, { instant: now, timezone: "UTC" });
  if (found === undefined)
    throw new CallError(`Unexpected ${option} \`${text}\`, expected a date like 2026-03-14 or words like "2 days ago"`);
  const time = found.start.date().getTime();
  if (found.start.isCertain("hour")) return { from: time, to: time };
  const begin = time - (time % day);
  return { from: begin, to: begin + day };
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
