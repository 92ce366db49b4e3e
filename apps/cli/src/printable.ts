/**
 * Make untrusted text safe for a terminal: control characters and characters that change the writing direction are
 * replaced with `�`.
 *
 * @param text one line: line endings are replaced, too.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}

/** Make untrusted text of several lines safe for a terminal; line endings stay. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
