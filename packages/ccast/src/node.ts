import type { Data as UnistData, Literal as UnistLiteral, Node as UnistNode, Parent as UnistParent } from "unist";

/** What every node may hold beside its own fields. */
export interface Data extends UnistData {
  /** The file that `position` points into, relative to the folder that was read, with `/`. */
  path?: string | undefined;
  /** Recorded fields that this version of ccdag does not know, as recorded. */
  unknown?: Record<string, unknown> | undefined;
}

/** A node. */
export interface Node extends UnistNode {
  data?: Data | undefined;
  /** How many nodes a transform removed here, by kind. */
  hidden?: Record<string, number> | undefined;
}
/** A node that holds others. */
export interface Parent extends UnistParent {
  data?: Data | undefined;
  hidden?: Record<string, number> | undefined;
}
/** A node that is text. */
export interface Literal extends UnistLiteral {
  data?: Data | undefined;
  value: string;
}
