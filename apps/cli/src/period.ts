import type { SelectOptions } from "@ccdag/processor";
import { CallError } from "./io.ts";

/** Options that choose a part of a conversation. */
export interface PeriodOptions {
  /** A date, or words like "yesterday", "2 hours ago". */
  since?: string | undefined;
  /** The same; a day is meant to its end. */
  until?: string | undefined;
  /** A number, `2-5`, `2-` or `-5`. */
  turns?: string | undefined;
}

/**
 * Read what was typed. Days and times without a zone are in UTC, like the times of a document.
 *
 * @param now what words like "yesterday" count from.
 * @throws CallError when it cannot be understood.
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

/** A moment, or a whole day where no hour is named. */
async function readTime(words: string, option: string, now: Date): Promise<{ from: number; to: number }> {
  const iso = /^\d{4}-\d\d-\d\d(T[\d:.]+)?(Z|[+-]\d\d:?\d\d)?$/.exec(words.trim());
  if (iso) {
    const time = Date.parse(iso[1] !== undefined && iso[2] === undefined ? `${iso[0]}Z` : iso[0]);
    if (!Number.isNaN(time)) return { from: time, to: iso[1] === undefined ? time + day : time };
  }
  const chrono = await import("chrono-node");
  const [found] = chrono.parse(words, { instant: now, timezone: "UTC" });
  if (found === undefined)
    throw new CallError(
      `Unexpected ${option} \`${words}\`, expected a date like 2026-03-14 or words like "2 days ago"`,
    );
  const time = found.start.date().getTime();
  if (found.start.isCertain("hour")) return { from: time, to: time };
  const begin = time - (time % day);
  return { from: begin, to: begin + day };
}

function readTurns(words: string): { from: number; to: number } {
  const found = /^(\d*)(-?)(\d*)$/.exec(words.trim());
  const [, first = "", dash, last = ""] = found ?? [];
  const from = first === "" ? 0 : Number(first);
  const to = dash === "" ? from : last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (first + last === "" || from > to)
    throw new CallError(`Unexpected --turns \`${words}\`, expected a number or a range like 2-5`);
  return { from, to };
}
