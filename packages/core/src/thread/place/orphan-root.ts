import type { PlaceRule } from "./place-rule.ts";

/**
 * An entry whose parent is lost continues the thread of its neighbour. That is the previous entry in its file that has
 * a message. The one nearest in time would not do: late writes and hooks have old times.
 *
 * ```shape
 * U1 ─ A1 ─────── A3
 *           ?U2 ─────── A2
 * ```
 *
 * ```threads
 * U1 A1 U2 A3 A2
 * ```
 *
 * In a file with branches it goes to the branch of its neighbour:
 *
 * ```shape
 * U1 ─ A1 ┬ U2 ─ A2 ─────────────────────── A4
 *         └            U3@8 ─ A3@9
 *                                   ?A5@10
 * ```
 *
 * ```threads
 * U1 A1 | U2 A2 A4 | U3 A3 A5*
 * ```
 *
 * If several prompts have the same lost parent, the user went back to that parent: each prompt begins a branch.
 *
 * ```shape
 * U1 ─ A1
 *           U2^X1 ─ A2
 *                        U3^X1 ─ A3
 * ```
 *
 * ```threads
 * U1 A1 | U2 A2 | U3 A3*
 * ```
 *
 * The first prompt, boundaries, local commands, hooks and roots of agents are not reported.
 */
export const orphanRoot: PlaceRule = {
  name: "orphan-root",
  place: (_, { neighbour }) => ({ after: neighbour, because: "previous message of the file" }),
};
