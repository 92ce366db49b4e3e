import type { UsageTotals } from "@ccdag/ccast";

/** What usage can be grouped by. */
export type GroupKey = "day" | "week" | "month" | "project" | "client" | "model" | "session" | "agent-type";

/** The usage of a group. */
export interface UsageGroup {
  /** The value of each key, in the order of the keys. */
  readonly keys: readonly string[];
  /** A word about the group: the title of its session. */
  readonly words: string;
  /** The sessions that have calls in it. */
  readonly sessions: number;
  readonly usage: UsageTotals;
  /** How full the context window of its session was at the longest call, in tokens; absent for groups that are no sessions. */
  readonly context?: { readonly peak: number; readonly window?: number | undefined } | undefined;
}
