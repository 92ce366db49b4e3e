import type { Nodes } from "@ccdag/ccast";

/** The path of the file that holds a node. Images and documents, whose `data` is text, have that of the node above. */
export function pathOf(node: Nodes): string | undefined {
  return typeof node.data === "object" ? node.data.path : undefined;
}
