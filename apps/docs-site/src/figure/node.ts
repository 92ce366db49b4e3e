import { element, words } from "./svg.ts";

/** Kinds of entries, by the first letter of their names. */
const kinds: Readonly<Record<string, string>> = {
  A: "assistant",
  U: "user",
  P: "side",
  H: "side",
  S: "system",
  Q: "user",
  L: "user",
};
/** What a short word after a name means. */
const meanings: Readonly<Record<string, string>> = {
  r: "result",
  done: "notification",
  "a+b": "two blocks",
  "of:U1": "of U1",
};

/** The height of a node. */
export const nodeHeight = 26;

/** The width of a node with this name. */
export function nodeWidth(name: string): number {
  return Math.max(34, 12 + name.length * 9);
}

/**
 * Draw an entry as a box with its name, and its meaning below.
 *
 * @param x of its left edge.
 * @param y of its middle.
 */
export function node(x: number, y: number, name: string, spec?: string): string {
  const kind = kinds[name[0] ?? ""] ?? "side";
  const width = nodeWidth(name);
  const box = element("rect", {
    x,
    y: y - nodeHeight / 2,
    width,
    height: nodeHeight,
    rx: kind === "user" ? 13 : 5,
    class: `node ${kind}`,
  });
  const label = words(x + width / 2, y + 4.5, name, "name", "middle");
  const below =
    spec === undefined ? "" : words(x + width / 2, y + nodeHeight / 2 + 11, meanings[spec] ?? spec, "spec", "middle");
  return box + label + below;
}
