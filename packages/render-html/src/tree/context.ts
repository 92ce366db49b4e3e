import type { ElementContent } from "hast";
import type { Nodes } from "mdast";
import type { Draw } from "./draw.ts";

/** Labels within the content. */
export interface SignWords {
  done: string;
  todo: string;
  table: string;
  file: string;
  formula: string;
  /** Names a drawing, before its language. */
  drawing: string;
  /** What opens a long block of code: stands before and after the number of its lines, or of its characters. */
  longLines: readonly [before: string, after: string];
  longCharacters: readonly [before: string, after: string];
}

/** What rendering of content needs. */
export interface HastContext {
  readonly highlight: Highlight | false;
  readonly math?: MathConverter | undefined;
  readonly draw?: Draw | undefined;
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
export const signWords: SignWords = {
  done: "done",
  todo: "to do",
  table: "Table",
  file: "File",
  formula: "Formula",
  drawing: "Drawing",
  longLines: ["All", "lines"],
  longCharacters: ["All", "characters"],
};

/**
 * A syntax highlighter.
 *
 * @param code the code of one block.
 * @param language the language of a fence, or the extension of a file.
 * @returns the children of the `code` element; `undefined` for an unknown language.
 */
export type Highlight = (code: string, language: string) => ElementContent[] | undefined;

/**
 * Converts formulas to MathML.
 *
 * @param source a formula in TeX, of an untrusted text.
 * @param isDisplay whether it stands on a line of its own.
 * @returns the children of the `math` element; `undefined` for what is no formula. Elements and attributes other than those
 *   of MathML Core are not written.
 */
export type MathConverter = (source: string, isDisplay: boolean) => ElementContent[] | undefined;
