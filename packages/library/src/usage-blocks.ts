import { type Prices, sumUsage, type UsageTotals } from "@ccdag/ccast";
import type { ActiveBlock, UsageBlock } from "@ccdag/report";
import { type BlockRule, divideTime, type TimeBlock } from "./divide-time.ts";
import type { CallRow } from "./session-row.ts";
import { usageOfCall } from "./listed.ts";
import type { CallPeriod, UsageRow } from "./usage-rows.ts";

/** A call, and the session that made it. */
interface SessionCall {
  readonly call: CallRow;
  readonly row: UsageRow;
}

/**
 * Divide the API calls of sessions into blocks. Each call is in one block, which is whole: its beginning depends on all calls
 * before it, so that a period only chooses blocks.
 *
 * @param rows the sessions, see `usageRows`.
 * @param rule how time is divided.
 * @param period the blocks that are wanted: those of which a part is in it.
 * @param prices the prices; absent for none.
 * @returns the blocks by time, without those that have no calls, and how many calls have no time and are in none.
 */
export function usageBlocks(
  rows: readonly UsageRow[],
  rule: BlockRule,
  { since = -Infinity, until = Infinity }: CallPeriod,
  prices: Prices | undefined,
): { blocks: UsageBlock[]; untimed: number } {
  const all = rows.flatMap((row) => row.calls.map((call) => ({ call, row })));
  const timed = all.filter(({ call: [time] }) => time !== null).sort((a, b) => timeOf(a) - timeOf(b));
  const wanted = divideTime(timed, timeOf, rule).filter(({ start, end }) => end > since && start < until);
  return { blocks: wanted.map((block) => toBlock(block, prices, rule.now)), untimed: all.length - timed.length };
}

function timeOf({ call: [time] }: SessionCall): number {
  return time!;
}

function toBlock({ start, end, items }: TimeBlock<SessionCall>, prices: Prices | undefined, now: number): UsageBlock {
  const calls = items.map(({ call }) => usageOfCall(call, prices));
  // In an order of their own: the sum of costs depends on it, in its last digit.
  const usage = sumUsage(calls.sort((a, b) => a.cost - b.cost));
  const active = now >= start && now < end ? paceOf(usage, { first: timeOf(items[0]!), end, now }) : undefined;
  return { start, end, sessions: new Set(items.map(({ row }) => row)).size, usage, active };
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
