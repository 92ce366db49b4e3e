import type { Spans } from "./change-text.ts";

/** The syntax that a certain renderer of Markdown adds to GFM, and how untrusted text is kept from using it. */
export interface Dialect {
  /** Text that does not match it needs no change. */
  readonly needs: RegExp;
  /** Change the lines of a message in place, except code blocks, whose line numbers are given, from 1. */
  readonly lines: (lines: string[], code: ReadonlySet<number>) => void;
  /** Return text on one line with the change, except in code spans. */
  readonly text: (words: string, spans?: Spans) => string;
}
