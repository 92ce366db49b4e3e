import { dayWords, hourOf } from "../times.ts";
import type { ShownSession } from "./read-rows.ts";

/** A day in the time zone of the reader, such as `2026-04-14`. */
export function localDay(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
}

/** The first millisecond of a day of the reader; `NaN` for a text that is no day. */
export function startOfDay(day: string): number {
  return new Date(`${day}T00:00`).getTime();
}

/**
 * Write the time at which a session began, in the time zone of the reader.
 *
 * @param row the session.
 * @param day the day of its group: of a time on this day only the hour is written.
 */
export function writeTime({ item, from }: ShownSession, day: string): void {
  const element = item.querySelector(":scope > .facts time");
  if (!(element instanceof HTMLTimeElement) || from === undefined) return;
  element.title ||= `${element.dateTime.slice(0, 16).replace("T", " ")} UTC`;
  const date = new Date(from);
  element.textContent = localDay(from) === day ? hourOf(date) : `${dayWords(date)}, ${hourOf(date)}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
