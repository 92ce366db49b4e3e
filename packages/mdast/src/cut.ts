/** A truncated text. */
export interface Cut {
  /** The beginning. */
  readonly head: string;
  /** The end. */
  readonly tail: string;
  /** The number of lines that are missing between the two. */
  readonly lines: number;
  /** The number of characters (UTF-16 units) that are missing. */
  readonly characters: number;
}

/**
 * Truncate the middle of a long text: the beginning of an output shows what it is, the end how it ended. The cut is at
 * line ends if possible, and never inside a character.
 *
 * @param text the text.
 * @param limit how many characters (UTF-16 units) to keep, at most.
 * @returns the kept parts and the size of the missing part; `undefined` if the text is not longer than the limit.
 */
export function cut(text: string, limit: number): Cut | undefined {
  if (text.length <= limit) return undefined;
  const tailSize = Math.floor(limit / 3);
  const head = keepHead(text, limit - tailSize);
  const tail = keepTail(text, tailSize);
  const left = text.slice(head.length, text.length - tail.length);
  return { head: head.replace(/\n$/, ""), tail, lines: countLines(left), characters: left.length };
}

/** Whole lines, unless the first of them alone takes more than half. */
function keepHead(text: string, size: number): string {
  const end = text.lastIndexOf("\n", size - 1) + 1;
  return end > size / 2 ? text.slice(0, end) : text.slice(0, isSplit(text, size) ? size - 1 : size);
}

function keepTail(text: string, size: number): string {
  const from = text.length - size;
  const begin = text.indexOf("\n", from) + 1;
  if (begin > 0 && begin < from + size / 2) return text.slice(begin);
  return text.slice(isSplit(text, from) ? from + 1 : from);
}

/** Whether an index is between the two halves of a surrogate pair. */
function isSplit(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 1, at + 1));
}

function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
