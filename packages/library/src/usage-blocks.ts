import { type Prices, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { quarterMs } from "@ccdag/files/calls";
import type { ActiveBlock, UsageBlock } from "@ccdag/report";
import type { CallRow } from "./session-row.ts";
import { usageOfCall } from "./listed.ts";
import type { CallPeriod, UsageRow } from "./usage-rows.ts";

const hourMs = 3_600_000;

/** How long the blocks of each kind are, in milliseconds. */
const lengths: Readonly<Record<BlockRule["kind"], number>> = { "5h": 5 * hourMs, week: 7 * 24 * hourMs };

/** How time is divided into blocks. */
export interface BlockRule {
  readonly kind: "5h" | "week";
  /**
   * A time at which a block ends, in milliseconds since 1970: blocks follow one another from there in both directions. Without one
   * a block begins with the full hour (UTC) of the first call after the block before it.
   */
  readonly reset?: number | undefined;
  /** The current time. */
  readonly now: number;
}

/** A block, while calls are added to it. */
interface OpenBlock {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly calls: UsageTotals[];
  readonly sessions: Set<UsageRow>;
}

/**
 * Divide the API calls of sessions into blocks. Each call is in one block, which is whole: its beginning depends on all calls
 * before it, so that a period only chooses blocks.
 *
 * @param rows the sessions, see `usageRows`.
 * @param rule how time is divided.
 * @param period the blocks that are wanted: those of which a part is in it.
 * @param prices the prices; absent for none.
 * @returns the blocks by time, those without calls left out, and how many calls have no time and are in none.
 */
export function usageBlocks(
  rows: readonly UsageRow[],
  rule: BlockRule,
  { since = -Infinity, until = Infinity }: CallPeriod,
  prices: Prices | undefined,
): { blocks: UsageBlock[]; untimed: number } {
  const all = rows.flatMap((row) => row.calls.map((call) => ({ call, row })));
  const timed = all.filter(({ call: [time] }) => time !== null).sort((a, b) => timeOf(a.call) - timeOf(b.call));
  const blocks: OpenBlock[] = [];
  for (const { call, row } of timed) {
    const time = timeOf(call);
    let block = blocks.at(-1);
    if (block === undefined || time >= block.end) {
      const start = startAt(time, rule);
      block = { start, end: start + lengths[rule.kind], first: time, calls: [], sessions: new Set() };
      blocks.push(block);
    }
    block.calls.push(usageOfCall(call, prices));
    block.sessions.add(row);
  }
  const wanted = blocks.filter(({ start, end }) => end > since && start < until);
  return { blocks: wanted.map((block) => closed(block, rule.now)), untimed: all.length - timed.length };
}

function timeOf([time]: CallRow): number {
  return time!;
}

function startAt(time: number, { kind, reset }: BlockRule): number {
  if (reset === undefined) return Math.floor(time / hourMs) * hourMs;
  return reset + Math.floor((time - reset) / lengths[kind]) * lengths[kind];
}

function closed({ start, end, first, calls, sessions }: OpenBlock, now: number): UsageBlock {
  // In an order of their own: the sum of costs depends on it, in its last digit.
  const usage = sumUsage(calls.sort((a, b) => a.cost - b.cost));
  const active = now >= start && now < end ? paceOf(usage, { first, end, now }) : undefined;
  return { start, end, sessions: sessions.size, usage, active };
}

function paceOf(usage: UsageTotals, { first, end, now }: { first: number; end: number; now: number }): ActiveBlock {
  const minutes = Math.max(1, (now - first) / 60_000);
  const left = end - now;
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  const times = 1 + left / 60_000 / minutes;
  return {
    left,
    minutes,
    tokensPerMinute: tokens / minutes,
    projected: { tokens: tokens * times, cost: usage.cost * times },
  };
}

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
  const length = lengths[kind];
  if (reset !== undefined && reset % quarterMs !== 0) return true;
  const divides = (time: number) => (reset === undefined ? time % hourMs === 0 : (time - reset) % length === 0);
  return quarters.some(divides) || calls.some(([time]) => time !== null && time >= now - length);
}
