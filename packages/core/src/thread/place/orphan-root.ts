import type { PlaceRule } from "./rule.ts";

/**
 * Decides where an entry belongs whose parent was never written, was cut off, or is in another project. It continues
 * the thread of the previous entry in its file that has a message.
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
 * It is neither moved to the end nor made a root of the project. In a file with branches it goes to the branch of its
 * neighbour:
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
 * Known shapes are not reported: the first prompt, a boundary, a local command, a session-start hook or a hook in
 * flight, the root of an agent. Otherwise the missing parent is reported.
 */
export const orphanRoot: PlaceRule = {
  name: "orphan-root",
  place: (_, { neighbour }) => ({ after: neighbour, because: "previous message of the file" }),
};
