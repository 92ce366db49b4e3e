import { visibleLine } from "@ccdag/pipeline/tables";
import { cellsOf, pad, truncate } from "./cells.ts";

/** What a table is like. */
export interface TableOptions {
  /**
   * A letter for each column, such as `LrrLl`: `r` for numbers, at the right; `L` for texts that stay whole, such as ids and
   * times; `l` for other texts (default: `l`, but the first column stays whole).
   */
  readonly align?: string | undefined;
  /** Headings of columns that a terminal may lack room for, the least important first (default: none). */
  readonly optional?: readonly string[] | undefined;
  /**
   * The environment of the run: in a terminal texts are cut so that each row fits into one line (default: nothing is cut).
   */
  readonly io?: Screen | undefined;
}

/** What a text is written to. */
export interface Screen {
  /** Whether it is a terminal (default: `false`). */
  readonly isStdoutTerminal?: boolean | undefined;
  /** How many columns it has (default: unknown, as for a file). */
  readonly columns?: number | undefined;
}

/** Cells between two columns. */
const gap = 2;

/** The last text keeps so many cells, as far as it has them, before others are cut. */
const leastLast = 16;

/** Any other text keeps so many. */
const least = 6;

/**
 * Format rows as columns of equal width, two blanks between them. Control characters in untrusted text are replaced. Where a
 * terminal is too narrow, the last text is cut, then the other texts, the longest first.
 *
 * @param rows the cells of each row; the first row is the heading.
 * @param options how columns are aligned, and the width.
 * @returns the lines, each with a line ending.
 */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const { io, optional = [] } = options;
  const all = rows.map((row) => row.map(visibleLine));
  const kept = keptColumns(all, { ...options, optional });
  const safe = all.map((row) => kept.map((column) => row[column] ?? ""));
  const align = kept.map((column) => alignOf(options.align ?? "", column)).join("");
  const wanted = safe[0]!.map((_, column) =>
    safe.reduce((widest, row) => Math.max(widest, cellsOf(row[column] ?? "")), 0),
  );
  const width = io?.isStdoutTerminal ? io.columns : undefined;
  const widths = width === undefined ? wanted : fit(wanted, align, width);
  const lines = safe.map((row) =>
    row
      .map((cell, column) => pad(truncate(cell, widths[column]!), widths[column]!, align[column] === "r"))
      .join(" ".repeat(gap))
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function alignOf(align: string, column: number): string {
  return align[column] ?? (column === 0 ? "L" : "l");
}

/** The columns that a terminal has room for. */
function keptColumns(
  rows: readonly (readonly string[])[],
  { align = "", io, optional = [] }: TableOptions,
): readonly number[] {
  const heads = rows[0]!;
  let kept = heads.map((_, column) => column);
  if (!io?.isStdoutTerminal || io.columns === undefined) return kept;
  const needed = kept.map((column) => {
    const widest = rows.reduce((width, row) => Math.max(width, cellsOf(row[column] ?? "")), 0);
    return alignOf(align, column) === "l" ? Math.min(widest, least) : widest;
  });
  for (const name of optional) {
    const width = kept.reduce((sum, column) => sum + needed[column]! + gap, least - gap);
    if (width <= io.columns) break;
    kept = kept.filter((column) => heads[column] !== name);
  }
  return kept;
}

/** The widths of columns that fit into a line, as far as texts can be cut. */
function fit(wanted: readonly number[], align: string, width: number): number[] {
  const widths = [...wanted];
  const texts = widths.flatMap((_, column) => (alignOf(align, column) === "l" ? [column] : []));
  const last = texts.pop();
  if (last === undefined) return widths;
  let excess = widths.reduce((sum, one) => sum + one + gap, -gap) - width;
  excess -= shrink(widths, [last], excess, leastLast);
  excess -= shrink(widths, texts, excess, least);
  shrink(widths, [last], excess, least);
  return widths;
}

/** Take cells from columns, one at a time from the widest. Returns how many were taken. */
function shrink(widths: number[], columns: readonly number[], cells: number, keep: number): number {
  let taken = 0;
  for (; taken < cells; taken++) {
    const [widest] = columns.toSorted((a, b) => widths[b]! - widths[a]!);
    if (widest === undefined || widths[widest]! <= keep) break;
    widths[widest]!--;
  }
  return taken;
}
