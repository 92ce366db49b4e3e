import type { Entry } from "../../entry/entry.ts";
import { compactionBoundary } from "./compaction-boundary.ts";
import { orphanRoot } from "./orphan-root.ts";
import type { Placement, PlaceRule, PlaceView } from "./rule.ts";

/** Place rules of core, in the order in which they are asked. */
export const placeRules: readonly PlaceRule[] = [
  compactionBoundary,
  orphanRoot, // takes every root
];

/**
 * Ask the rules where a root stands.
 *
 * @param root an entry that hangs on nothing, and does not begin its line.
 * @param view what rules may ask.
 * @param rules the place rules.
 * @returns the place; nothing where every rule is switched off.
 */
export function placeOf(root: Entry, view: PlaceView, rules: readonly PlaceRule[]): Placement | undefined {
  for (const rule of rules) {
    const placement = rule.place(root, view);
    if (placement) return { ...placement, rule: rule.name };
  }
  return undefined;
}
