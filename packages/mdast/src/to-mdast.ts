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
  const flow = (tree.type === "root" ? tree.children : [tree]) as readonly FlowContent[];
  const [only, ...others] = flow;
  const top = only?.type === "agent" && others.length === 0 ? only : undefined;
  const targets = findLinkTargets(top ?? tree, options.agents ?? "inline", options.linked);
  const parts = createDocumentParts(options, targets, measure(tree, flow, options));
  const children: BlockContent[] = [...(options.above ?? [])];
  if (tree.type === "root" && tree.order !== undefined) renderTimeline(tree, children, parts, options);
  else {
    if (tree.type === "root") addAll(children, renderHidden(tree, createState(parts, { depth: 1 })));
    renderThreads({ flow, top }, children, parts, options);
  }
  return { type: "root", children };
}

function measure(tree: Nodes, flow: readonly FlowContent[], options: MdastOptions): Measured | undefined {
  const { sections, prices, listPrices } = options;
  if (sections !== true && !showsUsage(options)) return undefined;
  const root: Tree = tree.type === "root" ? tree : { type: "root", children: [...flow] };
  const usage = measureUsage(root, prices ?? listPrices);
  return { usage, counts: sections === true ? factsOf(root, usage) : new Map() };
}
