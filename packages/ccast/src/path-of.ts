import type { Nodes } from "./types.ts";

/**
 * The path of the file that holds a node; `undefined` for that of the node above. Images and documents have their bytes
 * in `data`, and their path in a field.
 */
export function pathOf(node: Nodes): string | undefined {
  if (node.type === "image" || node.type === "document") return node.path;
  return typeof node.data === "object" ? node.data.path : undefined;
}
