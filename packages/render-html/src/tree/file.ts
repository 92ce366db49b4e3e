/** A line of a file as the Read tool prints it: its number, an arrow or a tab, its text. */
const numbered = /^ *(\d+)(?:→|\t)(.*)$/s;

/** The lines of a file, and their numbers. */
export interface NumberedLines {
  readonly numbers: readonly string[];
  readonly text: string;
  /** What follows the last line with a number. */
  readonly rest: string;
}

/** Separate line numbers from lines; `undefined` where the first line has no number. */
export function toLines(value: string): NumberedLines | undefined {
  const lines = value.split("\n");
  const numbers: string[] = [];
  const texts: string[] = [];
  for (const line of lines) {
    const found = numbered.exec(line);
    if (!found) break;
    numbers.push(found[1]!);
    texts.push(found[2]!);
  }
  if (numbers.length === 0) return undefined;
  return { numbers, text: texts.join("\n"), rest: lines.slice(numbers.length).join("\n").trim() };
}
