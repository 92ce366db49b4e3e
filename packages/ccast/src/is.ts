import type { Nodes } from "./types.ts";

/**
 * Ask whether a value is a node of a type.
 *
 * @param node anything.
 * @param type the type asked for; without it, whether the value is a node at all.
 * @returns whether it is; TypeScript narrows by the answer.
 */
export function is<T extends Nodes["type"]>(node: unknown, type?: T): node is Extract<Nodes, { type: T }> {
  if (typeof node !== "object" || node === null || !("type" in node)) return false;
  return type === undefined ? typeof node.type === "string" : node.type === type;
}
