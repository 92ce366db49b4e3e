/** Whose days and hours are meant: those of the machine, or UTC. */
export type Zone = "local" | "utc";

/** The parts of a time in a zone. The month counts from 0, the weekday from Sunday. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

/** Divide a time into its parts. */
export function partsOf(time: number, zone: Zone): DateParts {
  const date = new Date(time);
  if (zone === "utc")
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth(),
      day: date.getUTCDate(),
      weekday: date.getUTCDay(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    };
  return {
    year: date.getFullYear(),
    month: date.getMonth(),
    day: date.getDate(),
    weekday: date.getDay(),
    hour: date.getHours(),
    minute: date.getMinutes(),
  };
}

/** The beginning of a day, in milliseconds since 1970. The day may be outside its month: 0 is the day before the first. */
export function startOfDay(year: number, month: number, day: number, zone: Zone): number {
  return zone === "utc" ? Date.UTC(year, month, day) : new Date(year, month, day).getTime();
}

/** `2026-03-14`. */
export function formatDay(time: number, zone: Zone): string {
  const { year, month, day } = partsOf(time, zone);
  return `${String(year).padStart(4, "0")}-${two(month + 1)}-${two(day)}`;
}

/** `2026-03-14 09:05`. */
export function formatMinute(time: number, zone: Zone): string {
  const { hour, minute } = partsOf(time, zone);
  return `${formatDay(time, zone)} ${two(hour)}:${two(minute)}`;
}

/** `2026-03-14 09:05:30`. */
export function formatSecond(time: number, zone: Zone): string {
  return Number.isNaN(time) ? "" : `${formatMinute(time, zone)}:${two(new Date(time).getUTCSeconds())}`;
}

/** `2026-03-14T09:05:30.000Z`; absent for no time, or one that is no valid date. */
export function formatIso(time: number | undefined): string | undefined {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
