import type { SecretName } from "./name.ts";
import { endOfLine, startOfLine } from "./lines.ts";
import { isSecret } from "./value.ts";

/** Longer lines are no rows of a table. */
const maxChars = 1000;
const maxRows = 200;
const maxColumns = 8;
const formal = { isQuoted: true, isFormal: true, isLiteral: true } as const;
/** A row of lines between the rows of a table. */
const rule = /^[\s|+:│┃┌┬┐├┼┤└┴┘─━═╪╞╡-]*$/;
const delimiters = ["|", "│", "\t", ",", ";"] as const;
/** Between columns that are aligned by spaces. */
const spaces = /[ \t]{2,}/;
/** A heading of a column: words, not values. */
const heading = /^["'*_`]{0,3}[A-Za-z][\w .()/-]{0,40}["'*_`]{0,3}$/;

interface Cell {
  readonly from: number;
  readonly words: string;
}

/** A range of a text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads the columns of tables from left to right, each row a bounded number of times. */
export class TableReader {
  #table = { start: -1, end: -1 };
  #columns = 0;

  /** The secrets in the column below a name; empty where the name is no heading. */
  read(text: string, from: number, name: SecretName): readonly Range[] {
    if (from < this.#table.end) {
      // A heading beside the one before, not a cell below.
      const isHeading = startOfLine(text, from, maxChars) === this.#table.start;
      if (!isHeading || ++this.#columns > maxColumns) return [];
    } else this.#columns = 1;
    const column = readColumn(text, from, name);
    if (column) this.#table = column;
    return column?.secrets ?? [];
  }
}

/**
 * The secrets in the column below a name: of a table in Markdown or of a database, of CSV, or aligned by spaces.
 *
 * @param text the text.
 * @param from the start of the name.
 * @param name what it says of its values.
 * @returns the secrets, and where the table begins and ends; `undefined` where the name is no heading.
 */
function readColumn(
  text: string,
  from: number,
  name: SecretName,
): { readonly secrets: readonly Range[]; readonly start: number; readonly end: number } | undefined {
  const start = startOfLine(text, from, maxChars);
  let stop = endOfLine(text, from, maxChars);
  if (start === -1 || stop === -1 || stop >= text.length - 1) return undefined;
  const head = text.slice(start, stop);
  const isRuled = rule.test(text.slice(stop + 1, endOfLine(text, stop + 1, maxChars)));
  const delimiter = delimiters.find((sign) => head.includes(sign)) ?? spaces;
  const headings = cellsOf(head, start, delimiter);
  const column = headings.findIndex((cell) => cell.from <= from && from < cell.from + cell.words.length);
  if (column === -1 || (headings.length < 2 && !isRuled) || !headings.every(({ words }) => heading.test(words)))
    return undefined;
  const secrets: Range[] = [];
  let end = stop;
  for (let rows = 0; stop < text.length - 1 && rows < maxRows; rows++) {
    const at = stop + 1;
    stop = endOfLine(text, at, maxChars);
    const row = text.slice(at, stop);
    if (stop === -1 || row.trim() === "") break;
    if (rule.test(row)) continue;
    const cells = cellsOf(row, at, delimiter);
    if (cells.length !== headings.length) break;
    const cell = cells[column]!;
    const value = cell.words.replace(/^["'*_`]{1,3}|["'*_`]{1,3}$/g, "");
    const inside = cell.from + cell.words.indexOf(value);
    if (isSecret(value, name, formal)) secrets.push({ from: inside, to: inside + value.length });
    end = stop;
  }
  return { secrets, start, end };
}

/** The cells of a row, without white space around them. A sign at the beginning or end delimits no cell. */
function cellsOf(row: string, start: number, delimiter: string | RegExp): Cell[] {
  const isFramed = typeof delimiter === "string" && /[|│]/.test(delimiter);
  const lead = /^\s*/.exec(row)![0].length + (isFramed && row.trimStart().startsWith(delimiter) ? 1 : 0);
  const inner =
    isFramed && row.trimEnd().endsWith(delimiter) ? row.trimEnd().slice(lead, -1) : row.slice(lead).trimEnd();
  const cells: Cell[] = [];
  let at = 0;
  for (const piece of inner.split(delimiter)) {
    const found = delimiter instanceof RegExp ? inner.indexOf(piece, at) : at;
    cells.push({ from: start + lead + found + (piece.length - piece.trimStart().length), words: piece.trim() });
    at = found + piece.length + (typeof delimiter === "string" ? 1 : 0);
  }
  return cells;
}
