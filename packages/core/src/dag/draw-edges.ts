import type { Entry } from "../entry/entry.ts";
import { report, type Report } from "../report.ts";
import type { Ancestry } from "./ancestry.ts";
import type { Edge } from "./edge.ts";
import type { Resolver } from "./resolve.ts";

/**
 * Draw the edge from each entry to its parent, as recorded or over copies. A parent that no file holds gives an edge of
 * the kind `missing`. If copies name several parents, the first that resolves is taken, and `ambiguous-parent` is
 * reported.
 */
export function drawEdges(
  entries: ReadonlyMap<string, Entry>,
  { candidates, resolve, parentOf }: Resolver,
  { aliases, ancestry }: { readonly aliases: ReadonlyMap<Entry, Entry>; readonly ancestry: Ancestry },
  options: { readonly report?: Report | undefined },
): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  const uncopiedAbove = new Map<Entry, Entry | undefined>();
  for (const entry of entries.values()) {
    const recorded = candidates(entry);
    let isAmbiguous = false;
    let isOwnCopy = false;
    for (const uuid of recorded) {
      const parent = resolve(uuid, entry.location.path);
      const original = parent && standIn(parent);
      if (original === undefined) continue;
      if (original !== parent && original === entry) {
        isOwnCopy = true;
        continue;
      }
      const known = edges.get(entry.id);
      if (known === undefined)
        edges.set(entry.id, { from: entry.id, to: original.id, kind: original === parent ? "parent" : "alias" });
      else if (known.to !== original.id) isAmbiguous = true;
    }
    if (isAmbiguous)
      report(
        options,
        "ambiguous-parent",
        entry.location,
        "Unexpected other parent on a copy, the first is taken",
        "info",
      );
    if (!edges.has(entry.id) && recorded[0] !== undefined && !isOwnCopy)
      edges.set(entry.id, { from: entry.id, to: recorded[0], kind: "missing" });
  }
  return edges;

  /**
   * The parent of an entry whose recorded parent is a copy: the original. If the original is an ancestor of the copy,
   * the conversation has continued between the two; then the parent is that of the copy.
   */
  function standIn(parent: Entry): Entry {
    const original = aliases.get(parent);
    if (original === undefined) return parent;
    return ancestry.isAbove(original, parent) ? (uncopied(parent) ?? original) : original;
  }

  /** The nearest entry above a copy that is no copy; `undefined` if there is none, or only a cycle of copies. */
  function uncopied(copy: Entry): Entry | undefined {
    const climbed: Entry[] = [];
    let above: Entry | undefined = copy;
    while (above && aliases.has(above) && !uncopiedAbove.has(above)) {
      climbed.push(above);
      uncopiedAbove.set(above, undefined);
      above = parentOf(above);
    }
    const found = above && aliases.has(above) ? uncopiedAbove.get(above) : above;
    for (const one of climbed) uncopiedAbove.set(one, found);
    return found;
  }
}
