/** A drawing in a comment, with the threads that the rules must make of it. */
export interface Picture {
  /** The drawing. */
  readonly shape: string;
  /** The expected threads, in the notation of `showThread`. */
  readonly threads: string;
  /** The rule of the fork, where the comment names it. */
  readonly rule: string | undefined;
  /** The rule that folds the copies, where the comment names it. */
  readonly copies: string | undefined;
  /** The stem of the file that the user named, where the comment names it. */
  readonly named: string | undefined;
}

const block =
  /```shape\n([\s\S]*?)```\s*(?:[^`]*?)```threads(?: rule=([\w-]+))?(?: copies=([\w-]+))?(?: named=([\w-]+))?\n([\s\S]*?)```/g;

/**
 * Find the drawings in the doc comments of a source file: each ` ```shape ` with the ` ```threads ` that follows it.
 *
 * @param source the text of the file.
 */
export function findPictures(source: string): Picture[] {
  const text = source.replace(/^[ \t]*\* ?/gm, "");
  return [...text.matchAll(block)].map(([, shape = "", rule, copies, named, threads = ""]) => ({
    shape,
    threads: threads.trim(),
    rule,
    copies,
    named,
  }));
}
