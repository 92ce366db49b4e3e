import type { KindRule } from "./rule.ts";

/**
 * A prompt that was cancelled before it was answered, beside one that was not.
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
 * Often the same words were typed again; that does not make them a copy. Where no side has an answer, none is a draft.
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
