/** A line of a file: where a record is. */
export interface SourceLocation {
  /** The file, relative to the folder that was read, with `/`. */
  path: string;
  /** From 1. */
  line: number;
  /** Where the record begins on a damaged line, from 1; absent if it is the whole line. */
  column?: number | undefined;
}

/** What has a place in a file, as the nodes of a tree have. */
interface Located {
  readonly position?: { readonly start: { readonly line: number; readonly column: number } } | undefined;
}

/**
 * The id of the record that a node is part of.
 *
 * @param node a node with a position.
 * @param path the path of its file; see `pathOf`.
 */
export function nodeLocationId(node: Located, path: string): string {
  const { line, column } = node.position?.start ?? { line: 0, column: 1 };
  return locationId({ path, line, column });
}

/**
 * What names a record without a uuid: `<path>:<line>`, on a damaged line `<path>:<line>:<column>`, but for a record at its
 * beginning.
 *
 * @param location where the record is.
 */
export function locationId({ path, line, column = 1 }: SourceLocation): string {
  return column === 1 ? `${path}:${line}` : `${path}:${line}:${column}`;
}
