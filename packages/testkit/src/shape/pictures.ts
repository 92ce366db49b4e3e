/** A drawing in a comment, with what the rules are to make of it. */
export interface Picture {
  readonly shape: string;
  readonly threads: string;
  /** The rule that names the fork, where the picture says so. */
  readonly rule: string | undefined;
  /** The rule that folds the copies, where the picture says so. */
  readonly copies: string | undefined;
}

const block = /```shape\n([\s\S]*?)```\s*(?:[^`]*?)```threads(?: rule=([\w-]+))?(?: copies=([\w-]+))?\n([\s\S]*?)```/g;

/**
 * Find the pictures in the doc comments of a source file: each ` ```shape ` with the ` ```threads ` that follows it.
 *
 * @param source the text of the file.
 */
export function findPictures(source: string): Picture[] {
  const text = source.replace(/^[ \t]*\* ?/gm, "");
  return [...text.matchAll(block)].map(([, shape = "", rule, copies, threads = ""]) => ({
    shape,
    threads: threads.trim(),
    rule,
    copies,
  }));
}
