import type { UsageTotals } from "@ccdag/ccast";

/** The usage of a block of time, as limits of a subscription count it. Times are milliseconds since 1970. */
export interface UsageBlock {
  readonly start: number;
  /** Its end: a call at this time is in another block. */
  readonly end: number;
  /** The sessions that have calls in it. */
  readonly sessions: number;
  readonly usage: UsageTotals;
  /** Absent unless it is running. */
  readonly active?: ActiveBlock | undefined;
}

/** What is known of a block that is running. */
export interface ActiveBlock {
  /** Milliseconds until its end. */
  readonly left: number;
  /** Minutes since its first call, at least 1; pauses count. */
  readonly minutes: number;
  /** Tokens a minute, read and written. */
  readonly tokensPerMinute: number;
  /** What it has at its end if it continues as since its first call. */
  readonly projected: { readonly tokens: number; readonly cost: number };
}
