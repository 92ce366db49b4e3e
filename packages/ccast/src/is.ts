import type { Nodes } from "./types.ts";

/**
 * Check whether a value is a node, or a node of one type.
 *
 * @param node any value.
 * @param type the type to check for (default: none, so that every type will do, also an unknown one).
 * @returns whether it is; TypeScript narrows the value to that node type.
 */
export function is<T extends Nodes["type"]>(node: unknown, type?: T): node is Extract<Nodes, { type: T }> {
  if (typeof node !== "object" || node === null || !("type" in node)) return false;
  return type === undefined ? typeof node.type === "string" : node.type === type;
}
