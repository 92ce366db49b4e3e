import type { KindRule } from "./rule.ts";

/**
 * The true fork: a person went back and typed something else.
 *
 * ```shape
 * A1 ┬ U1 ─ A2
 *    └           U2 ─ A3
 * ```
 *
 * ```threads rule=rewind
 * A1 | U1 A2 | U2 A3*
 * ```
 *
 * Hooks, system entries and local commands before the prompts belong to their side. What stands beside the prompts
 * and holds none is told on the trunk, before the branches:
 *
 * ```shape
 * A1 ┬ P1
 *    ├ U1 ─ A2
 *    └           P2 ─ U2 ─ A3
 * ```
 *
 * ```threads rule=rewind
 * A1 P1 | U1 A2 | P2 U2 A3*
 * ```
 *
 * Back to the very first prompt: the alternatives have no parent. Each leads to a prompt; no boundary, caveat or hook
 * of a session's start stands between them; the first and at least one other have an answer below them by recorded
 * links – a file without links is a list, not a fan of rewinds.
 *
 * ```shape
 * U1 ─ A1 ─ U2 ─ A2
 * U3@8 ─ A3@9
 * ```
 *
 * ```threads
 * | U1 A1 U2 A2 | U3 A3*
 * ```
 *
 * Switched off, the sides are told one after another by time.
 */
export const rewind: KindRule = { name: "rewind", take: ({ starts }) => starts };
