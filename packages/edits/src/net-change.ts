import { isKnown } from "./chain.ts";
import { hunksBetween } from "./hunks-between.ts";
import { countLines } from "./hunks.ts";
import { Makers } from "./makers.ts";
import type { ContentState, Edit, Hunk } from "./types.ts";

/** Contents that are longer together are not compared one after another: each hunk then names all edits. */
const maxCompared = 20_000_000;

/** A part of a change, and the edits that made it. */
export interface MadeHunk extends Hunk {
  /** In their order; empty if something else changed the lines. */
  readonly edits: readonly Edit[];
}

/** What some edits of a file changed together. */
export interface NetChange {
  /**
   * Whether the hunks lead from the content before the first edit to the one after the last. If not, they are those of each edit,
   * one after another, as far as they are known.
   */
  readonly isNet: boolean;
  readonly hunks: readonly MadeHunk[];
  readonly added: number;
  readonly removed: number;
  /** Edits of which neither hunks nor both contents are known. */
  readonly unknown: readonly Edit[];
  /** Whether there was no file before the first edit. */
  readonly isNew: boolean;
}

/**
 * Compare a file before some edits and after them.
 *
 * @param edits edits of one file in the order in which they took effect, such as those of a turn; not empty.
 * @returns the change; with the whole content before and after, lines that a later edit changed back are not in it.
 */
export function netChange(edits: readonly Edit[]): NetChange {
  const [first, last] = [edits[0]!, edits.at(-1)!];
  const isNew = first.before.content === null;
  if (isKnown(first.before) && isKnown(last.after)) {
    const hunks = hunksOf(edits, textOf(first.before), textOf(last.after));
    return { isNet: true, hunks, ...countLines(hunks), unknown: [], isNew };
  }
  const hunks: MadeHunk[] = [];
  const unknown: Edit[] = [];
  for (const edit of edits) {
    const own =
      edit.hunks ??
      (isKnown(edit.before) && isKnown(edit.after) ? hunksBetween(textOf(edit.before), textOf(edit.after)) : undefined);
    if (own === undefined) unknown.push(edit);
    for (const hunk of own ?? []) hunks.push({ ...hunk, edits: [edit] });
  }
  return { isNet: false, hunks, ...countLines(hunks), unknown, isNew };
}

/** The hunks between two contents, with the edits that made them. */
function hunksOf(edits: readonly Edit[], before: string, after: string): MadeHunk[] {
  const hunks = hunksBetween(before, after);
  const size = edits.reduce((sum, edit) => sum + textOf(edit.before).length + textOf(edit.after).length, 0);
  if (edits.length === 1 || size > maxCompared) return hunks.map((hunk) => ({ ...hunk, edits }));
  const makers = new Makers(before);
  let waiting: Edit[] = [];
  for (const edit of edits) {
    if (isKnown(edit.before)) {
      makers.changeTo(textOf(edit.before), waiting);
      waiting = [];
    }
    waiting.push(edit);
    if (!isKnown(edit.after)) continue;
    makers.changeTo(textOf(edit.after), waiting);
    waiting = [];
  }
  return hunks.map((hunk) => ({ ...hunk, edits: makers.of(hunk) }));
}

function textOf({ content }: ContentState): string {
  return content ?? "";
}
