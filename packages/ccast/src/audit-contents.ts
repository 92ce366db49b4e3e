import type { Finding } from "./audit.ts";
import type { Ledger, Recorded } from "./account.ts";
import { locationId, nodeLocationId } from "./location.ts";
import { contentKey, contentsOf } from "./node-contents.ts";
import { pathOf } from "./path-of.ts";
import { isThread } from "./path-to.ts";
import { isEntry } from "./tree-contents.ts";
import type { Nodes, Root } from "./types.ts";
import { walk } from "./walk.ts";

/**
 * Compare what records hold with what the nodes of the tree hold: the words, inputs, results and data of each record that is
 * not hidden must stand in a node of it; those of a copy, or of a record that shares its node with others, in any node. And
 * each node holds only what a record holds.
 *
 * @param tree the finished tree.
 * @param ledger what reading found. Without `contentsOf`, nothing is compared.
 */
export function auditContents(tree: Root, ledger: Ledger): Finding[] {
  const { contentsOf: contentsIn } = ledger;
  if (contentsIn === undefined) return [];
  const { inTree, notices } = readNodes(tree);
  const hidden = new Set(ledger.hidden);
  const folded = new Map(ledger.folded.map((row) => [locationId(row), row.into]));
  /** Records with a uuid of which a node is hidden: of several with one uuid it may be any. */
  const partly = new Set(ledger.records.flatMap((one) => (hidden.has(locationId(one)) ? (one.uuid ?? []) : [])));
  const isHidden = (id: string) => hidden.has(id) || partly.has(id);
  const recorded = new Map<string, readonly unknown[]>();
  const anywhere = { inTree: once(() => keysOf(inTree.values())), onDisk: once(() => keysOf(recorded.values())) };
  const findings: Finding[] = [];
  for (const record of ledger.records) {
    const location = locationId(record);
    const contents = contentsIn(record, notices.has(location));
    recorded.set(location, contents);
    const into = folded.get(location);
    if (hidden.has(record.uuid ?? location) || hidden.has(location) || record.isEvidence) continue;
    if (into !== undefined && isHidden(into)) continue;
    const isElsewhere = record.isElsewhere === true || into !== undefined;
    const open = missingIn(contents, inTree.get(location) ?? []);
    const lost = isElsewhere ? open.filter((content) => !anywhere.inTree().has(contentKey(content))) : open;
    if (lost.length > 0) findings.push({ id: record.uuid ?? location, reason: reasonFor(record, lost) });
  }
  for (const [location, contents] of inTree) {
    const own = recorded.get(location);
    const added = missingIn(contents, own ?? []).filter((content) => !anywhere.onDisk().has(contentKey(content)));
    if (own !== undefined && added.length > 0)
      findings.push({ id: location, reason: `Changed: the tree holds ${quote(added[0])}, which is in no record` });
  }
  return findings;
}

/** The contents of the nodes of each record, by its location, and which of them are notices. */
function readNodes(tree: Root): { inTree: Map<string, unknown[]>; notices: Set<string> } {
  const found = new Map<string, unknown[]>();
  const notices = new Set<string>();
  const paths = new Map<Nodes, string>();
  walk(tree, (node, parent) => {
    const path = pathOf(node) ?? (parent && paths.get(parent)) ?? "";
    paths.set(node, path);
    if (isThread(node) || (isEntry(node) && !isRecord(node))) return;
    const location = nodeLocationId(node, path);
    const contents = contentsOf(node);
    if (node.type === "notice") notices.add(location);
    const known = found.get(location);
    if (known === undefined) found.set(location, contents);
    else for (const content of contents) known.push(content);
  });
  return { inTree: found, notices };
}

/** Whether a node is a record that is no message. What stands for a damaged line is none. */
function isRecord(node: Nodes): boolean {
  return node.type === "notice" && node.entryType !== "malformed";
}

/** The contents that are not among others. Most are the same values; what was copied is compared by its key. */
function missingIn(contents: readonly unknown[], others: readonly unknown[]): unknown[] {
  const open = contents.filter((content) => !others.includes(content) && contentKey(content) !== "");
  if (open.length === 0) return open;
  const keys = keysOf([others]);
  return open.filter((content) => !keys.has(contentKey(content)));
}

function keysOf(all: Iterable<readonly unknown[]>): Set<string> {
  const keys = new Set<string>();
  for (const contents of all) for (const content of contents) keys.add(contentKey(content));
  return keys;
}

function reasonFor({ path, line }: Recorded, [first, ...others]: readonly unknown[]): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `Lost: ${quote(first)}${more} of ${path}:${line} stands nowhere in the tree`;
}

function quote(content: unknown): string {
  const text = (typeof content === "string" ? content : JSON.stringify(content)).replace(/\s+/g, " ").trim();
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\``;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
