import type { Nodes } from "./types.ts";
import { walk } from "./walk.ts";

/** What says something of its own inside another node. */
const apart = new Set<Nodes["type"]>(["toolCall", "toolResult", "session", "branch", "agent"]);

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
    if (parent && (apart.has(current.type) || skipped.has(parent))) skipped.add(current);
    else if (current.type === "text") texts.push(current.value);
  });
  return texts.join("\n\n");
}
