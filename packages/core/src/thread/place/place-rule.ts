import type { Dag } from "../../dag/dag.ts";
import type { Entry } from "../../entry/entry.ts";

/** What a place rule can look at. */
export interface PlaceView {
  /** The graph. */
  readonly dag: Dag;
  /**
   * The previous entry of the same thread that has a message, else the previous entry; in the order of (path, line).
   */
  readonly neighbour: Entry;
  /** The topmost entry above an entry, within its thread. What is below a root cannot say where the root belongs. */
  readonly rootOf: (entry: Entry) => Entry;
}

/** Where a root is placed. */
interface PlacementAnchor {
  /** The entry whose thread it continues. It is inserted there at its own position in the file. */
  readonly after: Entry;
  /** The evidence, in a few words. */
  readonly because: string;
}

/** Places an entry without a parent that does not begin its thread. */
export interface PlaceRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param root the entry.
   * @param view the graph, and the entry before the root.
   * @returns where it is placed; `undefined` if this rule does not know. The first rule that returns an anchor decides.
   */
  place: (root: Entry, view: PlaceView) => PlacementAnchor | undefined;
}

/** An anchor with the rule that found it. */
export interface Placement extends PlacementAnchor {
  /** The name of the rule. */
  readonly rule: string;
}
