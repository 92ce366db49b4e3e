import { type Nodes, prices, type Session, uuidsOf, walk } from "@ccdag/ccast";
import { type MdastOptions, titleOf as titleOfSession, toMdast } from "@ccdag/mdast";
import type { Root } from "mdast";
import { type ChangeIndex, indexChanges } from "./changes/change-index.ts";
import { type Stop, stopsOf } from "./page/stops.ts";

/** What a page is made of. */
export interface PageContent {
  readonly document: Root;
  readonly stops: Stop[];
  /** The title of the first session, or else its first words, or else the beginning of its id. */
  readonly title: string | undefined;
  /** The changes of files. */
  readonly changes: ChangeIndex;
}

/**
 * Render a tree as the document of a page. Each entry has an anchor made from its uuid, so links to it stay valid.
 *
 * @param tree the tree, or a node of it.
 * @param options options of `toMdast`.
 */
export function renderContent(tree: Nodes, options: MdastOptions): PageContent {
  const labels = { ...options.labels, marks: { branch: "↳", ...options.labels?.marks } };
  const linked: string[] = [...(options.linked ?? [])];
  walk(tree, (node) => {
    for (const uuid of uuidsOf(node)) linked.push(uuid);
  });
  const document = toMdast(tree, { images: "embed", listPrices: prices, ...options, labels, linked, sections: true });
  const changes = indexChanges(tree);
  return { document, stops: stopsOf(document, changes), title: titleOf(tree), changes };
}

function titleOf(tree: Nodes): string | undefined {
  const heads = tree.type === "root" ? [...(tree.threads ?? []).map(({ head }) => head), ...tree.children] : [tree];
  const first = heads.find((node): node is Session => node.type === "session");
  return first && (titleOfSession(first) || first.sessionId.slice(0, 8));
}
