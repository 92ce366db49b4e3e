import type { Root } from "@ccdag/ccast";
import { messageAt } from "@ccdag/processor";
import type { VFile } from "vfile";
import { RequestError } from "./request-error.ts";
import { Addresses, type RenderedDocument } from "./addresses.ts";
import { type ExportDocument, withLedger } from "./documents.ts";
import { planDocuments } from "./layout.ts";
import { type PreparedTree, prepareTree } from "./prepare.ts";
import { renderDocument, renderFailed } from "./render.ts";
import type { ExportRequest } from "./request.ts";
import { whyOf } from "./why.ts";

/** An export: its documents, each rendered on request. */
export interface Exported extends PreparedTree {
  /** The documents; each comes after the one that it continues. */
  readonly documents: readonly ExportDocument[];
  /**
   * Render a document. Only the page numbers of its anchors stay in memory. A document that cannot be rendered has no texts,
   * but a `failure`, which is also added to the file as a fatal message: one document does not end an export.
   *
   * @param inPieces whether the text may be made piece by piece (default: `false`).
   * @throws RequestError if a renderer plugin fails.
   */
  readonly render: (document: ExportDocument, inPieces?: boolean) => RenderedDocument;
}

/**
 * Export a project: parse, select, the user's plugins, redact, the plugins of a preset, detail – then, document by
 * document, timeline and render. This is the only pipeline: the command line, sites, the server and the playground use
 * it. It does not access the file system.
 *
 * @param file the files of a project, as `readProject` of `@ccdag/files` or `toProject` of `@ccdag/files/memory` gives
 *   them. Messages, the account and what was redacted are added to it.
 * @param request what to export, and how.
 * @returns the documents, and the tree before and after the transforms.
 * @throws RequestError if an option does not fit the files, or a plugin of the user fails.
 */
export async function exportTree(file: VFile, request: ExportRequest): Promise<Exported> {
  const prepared = await prepareTree(file, request);
  const documents = planDocuments(prepared.tree, request);
  return { ...prepared, documents, render: createRender(documents, prepared.tree, file, request) };
}

function createRender(
  documents: readonly ExportDocument[],
  tree: Root,
  file: VFile,
  request: ExportRequest,
): Exported["render"] {
  const addresses = new Addresses(documents, request, render);
  return render;

  function render(document: ExportDocument, inPieces?: boolean): RenderedDocument {
    const { node } = document;
    const part: Root = node.type === "root" ? node : { type: "root", children: [node] };
    const own = documents.length > 1 ? withLedger(file, tree, node) : file;
    const rendered = attempt(document, () => renderDocument(part, own, request, addresses.of(document), inPieces));
    addresses.add(document, rendered);
    return rendered;
  }

  function attempt({ node }: ExportDocument, run: () => RenderedDocument): RenderedDocument {
    try {
      return run();
    } catch (error) {
      if (error instanceof RequestError) throw error;
      const reason = `Cannot render ${titleOf(node)}: ${whyOf(error)}`;
      messageAt(file, node.data?.path, node.position, reason, renderFailed).fatal = true;
      return { texts: [], assets: [], failure: reason };
    }
  }
}

/** What a document is about, for a message. */
function titleOf(node: ExportDocument["node"]): string {
  if (node.type === "root") {
    const sessions = node.children.flatMap((child) => (child.type === "session" ? child.sessionId : []));
    return sessions.length === 1 ? `session ${sessions[0]}` : `the document of ${sessions.length} sessions`;
  }
  if (node.type === "session") return `session ${node.sessionId}`;
  return node.type === "agent" ? `agent ${node.agentId}` : `branch ${node.uuid}`;
}
