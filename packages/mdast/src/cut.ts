/** A text in which something is left out. */
export interface Cut {
  readonly head: string;
  readonly tail: string;
  /** How much stands between the two. */
  readonly lines: number;
  readonly characters: number;
}

/**
 * Leave the middle of a long text out: of output the end says how it went, and the beginning what it was. Cut where
 * lines end, so far as there are lines, and never through a character.
 *
 * @param text what may be long.
 * @param limit how many characters (UTF-16 units) are kept, at most.
 * @returns what is kept and how much is not; nothing where the text is no longer than that.
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

/** Whether a place is between the two halves of a character. */
function isSplit(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 1, at + 1));
}

function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
