import type { Dag } from "../../dag/dag.ts";
import type { Entry } from "../../entry/entry.ts";

/** What a place rule may ask. */
export interface PlaceView {
  readonly dag: Dag;
  /** The previous entry of the same line that has a message, else the previous entry; in the order of (path, line). */
  readonly neighbour: Entry;
}

/** Where a root belongs. */
export interface PlacementAnchor {
  /** The entry whose line it continues. It stands there at its own position in the file. */
  readonly after: Entry;
  /** What was found, in a few words. */
  readonly because: string;
}

/** Gives a place to an entry without a parent that does not begin its line. */
export interface PlaceRule {
  readonly name: string;
  place: (root: Entry, view: PlaceView) => PlacementAnchor | undefined;
}

/** A spot with the rule that found it. */
export interface Placement extends PlacementAnchor {
  readonly rule: string;
}
