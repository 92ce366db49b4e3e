import type { IdentityRule } from "./rule.ts";

/**
 * An entry that several files hold, with one uuid: a session that was resumed, forked or branched began its file with
 * a copy of what came before.
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
 * It is told in the file that wrote it first (earliest-session), and its message names the others. What hangs on any
 * of the copies hangs on it. Copies have one type and say the same; two entries with one uuid and other words both
 * stay. A caveat without a parent, with which several files begin, stays with each of them: it is no junction.
 *
 * Switched off, each file tells its own.
 */
export const replayedUuid: IdentityRule = {
  name: "replayed-uuid",
  folds: (copy, owner) => copy.location.path !== owner.location.path,
};
