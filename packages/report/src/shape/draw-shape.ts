import type { Dag, Entry } from "@ccdag/core";
import { RequestError } from "@ccdag/pipeline/tables";
import { nameEntries } from "./name-entries.ts";

/** One entry with its position in the drawing. */
interface Node {
  /** The text in the drawing; empty for an entry in the middle of a shortened chain. */
  token: string;
  readonly parent: Entry | undefined;
  readonly children: Entry[];
  column: number;
}

/**
 * Draw the entries of files as they are recorded, in the notation of the drawings of rules: from left to right in the
 * order of the file, with the children of an entry below each other.
 *
 * ```text
 * U1 ─ A1=m1 ┬ U2=r
 *            └      A2=m1 ─ U3=r ─ A3
 * ```
 *
 * `^A1` names a parent without a connecting line: it is in another file, later in the file, or outside the drawing. A
 * copy has the same name as its original.
 *
 * @param dag the graph.
 * @param entries the entries to draw, including copies, in the order of (path, line).
 * @param options `isShortened`: only the ends of a long chain are drawn, with `…12…` between them (default: `false`).
 * @throws RequestError if the drawing is larger than 10 MB.
 * @returns the drawing, with `---` between files, and the name of each entry.
 */
export function drawShape(
  dag: Dag,
  entries: readonly Entry[],
  { isShortened = false }: { isShortened?: boolean } = {},
): { text: string; names: Map<Entry, string> } {
  const name = nameEntries(dag, entries);
  const files: Entry[][] = [];
  for (const entry of entries) {
    const last = files.at(-1);
    if (last?.[0]!.location.path === entry.location.path) last.push(entry);
    else files.push([entry]);
  }
  const text = files.map((ofFile) => drawFile(ofFile, name, isShortened)).join("---\n");
  return { text, names: new Map(entries.map((entry) => [entry, name.of(entry)])) };
}

/** The size of a drawing, in characters. Each row is as wide as the file is long, so that a damaged file would fill the memory. */
const maxDrawing = 10_000_000;

/** The length up to which a chain is drawn in full. */
const maxChain = 7;

/**
 * The entries to omit from each long chain: the parent of each is the entry before it, and it has one child and no
 * properties that the drawing would show. The first one has the number of omitted entries, the others 0.
 */
function shortenedRuns(entries: readonly Entry[], nodes: ReadonlyMap<Entry, Node>): Map<Entry, number> {
  const omitted = new Map<Entry, number>();
  let run: Entry[] = [];
  const close = () => {
    const inner = run.slice(2, -2);
    if (run.length > maxChain)
      for (const [index, entry] of inner.entries()) omitted.set(entry, index === 0 ? inner.length : 0);
    run = [];
  };
  for (const [index, entry] of entries.entries()) {
    const { parent, children, token } = nodes.get(entry)!;
    const isPlain =
      parent !== undefined &&
      parent === entries[index - 1] &&
      children.length === 1 &&
      /^[A-Z]\d+(?:=(?:r|m\d+))?$/.test(token);
    if (isPlain) run.push(entry);
    else close();
  }
  close();
  return omitted;
}

function drawFile(entries: readonly Entry[], name: ReturnType<typeof nameEntries>, isShortened: boolean): string {
  const nodes = toNodes(entries, name);
  setColumns(entries, nodes, isShortened);
  const rows: string[] = [];
  let size = 0;
  const stack = entries
    .filter((entry) => nodes.get(entry)!.parent === undefined)
    .toReversed()
    .map((start): Frame => ({ start, bars: [], joint: undefined, isLast: true }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { row, forks } = drawRow(next, nodes);
    const text = row.text();
    size += text.length;
    if (size > maxDrawing)
      throw new RequestError(
        "Expected fewer beginnings and forks, the drawing would be larger than 10 MB; draw a part of it with --around <uuid>",
      );
    rows.push(text);
    const { bars, joint, isLast } = next;
    const outer = isLast || joint === undefined ? bars : [...bars, joint];
    for (const [index, fork] of forks.entries()) {
      const above = [...outer, ...forks.slice(0, index).map((other) => other.column)];
      for (const [at, start] of fork.sides.toReversed().entries())
        stack.push({ start, bars: above, joint: fork.column, isLast: at === 0 });
    }
  }
  return `${rows.join("\n")}\n`;
}

function toNodes(entries: readonly Entry[], name: ReturnType<typeof nameEntries>): Map<Entry, Node> {
  const byUuid = new Map<string, Entry>();
  const nodes = new Map<Entry, Node>();
  for (const entry of entries) {
    // A parent that comes later, is in another file or outside has no connecting line: the token names it.
    const parent = entry.parentUuid === null ? undefined : byUuid.get(entry.parentUuid);
    const isRepeated = byUuid.has(entry.id);
    const token = name.token(entry, entry.parentUuid !== null && (parent === undefined || isRepeated));
    nodes.set(entry, { token, parent: isRepeated ? undefined : parent, children: [], column: 0 });
    if (parent && !isRepeated) nodes.get(parent)!.children.push(entry);
    if (!isRepeated && entry.uuid !== undefined) byUuid.set(entry.uuid, entry);
  }
  return nodes;
}

/** Set the column of each node; the tokens of shortened chains become their number or empty. */
function setColumns(entries: readonly Entry[], nodes: ReadonlyMap<Entry, Node>, isShortened: boolean): void {
  const omitted = isShortened ? shortenedRuns(entries, nodes) : new Map<Entry, number>();
  let column = 0;
  for (const entry of entries) {
    const node = nodes.get(entry)!;
    const count = omitted.get(entry);
    if (count !== undefined) node.token = count === 0 ? "" : `…${count}…`;
    node.column = column;
    if (node.token !== "") column += [...node.token].length + 3;
  }
}

/** A row to draw: it begins at an entry and follows the first children. */
interface Frame {
  readonly start: Entry;
  /** Columns of the vertical lines that pass this row. */
  readonly bars: readonly number[];
  /** Column where the row joins its fork; absent for an entry without a parent. */
  readonly joint: number | undefined;
  /** Whether it is the last side of its fork. */
  readonly isLast: boolean;
}

/** Draw a row; returns it with the forks in it, whose other sides are rows of their own. */
function drawRow(
  { start, bars, joint, isLast }: Frame,
  nodes: ReadonlyMap<Entry, Node>,
): { row: Row; forks: Array<{ column: number; sides: readonly Entry[] }> } {
  const row = new Row();
  for (const bar of bars) row.put(bar, "│");
  if (joint !== undefined) row.put(joint, isLast ? "└" : "├");
  const forks: Array<{ column: number; sides: readonly Entry[] }> = [];
  let last: number | undefined;
  for (let entry: Entry | undefined = start; entry;) {
    const node: Node = nodes.get(entry)!;
    if (node.token !== "") {
      if (last !== undefined) row.fill(last + 1, node.column - 2, "─");
      row.put(node.column, node.token);
      last = node.column + [...node.token].length;
    }
    const [first, ...sides]: Entry[] = node.children;
    if (sides.length > 0) {
      last = (last ?? node.column) + 2;
      forks.push({ column: last - 1, sides });
      row.put(last - 1, "┬");
    }
    entry = first;
  }
  return { row, forks };
}

/** A row of a drawing, written at columns. */
class Row {
  readonly #cells: string[] = [];

  put(column: number, text: string): void {
    for (const [index, character] of [...text].entries()) this.#cells[column + index] = character;
  }

  fill(from: number, to: number, character: string): void {
    for (let column = from; column <= to; column++) this.#cells[column] ??= character;
  }

  text(): string {
    return Array.from(this.#cells, (cell) => cell ?? " ")
      .join("")
      .trimEnd();
  }
}
