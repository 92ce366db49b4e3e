import { counted, type Counted } from "./counted.ts";
import type { SessionSummary } from "./session-columns.ts";
import { sumUsage } from "./usage.ts";

/**
 * Several sessions as one: their counts and usage added up, from the first time to the last.
 *
 * @param all the sessions.
 * @returns what they have together, with the context of that one in which it was longest; neither id nor title.
 */
export function joinSessions(all: readonly SessionSummary[]): SessionSummary {
  const sums = counted.map((name) => [name, all.reduce((sum, one) => sum + (one[name] ?? 0), 0)]);
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let fullest: SessionSummary = {};
  for (const one of all) {
    if ((one.contextPeak ?? 0) > (fullest.contextPeak ?? 0)) fullest = one;
    from = Math.min(from, one.from ?? from);
    to = Math.max(to, one.to ?? to);
  }
  return {
    ...(Object.fromEntries(sums) as Record<Counted, number>),
    sessions: all.reduce((sum, { sessions = 1 }) => sum + sessions, 0),
    ...(from <= to ? { from, to } : {}),
    contextPeak: fullest.contextPeak,
    contextWindow: fullest.contextWindow,
    contextContent: fullest.contextContent,
    usage: sumUsage(all.flatMap(({ usage }) => usage ?? [])),
    isPriced: all.some(({ isPriced }) => isPriced),
  };
}
