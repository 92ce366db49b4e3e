import type { IdentityRule } from "./rule.ts";

/**
 * A line that its file holds twice, with the same uuid. Clients do this around an automatic compaction, and when a
 * session is branched after one; the second line may lack its parent.
 *
 * ```shape
 * U1 ─ A1 ─ U2 ───────── A2
 *               U1 ─ A1
 * ```
 *
 * ```threads
 * U1 A1 U2 A2
 * ```
 *
 * The first line owns. Fields that it lacks are filled from the others, and a parent that is null or leads nowhere
 * never replaces one that resolves. Lines that say something else under the uuid are no copies: both stay.
 *
 * Switched off, each line is told where it stands.
 */
export const duplicateLine: IdentityRule = {
  name: "duplicate-line",
  folds: (copy, owner) => copy.location.path === owner.location.path,
};
