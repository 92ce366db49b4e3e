import { type FlowContent, isLine, type Lines, linesIn, type Root } from "@ccdag/ccast";

/** A line that is told in a document of its own, without those that are told in theirs. */
export type Apart = Exclude<Lines, Root>;

/**
 * Take lines out of a tree, so that each can be told in a document of its own. The references from both sides stay:
 * whoever links documents finds them.
 *
 * @param tree the tree; it is not changed.
 * @param isApart which lines.
 * @returns what is left of the tree, and the lines in the order of the tree.
 */
export function takeApart(tree: Root, isApart: (line: Apart) => boolean): { rest: Root; apart: Apart[] } {
  const lines = linesIn(tree);
  /** Lines as they are told: from the bottom up, so that each holds those below it as they are told. */
  const told = new Map<Lines, Lines>();
  for (const line of [...lines].reverse()) {
    const children = line.children.flatMap((child): FlowContent[] =>
      !isLine(child) ? [child] : isApart(child) ? [] : [told.get(child) as Apart],
    );
    const isSame =
      children.length === line.children.length && children.every((child, at) => child === line.children[at]);
    told.set(line, isSame ? line : { ...line, children });
  }
  const apart = lines.filter((line): line is Apart => line.type !== "root" && isApart(line));
  return { rest: told.get(tree) as Root, apart: apart.map((line) => told.get(line) as Apart) };
}
