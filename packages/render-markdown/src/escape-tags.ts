/** The beginning of a tag, a comment, a declaration or an instruction. */
const tag = /<(?=[A-Za-z/!?])/g;
/** Addresses in angle brackets are no tags and stay links. */
const autolink = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i;

/**
 * Make tags text, in place. In code nothing is changed. A code span is trusted only where it cannot be otherwise: each
 * line of its paragraph has all its spans to itself, and no cell of a table divides one.
 *
 * @param lines the lines of a text.
 * @param code the numbers, from 1, of those that are code blocks.
 */
export function escapeTags(lines: string[], code: ReadonlySet<number>): void {
  for (let from = 0; from < lines.length;) {
    let to = from;
    while (to < lines.length && lines[to]!.trim() !== "" && !code.has(to + 1)) to++;
    let spans: Array<ReadonlyArray<readonly [number, number]>> | undefined;
    for (let index = from; index < to; index++) {
      if (lines[index]!.search(tag) === -1) continue;
      spans ??= spansOf(lines.slice(from, to));
      lines[index] = escapeLine(lines[index]!, spans[index - from] ?? []);
    }
    from = Math.max(to, from + 1);
  }
}

function escapeLine(line: string, spans: ReadonlyArray<readonly [number, number]>): string {
  return line.replace(tag, (mark, at: number) => {
    if (spans.some(([from, to]) => from < at && at < to)) return mark;
    if (isInAddress(line, at)) return "&lt;";
    return isEscaped(line, at) || autolink.test(line.slice(at, at + 2000)) ? mark : `\\${mark}`;
  });
}

/** A bare address takes a backslash for a part of itself, and escapes nothing by it. */
function isInAddress(line: string, at: number): boolean {
  const word = /\S*$/.exec(line.slice(Math.max(0, at - 2000), at))![0];
  return /:\/\/|www\.|@|mailto:|xmpp:/i.test(word);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** The code spans of each line of a paragraph; none at all where one line does not close what it opens. */
export function spansOf(paragraph: readonly string[]): Array<ReadonlyArray<readonly [number, number]>> {
  const all: Array<ReadonlyArray<readonly [number, number]>> = [];
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
