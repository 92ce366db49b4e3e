import { type Agent, type Branch, type Nodes, type Root, type Session, threadsIn } from "@ccdag/ccast";
import { agentDocuments, type ExportDocument } from "./documents.ts";
import type { ExportRequest, NameDocument } from "./request.ts";
import { type Apart, takeApart } from "./take-apart.ts";
import { uniqueNames } from "./unique-names.ts";

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
  given: NameDocument = uniqueNames(renderer.ending),
): ExportDocument[] {
  const name = withTops(tree, given);
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

function sitePages(tree: Root, name: (stem: string) => string = uniqueNames(".html")): ExportDocument[] {
  return threadDocuments(tree, name, (thread, isTop) => thread.type === "session" && !isTop).filter(
    ({ node }) => node.type === "session",
  );
}

/**
 * The documents of the threads at the top of a tree, and of those that are split off.
 *
 * @param tree the tree; it is not changed.
 * @param name names a document.
 * @param isApart whether to split off a thread. `isTop` is whether it is at the top of the tree.
 */
function threadDocuments(
  tree: Root,
  name: NameThread,
  isApart: (thread: Apart, isTop: boolean) => boolean,
): ExportDocument[] {
  const top = new Set<Root["children"][number]>(tree.children);
  const { rest, apart } = takeApart(tree, (thread) => isApart(thread, top.has(thread)));
  const atTop = new Set<Nodes>(rest.children);
  const threads = [...rest.children, ...apart].filter(
    (node): node is Session | Branch => node.type === "session" || node.type === "branch",
  );
  return threads.map((node) => {
    // Sessions of two projects may have one id: a session at the top is its own.
    const isTop = atTop.has(node) && node.type === "session";
    return { name: name(documentStem(node), node, isTop ? node : undefined), node };
  });
}

type NameThread = (stem: string, thread: Session | Branch | Agent, top?: Session) => string;

/** Give a name the session at the top that holds each thread; ids find it, because a thread that is split off is a copy. */
function withTops(tree: Root, name: NameDocument): NameThread {
  const tops = new Map<string, Session>();
  for (const top of tree.children)
    if (top.type === "session")
      for (const thread of threadsIn(top)) if (thread.type !== "root") tops.set(idOf(thread), top);
  return (stem, thread, top = tops.get(idOf(thread))) => name(stem, thread, top);
}

function idOf(thread: Session | Branch | Agent): string {
  if (thread.type === "session") return `session ${thread.sessionId}`;
  return thread.type === "branch" ? `branch ${thread.uuid}` : `agent ${thread.agentId}`;
}

/** What the document of a thread is called without a title. */
export function documentStem(thread: Session | Branch): string {
  return thread.type === "session" ? `session-${thread.sessionId}` : `branch-${thread.uuid}`;
}
