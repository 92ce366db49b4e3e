import type { ElementContent } from "hast";
import type { Nodes } from "mdast";
import type { Highlight } from "./code.ts";

/** Labels of signs, for screen readers. */
export interface SignWords {
  done: string;
  todo: string;
  table: string;
  file: string;
}

/** What rendering of content needs. */
export interface HastContext {
  readonly highlight: Highlight | false;
  readonly words: SignWords;
}

/** Converts nodes of mdast to hast. */
export interface HastContent {
  readonly words: SignWords;
  /** The children of a node, converted. */
  readonly all: (node: Nodes) => ElementContent[];
  /** One node; `undefined` for a node that is not shown. */
  readonly one: (node: Nodes) => ElementContent | undefined;
}

/** The English labels. */
export const signWords: SignWords = { done: "done", todo: "to do", table: "Table", file: "File" };
