import type { Nodes, Root } from "@ccdag/ccast";
import { childrenOf } from "@ccdag/ccast";
import { stringsOf } from "./strings-of.ts";

/** Words of sample trees, such as `prompt0007`. Each is unique in its tree, so that it can be found in the output. */
const wordPattern = /[a-z]+\d{4}/g;

/** Create a function that makes numbered words. Each tree has its own counter, so a sample always has the same words. */
export function wording(): (kind: string) => string {
  let count = 0;
  return (kind) => `${kind}${String(++count).padStart(4, "0")}`;
}

/** The words of a node that are expected in the output. */
export interface Expected {
  readonly node: Nodes;
  readonly parent: Nodes | undefined;
  /** In the order of the node. */
  readonly words: readonly string[];
  /** The last word of a text. Unlike the first line, it does not appear in headings and links. */
  readonly last: string | undefined;
}

/**
 * The expected words of a tree, node by node, in reading order.
 *
 * @param without types of nodes that the renderer omits on purpose; nothing is expected of them.
 */
export function expectedOf(tree: Root, without: readonly string[] = []): Expected[] {
  const expected: Expected[] = [];
  const stack: Array<{ node: Nodes; parent: Nodes | undefined }> = [{ node: tree, parent: undefined }];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { node, parent } = frame;
    if (without.includes(node.type)) continue;
    const words = ownWords(node);
    const isText = "value" in node;
    expected.push({ node, parent, words, last: isText && words.length > 1 ? words.at(-1) : undefined });
    for (const child of [...childrenOf(node)].reverse()) stack.push({ node: child, parent: node });
  }
  return expected;
}

/** The words of the fields of a node, without its children. */
function ownWords(node: Nodes): string[] {
  const { children: _, result: __, ...fields } = node as Nodes & { children?: unknown; result?: unknown };
  return stringsOf(fields).flatMap((value) => value.match(wordPattern) ?? []);
}

/** The name of a node in messages. */
export function nameOf({ node, parent }: Pick<Expected, "node" | "parent">): string {
  const kind = node.type === "toolCall" ? `call of ${node.name}` : node.type.replace("unknown", "unknown block");
  if (uuidOf(node) !== "" || parent === undefined) return `${kind}${uuidOf(node)}`;
  return `${kind} of ${parent.type}${uuidOf(parent)}`;
}

function uuidOf(node: Nodes): string {
  return "uuid" in node && node.uuid !== undefined ? ` \`${node.uuid}\`` : "";
}
