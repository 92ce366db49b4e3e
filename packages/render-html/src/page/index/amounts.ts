import { formatNumber } from "@ccdag/mdast/amounts";

/** A count with its noun: `1 session`, `12 sessions`; of tokens with {@link formatCompact}. */
export function formatCount(
  number: number,
  [one = "", many = ""]: readonly string[],
  format: (number: number) => string = formatNumber,
): string {
  return `${format(number)} ${number === 1 ? one : many}`;
}

/** The greatest of some numbers, of which there may be any number; 0 if none is positive. */
export function greatest(numbers: Iterable<number>): number {
  let found = 0;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}
