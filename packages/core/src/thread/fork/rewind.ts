import type { KindRule } from "./fork-rule.ts";

/**
 * The user went back to an earlier point and typed a different prompt. Each side becomes a branch.
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
 * Hooks, system entries and local commands before a prompt belong to its side. A side without a prompt stays in the
 * trunk, before the branches:
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
 * If the user goes back to the first prompt of all, the alternatives have no parent. Each must lead to a prompt, with
 * no boundary, caveat or session-start hook between them. The first and at least one other must have an answer below
 * them: a file without links is a list, not a series of rewinds.
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
 * Without this rule, the sides come one after another, by time.
 */
export const rewind: KindRule = { name: "rewind", take: ({ starts }) => starts };
