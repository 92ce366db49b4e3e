import type { Nodes, Root } from "@ccdag/ccast";
import { childrenOf } from "@ccdag/ccast";
import { stringsOf } from "./strings-of.ts";

/** Words of sample trees, such as `prompt0007`: each is said in one place, so that it can be found again. */
const wordPattern = /[a-z]+\d{4}/g;

/** Counts words. Each tree has its own counter: the same sample always says the same. */
export function wording(): (kind: string) => string {
  let count = 0;
  return (kind) => `${kind}${String(++count).padStart(4, "0")}`;
}

/** What of a node is expected in a text. */
export interface Expected {
  readonly node: Nodes;
  readonly parent: Nodes | undefined;
  /** In the order in which they stand in the node. */
  readonly words: readonly string[];
  /** The last word of what was said: beyond the first line, which may stand in headings and links, too. */
  readonly last: string | undefined;
}

/** What a tree says, node by node, in reading order; what a renderer leaves out on purpose is not expected. */
export function expectedOf(tree: Root, without: readonly string[] = []): Expected[] {
  const expected: Expected[] = [];
  const stack: Array<{ node: Nodes; parent: Nodes | undefined }> = [{ node: tree, parent: undefined }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, parent } = top;
    if (without.includes(node.type)) continue;
    const words = ownWords(node);
    const isSaid = "value" in node;
    expected.push({ node, parent, words, last: isSaid && words.length > 1 ? words.at(-1) : undefined });
    for (const child of [...childrenOf(node)].reverse()) stack.push({ node: child, parent: node });
  }
  return expected;
}

/** Words of the fields of a node, without what stands below it. */
function ownWords(node: Nodes): string[] {
  const { children: _, result: __, ...fields } = node as Nodes & { children?: unknown; result?: unknown };
  return stringsOf(fields).flatMap((value) => value.match(wordPattern) ?? []);
}

/** What a node is called in messages. */
export function nameOf({ node, parent }: Pick<Expected, "node" | "parent">): string {
  const kind = node.type === "toolCall" ? `call of ${node.name}` : node.type.replace("unknown", "unknown block");
  if (uuidOf(node) !== "" || parent === undefined) return `${kind}${uuidOf(node)}`;
  return `${kind} of ${parent.type}${uuidOf(parent)}`;
}

function uuidOf(node: Nodes): string {
  return "uuid" in node && node.uuid !== undefined ? ` \`${node.uuid}\`` : "";
}
