/**
 * Words of a stranger for a terminal: control characters and codes that turn the direction of writing are shown as `�`.
 *
 * @param text one line.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
