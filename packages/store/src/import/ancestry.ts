/** Where a message stands in its tree, as the table of messages has it. */
export interface TreePlace {
  readonly depth: number;
  readonly jumpId: string;
  readonly jumpDepth: number;
}

/**
 * Compute depths and jumps of a tree, as the function `append_message` does it for one message.
 *
 * @param nodes each after its parent.
 */
export function ancestryOf(
  nodes: Iterable<{ readonly id: string; readonly parentId: string | null }>,
): Map<string, TreePlace> {
  const all = new Map<string, TreePlace>();
  for (const { id, parentId } of nodes) {
    const parent = parentId === null ? undefined : all.get(parentId)!;
    if (parent === undefined) {
      all.set(id, { depth: 1, jumpId: id, jumpDepth: 1 });
      continue;
    }
    const far = all.get(parent.jumpId)!;
    const isTwice = parent.depth - parent.jumpDepth === parent.jumpDepth - far.jumpDepth;
    const jump = isTwice
      ? { jumpId: far.jumpId, jumpDepth: far.jumpDepth }
      : { jumpId: parentId!, jumpDepth: parent.depth };
    all.set(id, { depth: parent.depth + 1, ...jump });
  }
  return all;
}
