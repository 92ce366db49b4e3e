import type { Dag, Entry } from "@ccdag/core";
import { nameEntries } from "./name-entries.ts";

/** One entry with its place in the drawing. */
interface Node {
  /** Empty where it is folded into the one before. */
  token: string;
  readonly parent: Entry | undefined;
  readonly children: Entry[];
  column: number;
}

/**
 * Draw the entries of files as they are recorded, in the notation of the rules' own drawings: from left to right as
 * they stand in their file, what hangs on one entry below it.
 *
 * ```text
 * U1 ─ A1=m1 ┬ U2=r
 *            └      A2=m1 ─ U3=r ─ A3
 * ```
 *
 * `^A1` names a parent that no line leads to: one in another file, further down, or outside the drawing. A copy has
 * the name of its original, once more.
 *
 * @param dag the graph.
 * @param entries what is drawn, copies too, in the order of (path, line).
 * @param options `isFolded`: of a long chain only its ends are drawn, and `…12…` between them (default: no).
 * @returns the drawing, with `---` between files, and the name of each entry.
 */
export function drawShape(
  dag: Dag,
  entries: readonly Entry[],
  { isFolded = false }: { isFolded?: boolean } = {},
): { text: string; names: Map<Entry, string> } {
  const name = nameEntries(dag, entries);
  const files: Entry[][] = [];
  for (const entry of entries) {
    const last = files.at(-1);
    if (last?.[0]!.location.path === entry.location.path) last.push(entry);
    else files.push([entry]);
  }
  const text = files.map((ofFile) => drawFile(ofFile, name, isFolded)).join("---\n");
  return { text, names: new Map(entries.map((entry) => [entry, name.of(entry)])) };
}

/** Entries in the middle of a chain longer than this are folded. */
const longest = 7;

/**
 * The entries of each run that is folded: all hang on the one before, in the next line of the drawing, and say nothing
 * that a drawing would show.
 */
function foldedRuns(entries: readonly Entry[], nodes: ReadonlyMap<Entry, Node>): Map<Entry, number> {
  const folded = new Map<Entry, number>();
  let run: Entry[] = [];
  const close = () => {
    const inner = run.slice(2, -2);
    if (run.length > longest)
      for (const [index, entry] of inner.entries()) folded.set(entry, index === 0 ? inner.length : 0);
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
  return folded;
}

function drawFile(entries: readonly Entry[], name: ReturnType<typeof nameEntries>, isFolded: boolean): string {
  const byUuid = new Map<string, Entry>();
  const nodes = new Map<Entry, Node>();
  let column = 0;
  for (const entry of entries) {
    // A parent further down, in another file or outside has no line to it: it is named.
    const parent = entry.parentUuid === null ? undefined : byUuid.get(entry.parentUuid);
    const isRepeated = byUuid.has(entry.id);
    const token = name.token(entry, entry.parentUuid !== null && (parent === undefined || isRepeated));
    nodes.set(entry, { token, parent: isRepeated ? undefined : parent, children: [], column: 0 });
    if (parent && !isRepeated) nodes.get(parent)!.children.push(entry);
    if (!isRepeated && entry.uuid !== undefined) byUuid.set(entry.uuid, entry);
  }
  const folded = isFolded ? foldedRuns(entries, nodes) : new Map<Entry, number>();
  for (const entry of entries) {
    const node = nodes.get(entry)!;
    const count = folded.get(entry);
    if (count !== undefined) node.token = count === 0 ? "" : `…${count}…`;
    node.column = column;
    if (node.token !== "") column += [...node.token].length + 3;
  }
  const rows: string[] = [];
  const open: Array<{ start: Entry; bars: readonly number[]; joint: number | undefined; isLast: boolean }> = [];
  for (const entry of entries.toReversed())
    if (nodes.get(entry)!.parent === undefined) open.push({ start: entry, bars: [], joint: undefined, isLast: true });
  for (let next = open.pop(); next; next = open.pop()) {
    const { bars, joint } = next;
    const row = new Row();
    for (const bar of bars) row.put(bar, "│");
    if (joint !== undefined) row.put(joint, next.isLast ? "└" : "├");
    const forks: Array<{ column: number; sides: readonly Entry[] }> = [];
    let last: number | undefined;
    for (let entry: Entry | undefined = next.start; entry;) {
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
    rows.push(row.text());
    const own = next.isLast || joint === undefined ? bars : [...bars, joint];
    for (const [index, fork] of forks.entries()) {
      const above = [...own, ...forks.slice(0, index).map((other) => other.column)];
      for (const [at, start] of fork.sides.toReversed().entries())
        open.push({ start, bars: above, joint: fork.column, isLast: at === 0 });
    }
  }
  return `${rows.join("\n")}\n`;
}

/** A line of a drawing, written at columns. */
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
