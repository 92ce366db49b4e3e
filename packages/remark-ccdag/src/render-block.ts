import type { Root } from "@ccdag/ccast";
import { visibleText } from "@ccdag/pipeline/tables";
import { applyDetail } from "@ccdag/processor";
import { ccdagMdast } from "@ccdag/render-markdown";
import type { Heading, Node, Parent, RootContent } from "mdast";
import { unified } from "unified";
import { type SessionBlock, blockName } from "./find-blocks.ts";
import type { RedactedConversation } from "./conversation-reader.ts";
import { BlockFault } from "./block-fault.ts";
import type { BlockRequest } from "./read-request.ts";
import { renderDiff } from "./render-diff.ts";
import { selectPart } from "./select-part.ts";

/**
 * Render what a block asks for.
 *
 * @param block where it goes: its headings are below the one above it, its nodes have the position of the block.
 * @param request what the block asks for.
 * @param conversation the conversation that it is in.
 * @param html whether sections and anchors are `html` nodes.
 * @returns nodes of mdast and GFM, none of which asks for a session.
 * @throws BlockFault if there is nothing to show.
 */
export async function renderBlock(
  block: SessionBlock,
  request: BlockRequest,
  conversation: RedactedConversation,
  html: boolean,
): Promise<RootContent[]> {
  const tree = await selectPart(conversation, request);
  const nodes = request.isDiff ? renderDiff(tree, request.detail.tools) : renderTree(tree, request, html);
  if (nodes.length === 0)
    throw new BlockFault(
      "nothing-to-show",
      `No ${request.isDiff ? "change of a file" : "message"} in \`${block.input}\``,
    );
  fit(nodes, block);
  return nodes;
}

function renderTree(tree: Root, request: BlockRequest, html: boolean): RootContent[] {
  const reduced = applyDetail(tree, request.detail);
  const { limit, turns, entry } = request;
  const toMdast = (part: Root) => unified().use(ccdagMdast, { html, limit }).runSync(part);
  const nodes = toMdast(reduced).children;
  const [session, other] = reduced.children;
  if ((turns ?? entry) === undefined || session?.type !== "session" || other !== undefined) return nodes;
  // Of a part, the heading of its session is not shown, nor what it omits of it.
  const head = toMdast({ ...reduced, children: [{ ...session, children: [] }] });
  return nodes.slice(head.children.length);
}

/**
 * Lower the headings, give all nodes the position of the block, make characters visible that mislead, and let no node be a block
 * that is replaced.
 */
function fit(nodes: readonly RootContent[], { depth, node: block }: SessionBlock): void {
  const all = nodes.flatMap(nodesIn);
  const headings = all.filter((node): node is Heading => node.type === "heading");
  const highest = headings.reduce((least, heading) => Math.min(least, heading.depth), 6);
  for (const heading of headings) heading.depth = Math.min(6, heading.depth - highest + depth + 1) as Heading["depth"];
  for (const node of all) {
    node.position = block.position;
    if ("value" in node && typeof node.value === "string") node.value = visibleText(node.value);
    if (node.type === "code" && "lang" in node && node.lang === blockName) node.lang = "text";
  }
}

function nodesIn(top: Node): Node[] {
  const all = [top];
  // The list grows while it is read.
  for (const node of all) if ("children" in node) for (const child of (node as Parent).children) all.push(child);
  return all;
}
