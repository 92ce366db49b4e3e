import { dirname, join } from "node:path";
import type { Branch, Prices, Reference, Root, Session } from "@ccdag/ccast";
import type { ImagePolicy } from "@ccdag/mdast";
import { toGraph, toMermaid } from "@ccdag/render-graph";
import type { VFile } from "vfile";
import { type Apart, takeApart } from "../apart.ts";
import { agentDocuments, type ExportDocument, linkedFrom, linksBetween, onPage, withLedger } from "../documents.ts";
import { uniqueNames } from "../unique-names.ts";
import { writeAtomically } from "../output.ts";
import { render } from "../render.ts";
import { toPath, writeDocument } from "../write-document.ts";
import type { Renderer } from "../renderer.ts";
import { writeIndex } from "./export-index.ts";
import type { Agents } from "./export.ts";

/** Options of renderers that speak. */
export interface RenderOptions {
  agents?: Agents | undefined;
  limit?: number | undefined;
  budget?: number | undefined;
  images?: ImagePolicy | undefined;
  branches?: "inline" | "separate" | undefined;
  tokens?: boolean | undefined;
  /** Whether a drawing stands above each document. */
  graph?: boolean | undefined;
  prices?: Prices | undefined;
}

/** How documents are told. */
interface FolderExport {
  readonly renderer: Renderer;
  readonly options: RenderOptions;
  /** Puts one document into the order that was asked for. */
  readonly arrange: (part: Root) => Root;
}

/**
 * Write one document for each root session – for notes, for each session –, one for each agent and branch where they are
 * told apart, and an index of the session tree. Links between documents lead to the message in the other file.
 *
 * @returns how many documents were written, the index among them.
 */
export async function writeFolder(
  tree: Root,
  file: VFile,
  folder: string,
  { renderer, options, arrange }: FolderExport,
): Promise<number> {
  const { agents, branches } = options;
  const { rest, apart } = takeApart(
    tree,
    (line) =>
      (line.type === "branch" && branches === "separate") ||
      (line.type === "session" && renderer.isNote && !tree.children.includes(line)),
  );
  const roots = [...rest.children, ...apart].filter(
    (node): node is Session | Branch => node.type === "session" || node.type === "branch",
  );
  const name = uniqueNames(renderer.ending);
  const lines = roots.map((node): ExportDocument => ({ name: name(stemOf(node)), node }));
  const spawned =
    agents === "separate" ? lines.flatMap(({ node }) => agentDocuments(node, "", renderer.ending, name)) : [];
  const documents = [...lines, ...spawned];
  // Documents that are told apart are for reading: their accounts would each walk the whole tree.
  const fileOf = ({ node }: ExportDocument) =>
    agents === "separate" || apart.length > 0 ? file : withLedger(file, tree, node);
  await writeAll(documents, folder, fileOf, { renderer, options, arrange });
  const names = new Map(lines.map((document) => [(document.node as Session).sessionId, document.name]));
  const sessions = tree.children.filter((node): node is Session => node.type === "session");
  // The list of a format that is not ours is data.
  const ending = renderer.path === undefined ? renderer.ending : ".json";
  await writeAtomically(join(folder, `index${ending}`), writeIndex(sessions, names, renderer.name));
  return documents.length + 1;
}

function stemOf(line: Apart): string {
  if (line.type === "session") return `session-${line.sessionId}`;
  return line.type === "branch" ? `branch-${line.uuid}` : `agent-${line.agentId}`;
}

/**
 * Write one document, and each agent as one beside it, in a folder of its name.
 *
 * @param path where the document goes.
 * @returns how many documents were written.
 */
export async function writeApart(
  tree: Root,
  file: VFile,
  path: string,
  { renderer, options }: Pick<FolderExport, "renderer" | "options">,
): Promise<number> {
  const name = path.replace(/^.*[/\\]/, "");
  const stem = name.replace(/\.[^.]*$/, "");
  const main: ExportDocument = { name, node: tree };
  const documents = [main, ...agentDocuments(tree, `${stem}-agents/`, renderer.ending)];
  await writeAll(documents, join(path, ".."), () => file, { renderer, options, arrange: (part) => part });
  return documents.length;
}

/** Options with the drawing of a tree, where one is wanted. */
export function withGraph(tree: Root, { graph, ...options }: RenderOptions): object {
  if (!graph) return options;
  const code = { type: "code", lang: "mermaid", value: toMermaid(toGraph(tree)).trimEnd() };
  return { ...options, above: [code] };
}

/** Write documents that link to one another. */
async function writeAll(
  documents: readonly ExportDocument[],
  folder: string,
  fileOf: (document: ExportDocument) => VFile,
  { renderer, options, arrange }: FolderExport,
): Promise<void> {
  const hrefFrom = linksBetween(documents);
  const linked = linkedFrom(documents);
  const places = new Map<string, ReadonlyMap<string, number>>();
  for (const document of documents) {
    const { name, node } = document;
    const part: Root = node.type === "root" ? node : { type: "root", children: [node] };
    const hrefOf = hrefFrom(document);
    // What was told before this may be several pages; what comes later is led to at its beginning.
    const href = (reference: Reference) => {
      const to = hrefOf(reference);
      return to === undefined
        ? to
        : onPage(to, reference, places.get(join(folder, dirname(name), decodeURIComponent(to))));
    };
    const given = { ...withGraph(part, options), href, linked: linked(document) };
    const path = join(folder, name);
    const rendered = render(arrange(part), fileOf(document), renderer, toPath(path, renderer, given));
    if (rendered.places) places.set(path, rendered.places);
    await writeDocument(path, rendered);
  }
}
