import type { Root } from "@ccdag/ccast";
import type { VFile } from "vfile";
import { Addresses } from "./addresses.ts";
import { type ExportDocument, withLedger } from "./documents.ts";
import { type DocumentPlan, planDocuments } from "./layout.ts";
import { type PreparedTree, prepareTree } from "./prepare.ts";
import { type RenderedDocument, renderDocument } from "./render.ts";
import type { ExportRequest } from "./request.ts";

/** An export: its documents, each rendered on request. */
export interface Exported extends PreparedTree {
  /** The documents; each comes after the one that it continues. */
  readonly documents: readonly ExportDocument[];
  /**
   * Render a document. Only the page numbers of its anchors stay in memory.
   *
   * @throws RequestError if a renderer plugin fails.
   */
  readonly render: (document: ExportDocument) => RenderedDocument;
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
  const plan = planDocuments(prepared.tree, request);
  return { ...prepared, documents: plan.documents, render: createRender(plan, prepared.tree, file, request) };
}

function createRender(plan: DocumentPlan, tree: Root, file: VFile, request: ExportRequest): Exported["render"] {
  const addresses = new Addresses(plan.documents, request, render);
  return render;

  function render(document: ExportDocument): RenderedDocument {
    const { node } = document;
    const part: Root = node.type === "root" ? node : { type: "root", children: [node] };
    const own = plan.hasOwnLedger ? withLedger(file, tree, node) : file;
    const rendered = renderDocument(part, own, request, addresses.of(document));
    addresses.add(document, rendered);
    return rendered;
  }
}
