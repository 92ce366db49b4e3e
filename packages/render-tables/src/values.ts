/** The first millisecond that no calendar has, counted from 1970. */
const endOfTime = 8.64e15;

/** Recorded numbers are not trusted: nothing for one that no engine can count with. */
export function integer(value: number | undefined): number | null {
  if (value === undefined || !Number.isFinite(value)) return null;
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole : null;
}

/** A time in milliseconds since 1970; nothing for one that is not on the calendar. */
export function time(value: number | undefined): number | null {
  const whole = integer(value);
  return whole === null || Math.abs(whole) > endOfTime ? null : whole;
}

/** Milliseconds from one time to another; nothing if one of them is missing, or the clock went back. */
export function durationOf(from: number | null, to: number | null): number | null {
  return from === null || to === null || to < from ? null : to - from;
}

/** What stands for a value that cannot be written as JSON. */
const tooDeep = '{"ccdag":"nested too deep to be written"}';

/** A recorded value as JSON. */
export function json(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    // Recorded data may be nested deeper than `JSON.stringify` can follow.
    return tooDeep;
  }
}
