/** The start and end of each code span of a line, in order. */
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
  let low = 0;
  for (let high = spans.length; low < high;) {
    const middle = (low + high) >> 1;
    if (spans[middle]![1] <= at) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]![0] < at;
}

/** Whether the character at an index is escaped by a backslash. */
export function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/**
 * The words of a line that contain a sign of an address, each from its sign: a bare address may reach to the end of its word.
 *
 * @param line one line.
 * @param sign what is in an address.
 */
export function addressesIn(line: string, sign: RegExp): Spans {
  if (!sign.test(line)) return [];
  return [...line.matchAll(/[^\p{Zs}\t\n]+/gu)].flatMap(({ 0: word, index }) => {
    const at = word.search(sign);
    return at === -1 ? [] : [[index + at, index + word.length] as const];
  });
}

/** What may contain a backtick that begins no code: a bare address, and one in angle brackets. */
const address = /:\/\/|www\.|</i;
/** The target of a link, unless it ends on its line and holds nothing that could contain its end. A target may hold backticks. */
const openTarget = /\]\((?![^()`\\<"'\n]*\))/;

/** Whether a text ends in what may be the beginning of an address. What stands in a code span before it begins none. */
function endsInAddress(text: string): boolean {
  return addressesIn(text, address).at(-1)?.[1] === text.length;
}

/** The code spans of each line of a paragraph; none at all where one line has a span that it does not close. */
function spansOf(paragraph: readonly string[]): Spans[] {
  const all: Spans[] = [];
  let isInTarget = false;
  for (const line of paragraph) {
    const spans: Array<readonly [number, number]> = [];
    const runs = [...line.matchAll(/`+/g)];
    let end = 0;
    for (let index = 0; index < runs.length; index++) {
      const run = runs[index]!;
      const before = line.slice(end, run.index);
      isInTarget ||= openTarget.test(before);
      if (isInTarget || isEscaped(line, run.index) || endsInAddress(before)) return [];
      let close = index + 1;
      while (close < runs.length && runs[close]![0].length !== run[0].length) close++;
      if (close === runs.length) return [];
      const to = runs[close]!.index;
      if (line.slice(run.index, to).includes("|")) return [];
      spans.push([run.index, to]);
      end = to + run[0].length;
      index = close;
    }
    isInTarget ||= openTarget.test(line.slice(end));
    all.push(spans);
  }
  return all;
}
