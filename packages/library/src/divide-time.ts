/** How time is divided into blocks. Times are milliseconds since 1970. */
export interface BlockRule {
  readonly kind: "5h" | "week";
  /**
   * A time at which a block ends: blocks follow one another from there in both directions. Without one a block begins with the full
   * hour (UTC) of the first call after the block before it.
   */
  readonly reset?: number | undefined;
  /** The current time. */
  readonly now: number;
}

/** The items of a block. */
export interface TimeBlock<T> {
  readonly start: number;
  /** Its end: an item at this time is in another block. */
  readonly end: number;
  readonly items: T[];
}

export const hourMs = 3_600_000;

/** How long the blocks of each kind are, in milliseconds. */
export const blockLengths: Readonly<Record<BlockRule["kind"], number>> = { "5h": 5 * hourMs, week: 7 * 24 * hourMs };

/**
 * Divide items into blocks: those without items are omitted.
 *
 * @param items sorted by time.
 * @param timeOf the time of an item.
 * @param rule how time is divided.
 */
export function divideTime<T>(
  items: Iterable<T>,
  timeOf: (item: T) => number,
  { kind, reset }: BlockRule,
): TimeBlock<T>[] {
  const length = blockLengths[kind];
  const startAt = (time: number) =>
    reset === undefined ? Math.floor(time / hourMs) * hourMs : reset + Math.floor((time - reset) / length) * length;
  const blocks: TimeBlock<T>[] = [];
  for (const item of items) {
    const time = timeOf(item);
    const open = blocks.at(-1);
    if (open !== undefined && time < open.end) open.items.push(item);
    else blocks.push({ start: startAt(time), end: startAt(time) + length, items: [item] });
  }
  return blocks;
}
