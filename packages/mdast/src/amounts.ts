// How numbers are written, in every format, list and page. Nothing is imported here: scripts of pages use it, too.

/** `1 message`, `2 messages`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `12,345`, whatever the locale. */
export function formatNumber(number: number): string {
  // Making it takes as long as a hundred numbers do.
  exact ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  return exact.format(number);
}

let exact: Intl.NumberFormat | undefined;

/** A part of something: `48 %`. */
export function formatShare(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}

/** A number of tokens where there is little room: `940`, `12.3K`, `83.1M`. */
export function formatCompact(number: number): string {
  compact ??= new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
  return compact.format(number);
}

let compact: Intl.NumberFormat | undefined;

/** `12,345`, from ten thousand on `12k`, from a million on `1.2M`. */
export function shortNumber(number: number): string {
  if (number < 10_000) return formatNumber(number);
  if (number < 999_500) return `${Math.round(number / 1000)}k`;
  return `${(number / 1_000_000).toFixed(number < 9_950_000 ? 1 : 0)}M`;
}

/** How full a context window is: `118k (59 %)`; without the share where its size is not known. */
export function formatFill(tokens: number, window: number | undefined): string {
  return `${shortNumber(tokens)}${window === undefined ? "" : ` (${formatShare(tokens, window)})`}`;
}

/**
 * A cost: `$12.34`; below a dollar with four digits, for one answer costs little. With `+ ?` if some calls have no price, `?` if
 * none has one.
 *
 * @param dollars US dollars.
 * @param unpriced the number of calls whose model has no price (default: 0).
 */
export function formatCost(dollars: number, unpriced = 0): string {
  if (dollars === 0 && unpriced > 0) return "?";
  const amount = `$${dollars.toFixed(dollars > 0 && dollars < 1 ? 4 : 2)}`;
  return unpriced > 0 ? `${amount} + ?` : amount;
}

const units = ["B", "KB", "MB", "GB", "TB"];

/** A size: `340 B`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** How long something took: `340 ms`, `5.4 s`, `2 min 5 s`, `1 h 12 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The same in a list, in its two greatest units: `4 min`, `2 h 10 min`, `3 d 4 h`; empty below a minute. */
export function formatSpan(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

const steps = [
  [365 * 86_400_000, "y"],
  [30 * 86_400_000, "mo"],
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
] as const;

/** How long ago something was, in one unit: `5 min`, `3 h`, `12 d`, `4 mo`. */
export function formatAge(ms: number): string {
  const [unit, name] = steps.find(([step]) => ms >= step) ?? [0, "now"];
  return unit === 0 ? name : `${Math.floor(ms / unit)} ${name}`;
}
