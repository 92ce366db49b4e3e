/** One entry of a drawing. */
export interface DrawnEntry {
  /** Its name, and its uuid. The first letter is its kind. */
  readonly name: string;
  /** The text after `:`: the session id of the record. */
  readonly session: string | undefined;
  /** The text after `=`: words, or a keyword (see {@link shapeRecords}). */
  readonly spec: string | undefined;
  /** The number after `@`: minutes. */
  readonly time: number | undefined;
  /** The name of its parent: the entry that the drawing joins it to, or the name after `^`. */
  readonly parent: string | undefined;
  /** The name after `~`: the logical parent. */
  readonly logical: string | undefined;
  /** Whether it is marked with `?`: its record names a parent that does not exist. */
  readonly isOrphan: boolean;
  /** Its column in the drawing, from 0. */
  readonly column: number;
  /** Its row in the drawing, from 0. */
  readonly row: number;
}

const token = /(\?)?([A-Z][\w']*)(?::([a-z]\w*))?(?:=([^\s@~^]+))?(?:~(\w+))?(?:\^(\w+))?(?:@(\d+))?|[┬├└]/gu;

/**
 * Parse a drawing. Entries in a row are joined by `─`; `┬` begins a fork, and its other sides follow below it after `├` and
 * `└`. The first letter of a name is its kind: `A` assistant, `U` user, `P` progress, `H` hook, `S` system, `Q` queued,
 * `L` in the queue only, `E` from an index.
 *
 * ```shape
 * A1 ┬ U1=r ─ P1
 *    └ A2 ─ U2=r@9
 * ```
 *
 * @param drawing the drawing.
 * @returns the entries in file order: from left to right, then from top to bottom.
 */
export function parseShape(drawing: string): DrawnEntry[] {
  const found: DrawnEntry[] = [];
  const forks = new Map<number, string>();
  for (const [row, text] of drawing.split("\n").entries()) {
    let parent: string | undefined;
    for (const match of text.matchAll(token)) {
      const [mark, orphan, name, session, spec, logical, named, time] = match;
      const column = match.index;
      if (mark === "┬") forks.set(column, parent ?? "");
      else if (mark === "├" || mark === "└") parent = forks.get(column);
      else if (name !== undefined) {
        const minutes = time === undefined ? undefined : Number(time);
        found.push({
          name,
          session,
          spec,
          logical,
          parent: named ?? parent,
          time: minutes,
          isOrphan: orphan === "?",
          column,
          row,
        });
        parent = name;
      }
    }
  }
  return found.sort((a, b) => a.column - b.column || a.row - b.row);
}
