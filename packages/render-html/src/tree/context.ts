import type { Highlight } from "./code.ts";

/** Words for those who do not see signs. */
export interface SignWords {
  done: string;
  todo: string;
  table: string;
  file: string;
}

/** How content is told. */
export interface HastContext {
  readonly highlight: Highlight | undefined;
  readonly words: SignWords;
}

/** English. */
export const signWords: SignWords = { done: "done", todo: "to do", table: "Table", file: "File" };
