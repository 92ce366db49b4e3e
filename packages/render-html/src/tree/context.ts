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
  readonly highlight: Highlight | undefined;
  readonly words: SignWords;
}

/** The English labels. */
export const signWords: SignWords = { done: "done", todo: "to do", table: "Table", file: "File" };
