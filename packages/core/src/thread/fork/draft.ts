import type { KindRule } from "./fork-rule.ts";

/**
 * A side of a true fork was cancelled before it was answered. Another side was answered.
 *
 * ```shape
 * A1 ┬ U1
 *    └ U2 ─ A2
 * ```
 *
 * ```threads rule=draft
 * A1 | U1 | U2 A2*
 * ```
 *
 * The same text, typed again, is no copy. If no side has an answer, no side is a draft.
 *
 * ```shape
 * A1 ┬ U1
 *    └ U2
 * ```
 *
 * ```threads rule=rewind
 * A1 | U1 | U2*
 * ```
 */
export const draft: KindRule = {
  name: "draft",
  take: ({ starts, facts }) => (starts.some(facts.hasAnswer) ? starts.filter((start) => !facts.hasAnswer(start)) : []),
};
