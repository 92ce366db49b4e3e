import { cellsOf, pad, splitAt, truncate } from "@ccdag/report";
import type { Column, PickItem, Fact, PickList } from "./pick-list.ts";

/** A piece of a line, and how it looks. */
export interface Span {
  readonly text: string;
  readonly look?: "dim" | "bold" | "inverse" | undefined;
  /** The cell that it begins at, counted from 1: terminals differ in how wide they draw some emoji (default: the next one). */
  readonly at?: number | undefined;
}

/** The size of a terminal, in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What a list shows at a moment. */
export interface ListView<T> {
  readonly list: PickList<T>;
  /** The entries that match what was typed. */
  readonly found: readonly PickItem<T>[];
  /** The index of the chosen one among them. */
  readonly cursor: number;
  readonly size: Size;
}

/** From this width on, the preview is beside the list. */
const wideColumns = 100;

/** Below this height there is no preview. */
const leastRows = 12;

/** The title is at least so wide before columns are omitted. */
const leastTitle = 32;

/** The line of what is typed, the heads of the columns and the line of help. */
const frameRows = 3;

const gap = 2;
const divider = " │ ";

/** How many entries a list shows at once. */
export function pageRows({ columns, rows }: Size): number {
  const free = Math.max(1, rows - frameRows);
  return columns >= wideColumns || rows < leastRows ? free : free - previewRows(rows) - 1;
}

/** The height of a preview below the list. */
function previewRows(rows: number): number {
  return Math.min(14, Math.floor((rows - frameRows) / 2));
}

/**
 * The lines below what is typed: heads, entries, preview, help. None is wider than the terminal.
 *
 * @param view what is shown.
 */
export function layoutList<T>(view: ListView<T>): Span[][] {
  const { list, found, cursor, size } = view;
  // The last cells stay free: a terminal may wrap after them, or draw a character wider than expected.
  const columns = Math.max(10, size.columns - 2);
  const isWide = size.columns >= wideColumns;
  const width = isWide ? Math.floor(columns * 0.58) : columns;
  const shown = pageRows(size);
  const left = [headLine(list, width), ...entryLines(view, width, shown)];
  const facts = found[cursor]?.facts() ?? [];
  const help = [helpLine(list, found.length, columns)];
  if (size.rows < leastRows) return [...left, help];
  if (isWide) {
    const right = factLines(facts, columns - width - divider.length).slice(0, left.length);
    return [...left.map((line, at) => beside(line, width, right[at] ?? [])), help];
  }
  const below = compactLines(facts, columns).slice(0, previewRows(size.rows));
  const rule: Span[] = [{ text: "─".repeat(columns), look: "dim" }];
  return [...left, rule, ...fill(below, previewRows(size.rows)), help];
}

/** Lines, with empty ones up to a number. */
function fill(lines: readonly Span[][], rows: number): Span[][] {
  return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, (): Span[] => [])];
}

/** Two lines beside each other. */
function beside(left: readonly Span[], width: number, right: readonly Span[]): Span[] {
  const used = left.reduce((cells, { text }) => cells + cellsOf(text), 0);
  return [
    ...left,
    { text: " ".repeat(Math.max(0, width - used)) },
    { text: divider, look: "dim", at: width + 1 },
    ...right,
  ];
}

function helpLine<T>({ entries, escape }: PickList<T>, count: number, columns: number): Span {
  const number = count === entries.length ? `${count}` : `${count} of ${entries.length}`;
  const keys = `${number} · type to filter · ↑ ↓ PgUp PgDn · Enter · Esc ${escape} · Ctrl+C quits`;
  return { text: truncate(keys, columns), look: "dim" };
}

function entryLines<T>({ list, found, cursor }: ListView<T>, width: number, count: number): Span[][] {
  const widths = columnWidths(list, width);
  const from = Math.max(0, Math.min(cursor - Math.floor(count / 2), found.length - count));
  const lines = found.slice(from, from + count).map((entry, at): Span[] => {
    const look = from + at === cursor ? "inverse" : undefined;
    const title = `${look ? "> " : "  "}${pad(fitTitle(entry, widths.title), widths.title)}`;
    return [{ text: title, look }, ...cellSpans(entry.cells, list.columns, widths, look)];
  });
  if (found.length === 0) lines.push([{ text: truncate("  Nothing matches these words.", width), look: "dim" }]);
  return fill(lines, count);
}

function headLine<T>(list: PickList<T>, width: number): Span[] {
  const widths = columnWidths(list, width);
  const heads = list.columns.map(({ head }) => head);
  const title = `  ${pad(truncate(list.titleHead, widths.title), widths.title)}`;
  return [{ text: title, look: "dim" }, ...cellSpans(heads, list.columns, widths, "dim")];
}

function cellSpans(
  cells: readonly string[],
  columns: readonly Column[],
  { title, cells: widths }: Widths,
  look: Span["look"],
): Span[] {
  if (widths.length === 0) return [];
  const texts = widths.map(
    ([at, width]) => " ".repeat(gap) + pad(truncate(cells[at] ?? "", width), width, columns[at]!.isText !== true),
  );
  return [{ text: texts.join(""), look, at: gap + title + 1 }];
}

interface Widths {
  readonly title: number;
  /** The columns that have room, by their index. */
  readonly cells: ReadonlyArray<readonly [at: number, width: number]>;
}

const wanted = new WeakMap<object, readonly number[]>();

/** The widths of the columns that leave room for the title. They are the same whatever is typed, so that nothing jumps. */
function columnWidths<T>(list: PickList<T>, width: number): Widths {
  const all = wanted.get(list) ?? list.columns.map((column, at) => columnWidth(list, column, at));
  wanted.set(list, all);
  const cells = all.map((one, at) => [at, one] as const).filter(([, one]) => one > 0);
  const titleOf = () => width - gap - cells.reduce((sum, [, one]) => sum + one + gap, 0);
  while (titleOf() < leastTitle && cells.length > 0) cells.pop();
  return { title: Math.max(1, titleOf()), cells };
}

/** A column in which nothing stands has no width. */
function columnWidth<T>({ entries }: PickList<T>, { head, max = Infinity }: Column, at: number): number {
  const widest = entries.reduce((most, { cells }) => Math.max(most, cellsOf(cells[at] ?? "")), 0);
  return widest === 0 ? 0 : Math.min(Math.max(widest, cellsOf(head)), max);
}

/** A title that fits. Of a path the last folders are kept. */
function fitTitle<T>({ title, isPath }: PickItem<T>, cells: number): string {
  if (isPath !== true || cellsOf(title) <= cells) return truncate(title, cells);
  const parts = title.split("/");
  while (parts.length > 1 && cellsOf(`…/${parts.join("/")}`) > cells) parts.shift();
  return truncate(`…/${parts.join("/")}`, cells);
}

/** The lines of facts: labels at the left, texts divided into lines. */
function factLines(facts: readonly Fact[], width: number): Span[][] {
  const indent = facts.reduce((widest, [label]) => Math.max(widest, cellsOf(label)), 0) + gap;
  const lines: Span[][] = [];
  for (const [label, text] of facts) {
    if (label === "") {
      if (lines.length > 0) lines.push([]);
      for (const line of divide(text, width)) lines.push([{ text: line, look: "bold" }]);
    } else
      for (const [at, line] of divide(text, Math.max(8, width - indent)).entries())
        lines.push([{ text: pad(at === 0 ? label : "", indent), look: "dim" }, { text: line }]);
  }
  return lines;
}

/** The part of the width that long facts take where short ones are beside them. */
const longPart = 0.64;

/** The same in fewer lines: short facts beside the long ones. */
function compactLines(facts: readonly Fact[], width: number): Span[][] {
  const [title, ...others] = facts;
  if (title === undefined) return [];
  const second = others.findIndex(([label]) => label === "");
  const own = second < 0 ? others : others.slice(0, second);
  const leftWidth = Math.floor(width * longPart);
  const left = factLines(
    own.filter(([, , isShort]) => isShort !== true),
    leftWidth,
  );
  const right = factLines(
    own.filter(([, , isShort]) => isShort === true),
    width - leftWidth - divider.length,
  );
  const both = fill(left, right.length).map((line, at) => beside(line, leftWidth, right[at] ?? []));
  return [...factLines([title], width), ...both, ...(second < 0 ? [] : factLines(others.slice(second), width))];
}

/** A text takes at most so many lines. */
const maxLines = 4;

/** Divide a text into lines, after a blank where there is one. */
function divide(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (cellsOf(rest) > width && lines.length < maxLines - 1) {
    const [fitting] = splitAt(rest, width);
    const blank = fitting.lastIndexOf(" ");
    const at = blank > fitting.length / 2 ? blank : fitting.length;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...lines, truncate(rest, width)];
}
