import type { Blocks } from "@ccdag/mdast";
import type { Spans } from "./change-text.ts";

/** The syntax that a certain renderer of Markdown adds to GFM, and how untrusted text is kept from using it. */
export interface Dialect {
  /** Text that does not match it needs no change. */
  readonly needs: RegExp;
  /** The only schemes that links may have (default: all that run no code). */
  readonly schemes?: ReadonlySet<string> | undefined;
  /** Change the lines of a message in place, with regard to its code blocks. */
  readonly lines: (lines: string[], blocks: Blocks) => void;
  /** Return text on one line with the change, except in code spans. */
  readonly text: (words: string, spans?: Spans) => string;
  /** Return code with the change; it becomes a block or a span (default: code is not changed). */
  readonly code?: ((code: string) => string) | undefined;
}
