/** One entry of a drawing. */
export interface DrawnEntry {
  readonly name: string;
  /** What stands after `:`, the session id on the line. */
  readonly session: string | undefined;
  /** What stands after `=`: the words, or a keyword (see `records.ts`). */
  readonly spec: string | undefined;
  /** What stands after `@`: minutes. */
  readonly time: number | undefined;
  /** What it hangs on: by a line, or as `^` says. */
  readonly parent: string | undefined;
  /** What stands after `~`: the logical parent. */
  readonly logical: string | undefined;
  /** Marked with `?`: its parent is recorded, but nowhere to be found. */
  readonly isOrphan: boolean;
  /** Where it stands in the drawing: characters from the left, counted from 0. */
  readonly column: number;
  /** Lines from the top, counted from 0. */
  readonly row: number;
}

const token = /(\?)?([A-Z][\w']*)(?::([a-z]\w*))?(?:=([^\s@~^]+))?(?:~(\w+))?(?:\^(\w+))?(?:@(\d+))?|[┬├└]/gu;

/**
 * Read a drawing. Entries stand in a row, joined by `─`; `┬` begins a fork whose other sides hang below it by `├` and
 * `└`. The first letter of a name is its kind: `A` assistant, `U` user, `P` progress, `H` hook, `S` system,
 * `Q` queued, `L` in the queue only.
 *
 * ```shape
 * A1 ┬ U1=r ─ P1
 *    └ A2 ─ U2=r@9
 * ```
 *
 * @param drawing the picture.
 * @returns the entries in file order: from left to right, as time goes, then from top to bottom.
 */
export function parseShape(drawing: string): DrawnEntry[] {
  const found: DrawnEntry[] = [];
  const forks = new Map<number, string>();
  for (const [row, line] of drawing.split("\n").entries()) {
    let parent: string | undefined;
    for (const match of line.matchAll(token)) {
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
