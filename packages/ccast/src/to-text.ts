import type { Nodes } from "./types.ts";
import { walk } from "./walk.ts";

/**
 * The words of a node: the texts below it, joined by blank lines. Thinking, calls and results are left out, as are
 * nested sessions, branches and agents of a message's line.
 *
 * @param node any node.
 * @returns its text, empty when it has none.
 */
export function toText(node: Nodes): string {
  const texts: string[] = [];
  const skipped = new Set<Nodes>();
  walk(node, (current, parent) => {
    if (current.type === "toolCall" || (parent && skipped.has(parent))) skipped.add(current);
    else if (current.type === "text") texts.push(current.value);
  });
  return texts.join("\n\n");
}
