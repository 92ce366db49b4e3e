import type { Spans } from "./change-text.ts";

/** What is live in Markdown of one place and text in that of others, and how it is made text. */
export interface Dialect {
  /** What a text must hold for it to be worth while to look. */
  readonly needs: RegExp;
  /** Change the lines of a message, in place; not those that are code, whose numbers are given, from 1. */
  readonly lines: (lines: string[], code: ReadonlySet<number>) => void;
  /** Change words on one line, but for what stands in code spans. */
  readonly text: (words: string, spans?: Spans) => string;
}
