import { type Branch, isThread, type Root, type Session } from "@ccdag/ccast";
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
  | { readonly kind: "folder" }
  | { readonly kind: "site" };

/** The documents of a tree. */
export interface DocumentPlan {
  /** The documents; each comes after the one that it continues. */
  readonly documents: readonly ExportDocument[];
  /** Whether each document has its own account. */
  readonly hasOwnLedger: boolean;
}

/** Divide a tree into documents, according to the layout of a request. The tree is not changed. */
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
  // If documents contain parts of one session, each account would have to walk the whole tree.
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
