import type { Branch, Root, Session } from "@ccdag/ccast";
import { agentDocuments, type ExportDocument } from "./documents.ts";
import type { ExportRequest } from "./request.ts";
import { type Apart, takeApart } from "./take-apart.ts";
import { uniqueNames } from "./unique-names.ts";

/**
 * How a tree is divided into documents:
 *
 * - `document`: one document. With a name it may have several pages, and separate agents in the folder `<name>-agents/`.
 * - `folder`: one document for each root session (for notes, for each session), and for each separate branch and agent.
 * - `site`: one document for each session.
 */
export type Layout =
  | { readonly kind: "document"; readonly name?: string | undefined }
  | {
      readonly kind: "folder";
      /** Returns a unique file name; shared by exports into one folder (default: unique in this export). */
      readonly name?: ((stem: string) => string) | undefined;
    }
  | {
      readonly kind: "site";
      /** As for a folder. */
      readonly name?: ((stem: string) => string) | undefined;
    };

/**
 * Divide a tree into documents, according to the layout of a request. The tree is not changed.
 *
 * @returns the documents; each comes after the one that it continues.
 */
export function planDocuments(tree: Root, request: ExportRequest): readonly ExportDocument[] {
  const { layout = { kind: "document" }, options: { agents } = {}, renderer } = request;
  if (layout.kind === "site") return sitePages(tree, layout.name);
  if (layout.kind === "folder") return folderDocuments(tree, request, layout.name);
  const name = layout.name ?? "";
  const main: ExportDocument = { name, node: tree };
  if (agents !== "separate" || name === "") return [main];
  const folder = `${name.replace(/\.[^.]*$/, "")}-agents/`;
  return [main, ...agentDocuments(tree, folder, renderer.ending)];
}

function folderDocuments(
  tree: Root,
  { renderer, options: { agents, branches } = {} }: ExportRequest,
  name = uniqueNames(renderer.ending),
): ExportDocument[] {
  const documents = threadDocuments(
    tree,
    name,
    (thread, isTop) =>
      (thread.type === "branch" && branches === "separate") ||
      (thread.type === "session" && renderer.isNote === true && !isTop),
  );
  const spawned =
    agents === "separate" ? documents.flatMap(({ node }) => agentDocuments(node, "", renderer.ending, name)) : [];
  return [...documents, ...spawned];
}

function sitePages(tree: Root, name = uniqueNames(".html")): ExportDocument[] {
  return threadDocuments(tree, name, (thread, isTop) => thread.type === "session" && !isTop).filter(
    ({ node }) => node.type === "session",
  );
}

/**
 * The documents of the threads at the top of a tree, and of those that are split off.
 *
 * @param tree the tree; it is not changed.
 * @param name returns a unique file name.
 * @param isApart whether to split off a thread. `isTop` is whether it is at the top of the tree.
 */
function threadDocuments(
  tree: Root,
  name: (stem: string) => string,
  isApart: (thread: Apart, isTop: boolean) => boolean,
): ExportDocument[] {
  const top = new Set<Root["children"][number]>(tree.children);
  const { rest, apart } = takeApart(tree, (thread) => isApart(thread, top.has(thread)));
  const threads = [...rest.children, ...apart].filter(
    (node): node is Session | Branch => node.type === "session" || node.type === "branch",
  );
  return threads.map((node) => ({ name: name(stemOf(node)), node }));
}

function stemOf(thread: Session | Branch): string {
  return thread.type === "session" ? `session-${thread.sessionId}` : `branch-${thread.uuid}`;
}
