/**
 * The lines of a text, each with its line feed; only the last one may have none.
 *
 * @param text of any length.
 */
export function splitLines(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop()!;
  const whole = lines.map((line) => `${line}\n`);
  if (last !== "") whole.push(last);
  return whole;
}

/** Write leading tabs as two blanks each, as clients do in the hunks that they record. */
export function withoutTabs(text: string): string {
  return text.includes("\t") ? text.replace(/^\t+/gm, (tabs) => "  ".repeat(tabs.length)) : text;
}
