import type { KindRule } from "./rule.ts";

/**
 * Names a side of a true fork that is a draft: a prompt that was cancelled before it was answered, beside one that was
 * answered.
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
 * Often the same text was typed again; that does not make it a copy. If no side has an answer, no side is a draft.
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
