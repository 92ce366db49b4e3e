import { idsIn, type Root, type Session, walk } from "@ccdag/ccast";
import {
  type ExportDocument,
  type Exported,
  type ExportRequest,
  exportTree,
  type RenderedDocument,
} from "@ccdag/pipeline";
import type { RootKey } from "@ccdag/processor";
import type { VFile } from "vfile";
import { documentKey, type IndexRow, rowsOfSessions } from "../command/export-index.ts";
import { rootPlaces } from "../root-places.ts";
import type { WrittenText } from "../write/atomic.ts";

/** A session at the top of the tree, with what the index says of it. */
export interface IndexedRoot {
  readonly key: RootKey;
  readonly rows: readonly IndexRow[];
}

/** A document that was rendered, as it is written. */
export interface WrittenDocument extends Pick<RenderedDocument, "assets"> {
  /** Its file name. */
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
  /** The file names of its documents. */
  readonly names: readonly string[];
  /** The documents. Each is rendered when it is asked for. */
  readonly documents: Iterable<WrittenDocument>;
  /** The sessions at the top. */
  readonly roots: readonly IndexedRoot[];
  /** All ids that an index may shorten. */
  readonly ids: readonly string[];
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
 * @param request what to export, and how; with the layout of a folder.
 */
export async function exportPart(file: VFile, request: ExportRequest): Promise<ExportedPart> {
  const { documents, render, tree, whole } = await exportTree(file, request);
  const { name: format } = request.renderer;
  const names = new Map(
    documents.flatMap(({ node, name }) => (isSession(node) ? [[documentKey(node), name] as const] : [])),
  );
  const count = { whole: whole.children.length, shown: tree.children.length };
  const tools = toolsIn(whole, request);
  if (count.shown === 0) return { names: [], documents: [], roots: [], ids: [], count, tools };
  const placeOf = rootPlaces(whole, file);
  const sessions = tree.children.filter(isSession);
  const rows = rowsOfSessions(sessions, names, format);
  return {
    names: documents.map(({ name }) => name),
    documents: rendered(),
    roots: sessions.map((root, index) => ({ key: placeOf(root), rows: rows[index]! })),
    ids: format === "html" ? [...idsIn(tree)] : [],
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
