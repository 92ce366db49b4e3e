/** What may stand before a definition on its line. */
const before = /^[\s>*+\-\d.)]*(?=\[(?!\]))/;

/**
 * Turn definitions of links and footnotes into text, in place: links and images of other messages would lead there.
 *
 * A definition begins with a label in brackets and a colon. The label may be divided over lines, and holds no brackets but
 * escaped ones. The lines are changed from the last to the first, because an escaped bracket may complete a label above it.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks.
 * @returns whether a line was changed.
 */
export function escapeDefinitions(lines: string[], code: ReadonlySet<number>): boolean {
  let isChanged = false;
  /** Whether a label that reaches to the end of a line ends below it. */
  let endsBelow = false;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!;
    const isBreak = code.has(index + 1) || /^[ \t>]*$/.test(line);
    const start = isBreak ? undefined : before.exec(line)?.[0];
    if (start !== undefined && endsLabel(line, start.length + 1, endsBelow)) {
      lines[index] = `${start}\\${line.slice(start.length)}`;
      isChanged = true;
    }
    endsBelow = !isBreak && endsLabel(lines[index]!, 0, endsBelow);
  }
  return isChanged;
}

/** Whether the first bracket after an index ends a label; without one, the lines below decide. */
function endsLabel(line: string, from: number, endsBelow: boolean): boolean {
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === "[") return false;
    else if (line[at] === "]") return line[at + 1] === ":";
  }
  return endsBelow;
}
