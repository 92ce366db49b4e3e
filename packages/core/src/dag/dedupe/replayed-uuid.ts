import type { IdentityRule } from "./dedupe-rule.ts";

/**
 * An entry that several files hold under one uuid is folded. A session that was resumed, forked or branched begins its
 * file with a copy of what came before.
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
 * The entry is shown in the file that wrote it first (earliest-session), and its message names the other files. Entries
 * are copies if they have one type, and all content of one is in the other: words, results, ids of calls, bytes of
 * images. Otherwise both stay (`uuid-collision`). A caveat without a parent that begins several files stays in each of
 * them.
 */
export const replayedUuid: IdentityRule = {
  name: "replayed-uuid",
  folds: (copy, owner) => copy.location.path !== owner.location.path,
};
