import type { IdentityRule } from "./rule.ts";

/**
 * Folds an entry that several files hold under one uuid. A session that was resumed, forked or branched begins its file
 * with a copy of what came before.
 *
 * ```shape
 * U1 ─ A1 ─ U2 ─ A2 ─ U3 ─ A3
 * ---
 * U1 ─ A1 ─ U2 ─ A2 ───────────── U4 ─ A4
 * ```
 *
 * ```threads
 * U1 A1 U2 A2 U3 A3
 * A2 → U4 A4
 * ```
 *
 * The entry is shown in the file that wrote it first (earliest-session), and its message names the other files.
 * Children of any copy become children of the entry. Copies have the same type and content; two entries with one uuid
 * and different content both stay. A caveat without a parent that begins several files stays in each of them: it is no
 * junction.
 *
 * Without this rule, each file shows its own copy.
 */
export const replayedUuid: IdentityRule = {
  name: "replayed-uuid",
  folds: (copy, owner) => copy.location.path !== owner.location.path,
};
