import { addAll } from "./add-all.ts";
import { factsOf, type FlowContent, measureUsage, type Nodes, type Root as Tree } from "@ccdag/ccast";
import type { BlockContent, Root } from "mdast";
import { createDocumentParts, type Measured, showsUsage } from "./document-parts.ts";
import { renderThreads } from "./driver/thread-driver.ts";
import { renderTimeline } from "./driver/timeline-driver.ts";
import { renderHidden } from "./handle/hidden.ts";
import { findLinkTargets } from "./link-targets.ts";
import { createState } from "./state.ts";
import type { MdastOptions } from "./types.ts";

/**
 * Render a ccast tree as mdast, the syntax tree of Markdown. A tree is rendered depth first, a timeline as one stream.
 *
 * @param tree the root, or any node of it; an agent alone becomes a document about it.
 * @param options extensions, labels, addresses, and where agents are rendered.
 * @returns the document. Besides the nodes of mdast it holds `markdown`, `details`, `anchor` and, with the option
 *   `sections`, `section`.
 */
export function toMdast(tree: Nodes, options: MdastOptions = {}): Root {
  const children: BlockContent[] = [];
  for (const blocks of toMdastPieces(tree, options)) addAll(children, blocks);
  return { type: "root", children };
}

/**
 * Render a ccast tree as the blocks of a document, a few at a time: the document of a large session never exists as a whole.
 *
 * @param tree as for {@link toMdast}.
 * @param options as for {@link toMdast}; with `sections`, and for a timeline, all blocks come at once.
 * @returns lists of blocks; together they are the children of the document that {@link toMdast} returns.
 */
export function* toMdastPieces(tree: Nodes, options: MdastOptions = {}): Generator<BlockContent[]> {
  const flow = (tree.type === "root" ? tree.children : [tree]) as readonly FlowContent[];
  const [only, ...others] = flow;
  const top = only?.type === "agent" && others.length === 0 ? only : undefined;
  const targets = findLinkTargets(top ?? tree, options.agents ?? "inline", options.linked);
  const parts = createDocumentParts(options, targets, measure(tree, flow, options));
  const children: BlockContent[] = [...(options.above ?? [])];
  if (tree.type === "root" && tree.order !== undefined) renderTimeline(tree, children, parts, options);
  else {
    if (tree.type === "root") addAll(children, renderHidden(tree, createState(parts, { depth: 1 })));
    for (const _ of renderThreads({ flow, top }, children, parts, options))
      if (children.length >= pieceLength) yield children.splice(0);
  }
  yield children;
}

/** How many blocks are put together, at least. */
const pieceLength = 1000;

function measure(tree: Nodes, flow: readonly FlowContent[], options: MdastOptions): Measured | undefined {
  const { sections, prices, listPrices } = options;
  if (sections !== true && !showsUsage(options)) return undefined;
  const root: Tree = tree.type === "root" ? tree : { type: "root", children: [...flow] };
  const usage = measureUsage(root, prices ?? listPrices);
  return { usage, counts: sections === true ? factsOf(root, usage) : new Map() };
}
