import type { VFile } from "vfile";

/** Counts by kind. */
export type Counts = Record<string, number>;

/** Add one, or more, to a kind. */
export function count(counts: Counts, kind: string, number = 1): void {
  counts[kind] = (counts[kind] ?? 0) + number;
}

/** Warn of what a format cannot say, if anything was omitted from it. */
export function reportOmitted(format: string, omitted: Counts, file: VFile): void {
  const kinds = Object.entries(omitted).map(([kind, number]) => `${number} ${kind}`);
  if (kinds.length === 0) return;
  const reason = `Omitted from ${format}, which cannot say it: ${kinds.join(", ")}`;
  file.message(reason, { ruleId: "omitted-by-format", source: "ccdag" });
}
