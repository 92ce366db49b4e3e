import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** All nodes of a text, parsed as a forge does, with HTML on. The root comes first; nodes below a skipped one are omitted. */
export function nodesIn(text: string, isSkipped: (node: Nodes) => boolean = () => false): Nodes[] {
  const found: Nodes[] = [];
  const stack: Nodes[] = [fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    found.push(node);
    if ("children" in node && !isSkipped(node)) stack.push(...node.children);
  }
  return found;
}
