/**
 * Where the line begins that holds an index; -1 if that is farther than so many characters. Without a bound, many searches in one
 * long line would take quadratic time.
 */
export function startOfLine(text: string, at: number, maxChars: number): number {
  const from = Math.max(0, at - maxChars);
  const found = text.slice(from, at).lastIndexOf("\n");
  return found === -1 ? (from === 0 ? 0 : -1) : from + found + 1;
}

/** Where the line ends that holds an index; -1 if that is farther than so many characters. */
export function endOfLine(text: string, at: number, maxChars: number): number {
  const found = text.slice(at, at + maxChars).indexOf("\n");
  return found === -1 ? (at + maxChars >= text.length ? text.length : -1) : at + found;
}
