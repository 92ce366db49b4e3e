import { type Branch, isThread, type Root, type Session } from "@ccdag/ccast";
import { agentDocuments, type ExportDocument } from "./documents.ts";
import type { ExportRequest } from "./request.ts";
import { type Apart, takeApart } from "./take-apart.ts";
import { uniqueNames } from "./unique-names.ts";

/**
 * Into which documents a tree is divided:
 *
 * - `document`: all of it is one. With a name it may have pages, and agents apart in the folder `<name>-agents/`.
 * - `folder`: each root session is one – for notes, each session –, and each branch and agent that is asked for apart.
 * - `site`: each session is one.
 */
export type Layout =
  | { readonly kind: "document"; readonly name?: string | undefined }
  | { readonly kind: "folder" }
  | { readonly kind: "site" };

/** The documents of a tree. */
export interface DocumentPlan {
  /** In the order in which they are rendered best: what a document continues comes before it. */
  readonly documents: readonly ExportDocument[];
  /** Whether each document has an account of its own. */
  readonly hasOwnLedger: boolean;
}

/** Divide a tree into documents, as the layout of a request says. The tree is not changed. */
export function planDocuments(tree: Root, request: ExportRequest): DocumentPlan {
  const { layout = { kind: "document" }, options: { agents } = {}, renderer } = request;
  if (layout.kind === "site") return { documents: sitePages(tree), hasOwnLedger: false };
  if (layout.kind === "folder") return folderDocuments(tree, request);
  const name = layout.name ?? "";
  const main: ExportDocument = { name, node: tree };
  if (agents !== "separate" || name === "") return { documents: [main], hasOwnLedger: false };
  const folder = `${name.replace(/\.[^.]*$/, "")}-agents/`;
  return { documents: [main, ...agentDocuments(tree, folder, renderer.ending)], hasOwnLedger: false };
}

function folderDocuments(tree: Root, { renderer, options: { agents, branches } = {} }: ExportRequest): DocumentPlan {
  const { rest, apart } = takeApart(
    tree,
    (thread) =>
      (thread.type === "branch" && branches === "separate") ||
      (thread.type === "session" && renderer.isNote === true && !tree.children.includes(thread)),
  );
  const roots = [...rest.children, ...apart].filter(
    (node): node is Session | Branch => node.type === "session" || node.type === "branch",
  );
  const name = uniqueNames(renderer.ending);
  const threads = roots.map((node): ExportDocument => ({ name: name(stemOf(node)), node }));
  const spawned =
    agents === "separate" ? threads.flatMap(({ node }) => agentDocuments(node, "", renderer.ending, name)) : [];
  // Where documents hold parts of one session, their accounts would each walk the whole tree.
  return { documents: [...threads, ...spawned], hasOwnLedger: agents !== "separate" && apart.length === 0 };
}

function sitePages(tree: Root): ExportDocument[] {
  const { rest, apart } = takeApart(tree, (thread) => thread.type === "session" && !tree.children.includes(thread));
  const sessions = [...rest.children, ...apart].filter(
    (node): node is Session => isThread(node) && node.type === "session",
  );
  const name = uniqueNames(".html");
  return sessions.map((node) => ({ name: name(stemOf(node)), node }));
}

function stemOf(thread: Apart): string {
  if (thread.type === "session") return `session-${thread.sessionId}`;
  return thread.type === "branch" ? `branch-${thread.uuid}` : `agent-${thread.agentId}`;
}
