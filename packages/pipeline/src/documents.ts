import {
  type Agent,
  agentsIn,
  type Branch,
  type Ledger,
  type Nodes,
  type Reference,
  type Root,
  type Session,
  uuidsOf,
  walk,
} from "@ccdag/ccast";
// The index of this package loads a Markdown parser, which is needed only once something is rendered.
import { anchorName } from "@ccdag/mdast/anchor-name";
import { hideOutside } from "@ccdag/processor";
import type { VFile } from "vfile";
import { partPath } from "./part-path.ts";
import { uniqueNames } from "./unique-names.ts";

/** A document of an export, and what it holds. */
export interface ExportDocument {
  /** The path relative to the folder of all documents, with `/`; empty for a document that is not written to a file. */
  readonly name: string;
  /** The part of the tree that it contains. */
  readonly node: Root | Session | Agent | Branch;
}

/**
 * List the agents of a tree as separate documents, named `agent-<id>`. Agents without a transcript are omitted.
 *
 * @param tree the tree that contains the agents.
 * @param folder relative to the other documents, with `/` at its end; empty for the same folder.
 * @param ending the file ending of the documents.
 * @param name returns a unique name (default: unique among the agents of this tree).
 */
export function agentDocuments(
  tree: Nodes,
  folder: string,
  ending: string,
  name: (stem: string, agent: Agent) => string = uniqueNames(ending),
): ExportDocument[] {
  return agentsIn(tree).flatMap(({ agent }) =>
    agent.missing ? [] : { name: `${folder}${name(`agent-${agent.agentId}`, agent)}`, node: agent },
  );
}

/**
 * Find the document of each reference.
 *
 * @param documents all documents; an entry in several of them is found in the last one.
 * @returns a function that returns the document with the entry of a reference; absent if no document contains it.
 */
export function findHomes(documents: readonly ExportDocument[]): (reference: Reference) => ExportDocument | undefined {
  const homes = new Map<string, ExportDocument>();
  for (const document of documents)
    walk(document.node, (node) => {
      for (const uuid of uuidsOf(node)) homes.set(uuid, document);
      if ((node.type === "message" || node.type === "compaction") && node.id !== undefined)
        homes.set(node.id, document);
      if (node === document.node && node.type === "agent") homes.set(node.agentId, document);
    });
  return ({ uuid }) => homes.get(uuid);
}

/**
 * Make the relative address of a message in another document.
 *
 * @param from the name of the document that contains the link.
 * @param to the name of the document that contains the message.
 * @param reference the entry of the message.
 * @param places on which page of the other document each anchor is (default: all on the first).
 */
export function addressOf(
  from: string,
  to: string,
  { uuid }: Reference,
  places: ReadonlyMap<string, number> | undefined,
): string {
  const page = places?.get(anchorName(`msg-${uuid}`)) ?? 1;
  const folders = from.split("/").slice(0, -1);
  const path = partPath(to, page).split("/");
  const shared = folders.findIndex((folder, at) => folder !== path[at]);
  const depth = shared === -1 ? folders.length : shared;
  const up = folders.slice(depth).map(() => "..");
  return [...up, ...path.slice(depth)].map(encodeURIComponent).join("/");
}

/** Returns, for each document, the entries that threads in other documents leave from: those documents link to them. */
export function linkedFrom(documents: readonly ExportDocument[]): (document: ExportDocument) => string[] {
  const heads = documents.flatMap((document) => {
    const { node } = document;
    const nodes = node.type === "root" ? node.children : [node];
    return nodes.flatMap((one) =>
      "from" in one && one.from?.uuid !== undefined ? [{ document, uuid: one.from.uuid }] : [],
    );
  });
  return (of) => heads.flatMap(({ document, uuid }) => (document === of ? [] : [uuid]));
}

/**
 * The file with the account of one document: entries in other documents count as hidden. It takes a walk over the whole
 * tree, so it is drawn up only if the renderer asks for it.
 */
export function withLedger(file: VFile, tree: Root, node: ExportDocument["node"]): VFile {
  if (!("ledger" in file.data)) return file;
  let own: Ledger | undefined;
  const get = () => (own ??= file.data.ledger && hideOutside(tree, [node], file.data.ledger));
  // The ledger of the file is not read for the copy either.
  const data = Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(file.data), ledger: { get, enumerable: true } },
  );
  return Object.assign(Object.create(file) as VFile, { data });
}
