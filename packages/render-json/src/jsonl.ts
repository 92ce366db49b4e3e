import { isThread, threadReference, type ThreadNode, type Nodes, type Reference, type Root, walk } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { pieceLength } from "./stringify.ts";

/** Options of the JSON Lines renderer, also in the `settings` of the processor. */
export interface RenderJsonlOptions {
  /** As for the JSON renderer: whether `file.data.pieces` makes the text piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
}

/**
 * unified plugin: compile ccast to JSON Lines, in the order of the tree. Each line is one message, compaction or record: the
 * node of the tree, with the `thread` (session, branch or agent) that it belongs to.
 */
const ccdagRenderJsonl: Plugin<[(RenderJsonlOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const { inPieces = false }: RenderJsonlOptions = {
      ...(data.settings as RenderJsonlOptions | undefined),
      ...options,
    };
    if (!inPieces) return toJsonl(tree as Root);
    file.data.pieces = () => jsonLines(tree as Root);
    return "";
  };
};

export default ccdagRenderJsonl;

/**
 * Render a tree as JSON Lines.
 *
 * @returns one line per node, each with a line feed at the end; an empty string for an empty tree.
 */
export function toJsonl(tree: Root): string {
  return [...jsonLines(tree)].join("");
}

/** The lines, in pieces of many. */
function* jsonLines(tree: Root): Generator<string> {
  const rows: Array<readonly [node: Nodes, parent: ThreadNode]> = [];
  const references = new Map<Nodes, Reference | undefined>();
  walk(tree, (node, parent) => {
    if (isThread(node)) references.set(node, threadReference(node, parent && references.get(parent)));
    else if (parent !== undefined && isThread(parent)) rows.push([node, parent]);
  });
  let lines = "";
  for (const [node, parent] of rows) {
    // In a timeline each node has a `thread` already.
    const { type, ...rest } = node;
    lines += `${JSON.stringify({ type, thread: references.get(parent), ...rest })}\n`;
    if (lines.length < pieceLength) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}
