import type { Entry } from "../../entry/entry.ts";
import { compactionBoundary } from "./compaction-boundary.ts";
import { orphanRoot } from "./orphan-root.ts";
import type { Placement, PlaceRule, PlaceView } from "./place-rule.ts";

/** Place rules of core, in the order in which they are asked. */
export const placeRules: readonly PlaceRule[] = [
  compactionBoundary,
  orphanRoot, // accepts every root
];

/**
 * Ask the rules where a root is placed.
 *
 * @param root an entry without a parent that does not begin its thread.
 * @param view what rules can look at.
 * @param rules the place rules.
 * @returns the placement; `undefined` if no rule places the root.
 */
export function placeOf(root: Entry, view: PlaceView, rules: readonly PlaceRule[]): Placement | undefined {
  for (const rule of rules) {
    const placement = rule.place(root, view);
    if (placement) return { ...placement, rule: rule.name };
  }
  return undefined;
}
