import type { Root } from "@ccdag/ccast";
import type { VFile } from "vfile";
import { Addresses } from "./addresses.ts";
import { type ExportDocument, withLedger } from "./documents.ts";
import { type DocumentPlan, planDocuments } from "./layout.ts";
import { type PreparedTree, prepareTree } from "./prepare.ts";
import { type RenderedDocument, renderDocument } from "./render.ts";
import type { ExportRequest } from "./request.ts";

/** An export: its documents, each rendered when it is wanted. */
export interface Exported extends PreparedTree {
  /** What a document continues comes before it. */
  readonly documents: readonly ExportDocument[];
  /**
   * Render a document. Only the places of its anchors are kept: memory grows with one document.
   *
   * @throws RequestError where a renderer of the user's fails.
   */
  readonly render: (document: ExportDocument) => RenderedDocument;
}

/**
 * Export a project: parse, select, the user's plugins, redact, the plugins of a preset, detail – then, document by
 * document, timeline and render. This is the only pipeline: the command line, sites, the server and the playground are
 * requests to it. It touches no file system.
 *
 * @param file the files of a project, as `readProject` of `@ccdag/files` or `toProject` of `@ccdag/files/memory` gives
 *   them. Messages, the account and what was redacted are added to it.
 * @param request what is to be exported, and how.
 * @throws RequestError where it cannot be exported as asked.
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
