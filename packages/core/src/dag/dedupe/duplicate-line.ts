import type { IdentityRule } from "./dedupe-rule.ts";

/**
 * An entry that its file holds twice, with the same uuid, is folded. Clients write one twice around an automatic
 * compaction, and when a session is branched after one; the second record may lack its parent.
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
 * The first record is the owner. Fields that it lacks are filled in from the others. A parent that is null or does not
 * resolve never replaces one that resolves.
 *
 * Without this rule, each record is shown at its position in the file.
 */
export const duplicateLine: IdentityRule = {
  name: "duplicate-line",
  folds: (copy, owner) => copy.location.path === owner.location.path,
};
