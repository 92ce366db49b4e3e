/** The start and end of each code span of a line. */
export type Spans = ReadonlyArray<readonly [from: number, to: number]>;

/**
 * Change lines of text in place, except in code blocks. Code spans are reported only where they are certain: in a paragraph
 * in which every span begins and ends on one line, and no table cell divides one.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks.
 * @param pattern lines that do not match it are skipped.
 * @param change returns the new line for a line, its code spans and its index.
 */
export function changeText(
  lines: string[],
  code: ReadonlySet<number>,
  pattern: RegExp,
  change: (line: string, spans: Spans, index: number) => string,
): void {
  for (let from = 0; from < lines.length;) {
    let to = from;
    while (to < lines.length && lines[to]!.trim() !== "" && !code.has(to + 1)) to++;
    let spans: Spans[] | undefined;
    for (let index = from; index < to; index++) {
      if (lines[index]!.search(pattern) === -1) continue;
      spans ??= spansOf(lines.slice(from, to));
      lines[index] = change(lines[index]!, spans[index - from] ?? [], index);
    }
    from = Math.max(to, from + 1);
  }
}

/** Whether an index is inside a code span. */
export function isInSpan(at: number, spans: Spans): boolean {
  return spans.some(([from, to]) => from < at && at < to);
}

/** Whether the character at an index is escaped by a backslash. */
export function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** The code spans of each line of a paragraph; none at all where one line has a span that it does not close. */
function spansOf(paragraph: readonly string[]): Spans[] {
  const all: Spans[] = [];
  for (const line of paragraph) {
    const spans: Array<readonly [number, number]> = [];
    const runs = [...line.matchAll(/`+/g)];
    for (let index = 0; index < runs.length; index++) {
      const run = runs[index]!;
      if (isEscaped(line, run.index)) return [];
      const close = runs.findIndex((other, at) => at > index && other[0].length === run[0].length);
      if (close === -1) return [];
      const to = runs[close]!.index;
      if (line.slice(run.index, to).includes("|")) return [];
      spans.push([run.index, to]);
      index = close;
    }
    all.push(spans);
  }
  return all;
}
