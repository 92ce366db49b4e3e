import type { PlaceRule } from "./rule.ts";

/**
 * An entry whose parent was never written, was cut off, or lies in another project. It continues the line of the
 * previous entry of its file that has a message.
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
 * Never a block at the end, never a root of its own. In a file that has forked it goes to the branch of its neighbour:
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
 * Where several prompts hang on one lost entry, the choice was made there: each begins a branch.
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
 * A known shape is silent: the first prompt, a boundary, a local command, a hook of a session's start or one in flight,
 * the root of an agent. Else the missing parent is reported.
 */
export const orphanRoot: PlaceRule = {
  name: "orphan-root",
  place: (_, { neighbour }) => ({ after: neighbour, because: "previous message of the file" }),
};
