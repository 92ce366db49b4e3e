import { type CountableTimeInterval, utcDay, utcMonday, utcMonth } from "d3-time";

/** The messages of a day, a week or a month. */
export interface Bin {
  /** Its first day and the first day after it, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly messages: number;
}

/** The unit of the bars of a chart. */
export type BinUnit = "day" | "week" | "month";

/** The units of a chart, and how many of them fit in it. */
const units: ReadonlyArray<{ readonly name: BinUnit; readonly interval: CountableTimeInterval; readonly max: number }> =
  [
    { name: "day", interval: utcDay, max: 92 },
    { name: "week", interval: utcMonday, max: 106 },
    { name: "month", interval: utcMonth, max: 1200 },
  ];

/**
 * Divide days into bars of a chart: days, or weeks or months if there would be too many.
 *
 * @param days the number of messages by day, such as `2026-04-14`.
 * @returns the unit and the bins from the first to the last one, those without messages included; absent without days, and with
 *   days so far apart, such as those of a wrong clock, that no chart can show them.
 */
export function binsOf(days: ReadonlyMap<string, number>): { unit: BinUnit; bins: Bin[] } | undefined {
  const times = [...days].flatMap(([day, messages]) => {
    const time = Date.parse(day);
    return Number.isNaN(time) ? [] : [[time, messages] as const];
  });
  if (times.length === 0) return undefined;
  times.sort(([a], [b]) => a - b);
  const [first, last] = [new Date(times[0]![0]), new Date(times.at(-1)![0])];
  const found = units.find((unit) => unit.interval.count(first, last) < unit.max);
  if (found === undefined) return undefined;
  const { name, interval } = found;
  const sums = new Map<number, number>();
  for (const [time, messages] of times) {
    const start = interval.floor(new Date(time)).getTime();
    sums.set(start, (sums.get(start) ?? 0) + messages);
  }
  const starts = interval.range(interval.floor(first), interval.offset(interval.floor(last), 1));
  const bins = starts.map((start) => ({
    from: start.getTime(),
    to: interval.offset(start, 1).getTime(),
    messages: sums.get(start.getTime()) ?? 0,
  }));
  return { unit: name, bins };
}
