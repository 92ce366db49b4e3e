import { partsOf, startOfDay, type Zone } from "@ccdag/mdast/time";

/** A time or a whole period, in milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  /** The end of a period; of a time the same as `from`. */
  readonly to: number;
}

type Day = readonly [year: number, month: number, day: number];

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** Units shorter than a day, in milliseconds. */
const short: Readonly<Record<string, number>> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  hr: 3_600_000,
};

/**
 * Read words for a time that has passed, in English: `yesterday`, `last month`, `2 hours ago`, `monday 9:00`, `14 march`. A day or a
 * month without a year is the latest one that has begun.
 *
 * @param text what was typed.
 * @param now what the words are relative to.
 * @param zone whose days and hours are meant.
 * @returns a time, or a whole day, week, month or year; `undefined` for other words.
 */
export function readWords(text: string, now: Date, zone: Zone): TimeSpan | undefined {
  const words = text.toLowerCase().replaceAll(",", " ").trim().split(/\s+/);
  const { year, month, day } = partsOf(now.getTime(), zone);
  const today: Day = [year, month, day];
  if (words.join() === "now") return { from: now.getTime(), to: now.getTime() };
  const found =
    readAgo(words, now, zone) ??
    readLast(words, now, zone) ??
    readUnit(words, now, zone) ??
    readMonth(words, today, zone);
  if (found !== undefined) return found;
  const time = takeTime(words);
  const at = words.length === 0 && time !== undefined ? today : readDay(words, today, zone);
  if (at === undefined) return undefined;
  if (time === undefined) return between(at, next(at), zone);
  const ms = zone === "utc" ? Date.UTC(...at, ...time) : new Date(...at, ...time).getTime();
  return { from: ms, to: ms };
}

/**
 * A period from the beginning of a day to that of another.
 *
 * @param from the first day.
 * @param to the day after the last one.
 * @param zone where the days begin.
 */
export function between(from: Day, to: Day, zone: Zone): TimeSpan {
  return { from: startOfDay(...from, zone), to: startOfDay(...to, zone) };
}

/** How many days a month has; the month counts from 0. */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function next([year, month, day]: Day): Day {
  return [year, month, day + 1];
}

/** `2 hours ago` is a time, `2 days ago` a day. */
function readAgo(
  [count = "", units = "", ago, ...others]: readonly string[],
  now: Date,
  zone: Zone,
): TimeSpan | undefined {
  const amount = numberOf(count);
  if (ago !== "ago" || others.length > 0 || amount === undefined) return undefined;
  const unit = units.replace(/s$/, "");
  if (Object.hasOwn(short, unit)) {
    const time = now.getTime() - amount * short[unit]!;
    return { from: time, to: time };
  }
  const { year, month, day } = partsOf(now.getTime(), zone);
  if (unit === "day" || unit === "week") {
    const at: Day = [year, month, day - amount * (unit === "week" ? 7 : 1)];
    return between(at, next(at), zone);
  }
  if (unit !== "month" && unit !== "year") return undefined;
  // The 31st of a month of 30 days is its last.
  const first = new Date(Date.UTC(year, month - amount * (unit === "year" ? 12 : 1), 1));
  const [itsYear, itsMonth] = [first.getUTCFullYear(), first.getUTCMonth()];
  const at: Day = [itsYear, itsMonth, Math.min(day, daysIn(itsYear, itsMonth))];
  return between(at, next(at), zone);
}

/** `last 3 days`: from the beginning of the first one until now. */
function readLast(
  [which, count = "", unit = "", ...others]: readonly string[],
  now: Date,
  zone: Zone,
): TimeSpan | undefined {
  if (others.length > 0 || (which !== "last" && which !== "past")) return undefined;
  const ago = readAgo([count, unit, "ago"], now, zone);
  return ago && { from: ago.from, to: now.getTime() };
}

function numberOf(word: string): number | undefined {
  if (/^\d{1,5}$/.test(word)) return Number(word);
  const known = word === "a" || word === "an" ? 1 : numbers.indexOf(word);
  return known < 0 ? undefined : known;
}

/** `this week`, `last month`: weeks begin on Monday. */
function readUnit([which, unit, ...others]: readonly string[], now: Date, zone: Zone): TimeSpan | undefined {
  if (others.length > 0 || (which !== "this" && which !== "last")) return undefined;
  const back = which === "last" ? 1 : 0;
  const { year, month, day, weekday } = partsOf(now.getTime(), zone);
  if (unit === "year") return between([year - back, 0, 1], [year - back + 1, 0, 1], zone);
  if (unit === "month") return between([year, month - back, 1], [year, month - back + 1, 1], zone);
  if (unit !== "week") return undefined;
  const monday = day - ((weekday + 6) % 7) - 7 * back;
  return between([year, month, monday], [year, month, monday + 7], zone);
}

/** `march`, `march 2025`. */
function readMonth(
  [name = "", ofYear, ...others]: readonly string[],
  [year, now]: Day,
  zone: Zone,
): TimeSpan | undefined {
  const month = indexOf(months, name);
  if (month === undefined || others.length > 0 || (ofYear !== undefined && !/^\d{4}$/.test(ofYear))) return undefined;
  const its = ofYear === undefined ? year - (month > now ? 1 : 0) : Number(ofYear);
  return between([its, month, 1], [its, month + 1, 1], zone);
}

/** Remove a time of day from the end of words: `13:30`, `3pm`, `at 3 pm`. */
function takeTime(words: string[]): readonly [hour: number, minute: number] | undefined {
  const isApart = words.at(-1) === "am" || words.at(-1) === "pm";
  const text = words.slice(isApart ? -2 : -1).join("");
  const [, hours, minutes, half] = /^(\d\d?)(?::(\d\d))?([ap]m)?$/.exec(text) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const minute = Number(minutes ?? 0);
  if (minute > 59 || Number(hours) > (half ? 12 : 23) || (half && hours === "0")) return undefined;
  words.splice(words.length - (isApart ? 2 : 1));
  if (words.at(-1) === "at") words.pop();
  return [half ? (Number(hours) % 12) + (half === "pm" ? 12 : 0) : Number(hours), minute];
}

/** `yesterday`, `monday`, `last monday`, `14 march`, `march 14 2025`. */
function readDay(words: readonly string[], today: Day, zone: Zone): Day | undefined {
  const [year, month, day] = today;
  const [first = "", second = ""] = words;
  if (words.length === 1) {
    const back = ["today", "yesterday"].indexOf(first);
    if (back >= 0) return [year, month, day - back];
  }
  const isLast = first === "last";
  const weekday = indexOf(weekdays, isLast ? second : first);
  if (weekday !== undefined && words.length === (isLast ? 2 : 1)) {
    const ago = (partsOf(startOfDay(...today, zone), zone).weekday - weekday + 7) % 7;
    return [year, month, day - (ago === 0 && isLast ? 7 : ago)];
  }
  return readDayOfMonth(words, today);
}

function readDayOfMonth([first = "", second = "", ofYear, ...others]: readonly string[], today: Day): Day | undefined {
  const isFirst = indexOf(months, first) !== undefined;
  const month = indexOf(months, isFirst ? first : second);
  const [, digits] = /^(\d\d?)(?:st|nd|rd|th)?$/.exec(isFirst ? second : first) ?? [];
  if (month === undefined || digits === undefined || others.length > 0 || !/^(?:\d{4})?$/.test(ofYear ?? ""))
    return undefined;
  const day = Number(digits);
  const [year, itsMonth, itsDay] = today;
  const isAhead = month > itsMonth || (month === itsMonth && day > itsDay);
  const its = ofYear === undefined ? year - (isAhead ? 1 : 0) : Number(ofYear);
  return day > 0 && day <= daysIn(its, month) ? [its, month, day] : undefined;
}

/** The place of a name, or of its first three letters. */
function indexOf(names: readonly string[], word: string): number | undefined {
  const at = names.findIndex((name) => name === word || name.slice(0, 3) === word);
  return at < 0 ? undefined : at;
}
