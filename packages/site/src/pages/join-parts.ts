import { shorten } from "@ccdag/ccast";
import { compareRoots, type RootKey } from "@ccdag/processor";
import type { IndexSession } from "@ccdag/render-html";

/** What an index says of a part of a project. */
export interface PartRows {
  readonly title?: string | undefined;
  /** The sessions at the top, each with its row and those of the sessions below it. */
  readonly roots: ReadonlyArray<{ readonly place: RootKey; readonly rows: readonly IndexSession[] }>;
  /** The ids of sessions without a title, by the addresses of their rows. */
  readonly untitled: Readonly<Record<string, string>>;
}

/**
 * Join the rows of the parts of a project in the order that reading it at once gives. The id of a session without a title
 * is as long as distinguishes it from the others.
 */
export function joinParts(parts: readonly PartRows[]): { title: string | undefined; sessions: IndexSession[] } {
  const roots = parts.flatMap((part) => part.roots.map((root) => ({ ...root, part })));
  // A single part is in its order; redaction may have changed what its sessions are called.
  if (parts.length > 1) roots.sort((a, b) => compareRoots(a.place, b.place));
  const short = shorten(parts.flatMap(({ untitled }) => Object.values(untitled)));
  return {
    title: roots.find(({ part }) => part.title !== undefined)?.part.title,
    sessions: roots.flatMap(({ rows, part }) =>
      rows.map((row) => {
        const id = part.untitled[row.href];
        return id === undefined ? row : { ...row, title: short(id) };
      }),
    ),
  };
}

/** The rows of a part, each with those below it. */
export function rootsOf(
  sessions: readonly IndexSession[],
  places: readonly RootKey[],
): Array<{ place: RootKey; rows: IndexSession[] }> {
  const roots: Array<{ place: RootKey; rows: IndexSession[] }> = [];
  for (const row of sessions) {
    if (row.depth === 0) roots.push({ place: places[roots.length]!, rows: [] });
    roots.at(-1)!.rows.push(row);
  }
  return roots;
}
