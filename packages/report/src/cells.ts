import stringWidth from "string-width";

const plain = /^[ -~]*$/;

const segmenter = new Intl.Segmenter();

/** How many cells of a terminal a line takes: two for each East Asian character and emoji. */
export function cellsOf(line: string): number {
  return plain.test(line) ? line.length : stringWidth(line);
}

/** Fill a line with blanks up to a number of cells. */
export function pad(line: string, cells: number, isRight = false): string {
  const blanks = " ".repeat(Math.max(0, cells - cellsOf(line)));
  return isRight ? blanks + line : line + blanks;
}

/** Cut a line to a number of cells, with `…` for what is missing. No character is divided, also if it is of several code points. */
export function truncate(line: string, cells: number): string {
  if (cellsOf(line) <= cells) return line;
  const [kept] = splitAt(line, Math.max(0, cells - 1));
  return `${kept.trimEnd()}…`;
}

/** Divide a line after a number of cells, or before the character that does not fit; the first part is not empty. */
export function splitAt(line: string, cells: number): [string, string] {
  // Short before it is looked at by character: a line may have megabytes.
  const near = line.slice(0, (cells + 1) * 16);
  if (plain.test(near)) return [line.slice(0, cells), line.slice(cells)];
  let used = 0;
  let at = 0;
  for (const { segment } of segmenter.segment(near)) {
    used += cellsOf(segment);
    if (used > cells && at > 0) break;
    at += segment.length;
    if (used > cells) break;
  }
  return [line.slice(0, at), line.slice(at)];
}

/** Divide a line into lines of at most so many cells, between words where that is possible. */
export function wrap(line: string, cells: number): string[] {
  const lines: string[] = [];
  for (let rest = line; ;) {
    const [head, tail] = splitAt(rest, cells);
    if (tail === "") return [...lines, rest];
    const blank = tail.startsWith(" ") ? head.length : head.lastIndexOf(" ");
    // A word that is longer than half a line is divided.
    const end = blank > head.length / 2 ? blank : head.length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(rest[end] === " " ? end + 1 : end);
  }
}
