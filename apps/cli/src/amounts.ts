import { formatDollars } from "@ccdag/mdast";

const units = ["B", "KB", "MB", "GB", "TB"];

/** A size for a table: `340 B`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
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

/** How long something took, in its two greatest units: `4 min`, `2 h 10 min`, `3 d 4 h`; empty below a minute. */
export function formatSpan(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The cost of calls: `?` for models without a price, nothing without cost. */
export function formatCost({
  cost = 0,
  unpriced = 0,
}: {
  cost?: number | undefined;
  unpriced?: number | undefined;
}): string {
  if (cost === 0) return unpriced > 0 ? "?" : "";
  return `${formatDollars(cost)}${unpriced > 0 ? " + ?" : ""}`;
}
