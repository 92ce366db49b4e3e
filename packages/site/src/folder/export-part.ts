import type { WrittenText } from "@ccdag/keep/write";
import { prices as listPrices, type Root, type Session, walk } from "@ccdag/ccast";
import {
  type ExportDocument,
  type Exported,
  type ExportRequest,
  exportTree,
  type RenderedDocument,
} from "@ccdag/pipeline";
import type { VFile } from "vfile";
import type { DocumentNames, NamedDocument } from "./document-names.ts";
import { documentKey, type IndexRow, rowsOfSessions } from "./index-rows.ts";

/** A document that was rendered, as it is written. */
export interface WrittenDocument extends Pick<RenderedDocument, "assets"> {
  /** Its path in the folder, with `/`. */
  readonly name: string;
  readonly texts: readonly WrittenText[];
}

/** Render a document for writing. */
export function toWritten({ render }: Pick<Exported, "render">, document: ExportDocument): WrittenDocument {
  const { texts, pieces, assets } = render(document, true);
  return { name: document.name, texts: pieces ? [pieces] : texts, assets };
}

/** What a folder of documents gets from a part of a project. */
export interface ExportedPart {
  /** The names of its documents. */
  readonly names: readonly NamedDocument[];
  /** The documents. Each is rendered when it is asked for. */
  readonly documents: Iterable<WrittenDocument>;
  /** What the index says of the sessions at the top, and of those that continue each. */
  readonly roots: ReadonlyArray<readonly IndexRow[]>;
  /** How many threads there are at the top, before and after the transforms. */
  readonly count: { readonly whole: number; readonly shown: number };
  /** With `--tools`, the names of all tools that were called. */
  readonly tools?: readonly string[] | undefined;
}

/** The names of the tools that a tree has calls of; absent if the request asks for no tools. */
export function toolsIn(tree: Root, { options }: ExportRequest): string[] | undefined {
  if (options?.tools === undefined) return undefined;
  const names = new Set<string>();
  walk(tree, (node) => void (node.type === "toolCall" && names.add(node.name)));
  return [...names];
}

/**
 * Export a part of a project as documents of a folder.
 *
 * @param file its files; messages are added to it, also while documents are rendered.
 * @param request what to export, and how.
 * @param names names the documents.
 */
export async function exportPart(file: VFile, request: ExportRequest, names: DocumentNames): Promise<ExportedPart> {
  const layout = { kind: "folder", name: names.next } as const;
  const { documents, render, tree, whole } = await exportTree(file, { ...request, layout });
  const homes = new Map(
    documents.flatMap(({ node, name }) => (isSession(node) ? [[documentKey(node), name] as const] : [])),
  );
  const count = { whole: whole.children.length, shown: tree.children.length };
  const tools = toolsIn(whole, request);
  if (count.shown === 0) return { names: [], documents: [], roots: [], count, tools };
  const prices = request.options?.prices ?? listPrices;
  return {
    names: documents.map(({ name }) => names.get(name)),
    documents: rendered(),
    roots: rowsOfSessions(tree.children.filter(isSession), homes, prices),
    count,
    tools,
  };

  function* rendered(): Generator<WrittenDocument> {
    for (const document of documents) yield toWritten({ render }, document);
  }
}

function isSession(node: { type: string }): node is Session {
  return node.type === "session";
}
