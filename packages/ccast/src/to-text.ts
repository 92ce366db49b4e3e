import type { Nodes } from "./types.ts";
import { walk } from "./walk.ts";

/** Nodes whose texts are not part of the text of the node around them. */
const separate = new Set<Nodes["type"]>(["toolCall", "toolResult", "session", "branch", "agent"]);

/**
 * The text of a node: the texts below it, joined by blank lines, without thinking, tool calls, tool results, nested
 * threads, and what the client put in beside what a person typed.
 *
 * @param node any node.
 * @returns Markdown, untrusted; empty if there is no text.
 */
export function toText(node: Nodes): string {
  const texts: string[] = [];
  const skipped = new Set<Nodes>();
  walk(node, (current, parent) => {
    if (parent && (separate.has(current.type) || skipped.has(parent))) skipped.add(current);
    else if (current.type === "text" && current.context === undefined) texts.push(current.value);
  });
  return texts.join("\n\n");
}
