import { quarterMs } from "@ccdag/files/calls";
import { blockLengths, type BlockRule, hourMs } from "./divide-time.ts";
import type { CallRow } from "./session-row.ts";

/**
 * Whether it matters at which of several times a call was made: some time between them divides blocks, or the pace of the running
 * block depends on it.
 *
 * @param quarters the full quarters of an hour between the times.
 * @param calls the calls of the session.
 * @param rule how time is divided.
 */
export function isNearBlock(
  quarters: readonly number[],
  calls: readonly CallRow[],
  { kind, reset, now }: BlockRule,
): boolean {
  const length = blockLengths[kind];
  if (reset !== undefined && reset % quarterMs !== 0) return true;
  const divides = (time: number) => (reset === undefined ? time % hourMs === 0 : (time - reset) % length === 0);
  return quarters.some(divides) || calls.some(([time]) => time !== null && time >= now - length);
}
