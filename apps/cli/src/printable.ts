import { visibleLine } from "@ccdag/pipeline/tables";

/**
 * Make untrusted text safe for a terminal: control characters, characters that change the writing direction and
 * zero-width characters become visible.
 *
 * @param text one line: line endings are replaced, too.
 */
export function printable(text: string): string {
  return visibleLine(text);
}

/** Make untrusted text of several lines safe for a terminal; line endings and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(/[^\n\t]+/g, printable);
}
