/** A count: `12,345`, as `formatNumber` of `@ccdag/mdast` writes it, without its library: the script of an index uses it, too. */
export function formatExact(number: number): string {
  exact ??= new Intl.NumberFormat("en-US");
  return exact.format(number);
}

let exact: Intl.NumberFormat | undefined;

/** A number of tokens in an index: `940`, `12.3K`, `83.1M`. */
export function formatCompact(number: number): string {
  compact ??= new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
  return compact.format(number);
}

let compact: Intl.NumberFormat | undefined;

/** US dollars as they are shown in an index: `$12.34`, `<$0.01`; with `+ ?` if there were calls without a price. */
export function formatAmount(dollars: number, unpriced = 0): string {
  if (dollars === 0 && unpriced > 0) return "?";
  const amount = dollars > 0 && dollars < 0.005 ? "<$0.01" : `$${dollars.toFixed(2)}`;
  return unpriced > 0 ? `${amount} + ?` : amount;
}

/** A count with its noun: `1 session`, `12 sessions`; of tokens with {@link formatCompact}. */
export function formatCount(
  number: number,
  [one = "", many = ""]: readonly string[],
  format: (number: number) => string = formatExact,
): string {
  return `${format(number)} ${number === 1 ? one : many}`;
}

/** The greatest of some numbers, of which there may be any number; 0 if none is positive. */
export function greatest(numbers: Iterable<number>): number {
  let found = 0;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}
