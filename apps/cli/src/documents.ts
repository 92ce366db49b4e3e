import { posix } from "node:path";
import {
  type Agent,
  agentsIn,
  type Branch,
  type Nodes,
  type Reference,
  type Root,
  type Session,
  uuidsOf,
  walk,
} from "@ccdag/ccast";
import { anchorName } from "@ccdag/mdast";
import { hideOutside } from "@ccdag/processor";
import type { VFile } from "vfile";
import { uniqueNames } from "./unique-names.ts";
import { partPath } from "./write-document.ts";

/** One file that is written, and what it tells. */
export interface ExportDocument {
  /** Relative to the folder of all of them, with `/`. */
  readonly name: string;
  readonly node: Root | Session | Agent | Branch;
}

/**
 * Agents as documents of their own: `agent-<id>`, in a folder.
 *
 * @param tree what is told.
 * @param folder relative to the other documents, with `/` at its end; empty for the same folder.
 * @param ending of their names.
 * @param name gives names that nothing else has (default: nothing but the agents of this tree).
 */
export function agentDocuments(
  tree: Nodes,
  folder: string,
  ending: string,
  name: (stem: string) => string = uniqueNames(ending),
): ExportDocument[] {
  return agentsIn(tree).flatMap(({ agent }) =>
    agent.missing ? [] : { name: `${folder}${name(`agent-${agent.agentId}`)}`, node: agent },
  );
}

/**
 * Addresses from document to document: nothing for what is told in the same one, or nowhere.
 *
 * @param documents all of them; what stands in several is told by the last.
 */
export function linksBetween(
  documents: readonly ExportDocument[],
): (from: ExportDocument) => (reference: Reference) => string | undefined {
  const home = new Map<string, ExportDocument>();
  for (const document of documents)
    walk(document.node, (node) => {
      for (const uuid of uuidsOf(node)) home.set(uuid, document);
      if (node.type === "message" && node.id !== undefined) home.set(node.id, document);
      if (node === document.node && node.type === "agent") home.set(node.agentId, document);
    });
  return (from) => (reference) => {
    const to = home.get(reference.uuid);
    if (to === undefined || to === from) return undefined;
    const path = posix.relative(posix.dirname(from.name), to.name);
    return path.split("/").map(encodeURIComponent).join("/");
  };
}

/** The address of a message in a document that may be several pages: with the name of the one that it is on. */
export function onPage(name: string, { uuid }: Reference, places: ReadonlyMap<string, number> | undefined): string {
  const page = places?.get(anchorName(`msg-${uuid}`)) ?? 1;
  return page === 1 ? name : partPath(name, page);
}

/** For each document, the entries that lines of the others leave from: links lead there. */
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

/** The file with the account of one document: what stands in the others is hidden here. */
export function withLedger(file: VFile, tree: Root, node: ExportDocument["node"]): VFile {
  const { ledger } = file.data;
  if (!ledger) return file;
  const data = { ...file.data, ledger: hideOutside(tree, [node], ledger) };
  return Object.assign(Object.create(file) as VFile, { data });
}
