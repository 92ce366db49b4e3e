import { type Ledger, type Recorded, sumUp } from "./account.ts";
import { auditContents } from "./audit-contents.ts";
import { locationId } from "./location.ts";
import { add, readContents, type TreeContents } from "./tree-contents.ts";
import type { Root } from "./types.ts";

/** A difference between a tree and the files that it was read from. */
export interface Finding {
  /** What is wrong, in one sentence. */
  reason: string;
  /** The entry that is lost, doubled or invented: its uuid, or `<path>:<line>` if it has none. */
  id?: string | undefined;
}

/**
 * Check a tree against what reading found. Every line must be in the tree once and whole, with its words, inputs, results
 * and data, or hidden, or folded into an entry that is in the tree or hidden, or malformed; and every entry of the tree, and
 * its content, must be in a file.
 *
 * @param tree the finished tree.
 * @param ledger what reading found; after parsing it is in `file.data.ledger`.
 * @returns one finding per fault; empty if every line is accounted for.
 */
export function audit(tree: Root, ledger: Ledger): Finding[] {
  const contents = readContents(tree);
  return [
    ...auditSums(contents, ledger),
    ...auditUuids(contents, ledger),
    ...auditLocations(contents, ledger),
    ...auditContents(contents, ledger),
    ...auditAgents(contents),
  ];
}

function auditSums(contents: TreeContents, ledger: Ledger): Finding[] {
  const sums = sumUp(contents, ledger);
  const explained = sums.placed + sums.hidden + sums.folded.length + sums.bookkeeping.length + sums.malformed.length;
  if (sums.lines === explained) return [];
  return [{ reason: `The account does not balance: ${sums.lines} lines, ${explained} explained` }];
}

function auditUuids({ uuids, results, ids, blocks }: TreeContents, ledger: Ledger): Finding[] {
  const findings: Finding[] = [];
  const hidden = new Set(ledger.hidden);
  const folded = new Map<string, number>();
  const shared = new Map<string, number>();
  for (const { uuid, into, rule, isPlaced } of ledger.folded) {
    add(folded, uuid, 1);
    if (isPlaced) add(shared, uuid, 1);
    if (!uuids.has(into) && !ids.has(into) && !blocks.has(into) && !hidden.has(into))
      findings.push({ id: uuid, reason: `Folded into \`${into}\`, which is not in the tree (${rule})` });
  }
  const onDisk = new Map<string, number>();
  const gone = new Map<string, number>();
  for (const record of ledger.records) {
    const { uuid } = record;
    if (uuid === undefined) continue;
    add(onDisk, uuid, 1);
    if (hidden.has(locationId(record))) add(gone, uuid, 1);
  }
  for (const [uuid, lines] of onDisk) {
    const explained = (uuids.has(uuid) || hidden.has(uuid) ? 1 : 0) + (folded.get(uuid) ?? 0);
    if (explained < lines) findings.push({ id: uuid, reason: `Lost: ${lines} on disk, ${explained} accounted for` });
    if (explained > lines) findings.push({ id: uuid, reason: `Doubled: ${lines} on disk, ${explained} accounted for` });
  }
  for (const [uuid, nodes] of uuids) {
    if (!onDisk.has(uuid)) findings.push({ id: uuid, reason: "In the tree, but in no file" });
    const wanted = 1 + (shared.get(uuid) ?? 0);
    if (nodes > wanted) findings.push({ id: uuid, reason: `Doubled: in ${nodes} nodes` });
    const here = nodes + (results.get(uuid) ?? 0) + (gone.get(uuid) ?? 0);
    if (here < wanted && (shared.get(uuid) ?? 0) > 0 && !hidden.has(uuid))
      findings.push({ id: uuid, reason: `Lost: in ${nodes} nodes, expected ${wanted}` });
  }
  return findings;
}

/**
 * A record without a uuid is in the tree once, at least as part of another node; a record that is in the tree is there
 * with all its blocks; every location in the tree is that of a record.
 */
function auditLocations(contents: TreeContents, ledger: Ledger): Finding[] {
  const findings: Finding[] = [];
  const hidden = new Set(ledger.hidden);
  const unplaced = ledger.folded.filter(({ isPlaced }) => !isPlaced);
  const folded = new Set(unplaced.map(locationId));
  const locations = new Set([...ledger.records, ...ledger.malformed].map(locationId));
  for (const location of contents.ids.keys())
    if (!locations.has(location)) findings.push({ id: location, reason: "In the tree, but in no file" });
  for (const record of ledger.records) {
    const location = locationId(record);
    const id = record.uuid ?? location;
    if (hidden.has(id) || hidden.has(location) || record.isEvidence) continue;
    const blocks = contents.blocks.get(location) ?? 0;
    const nodes = record.uuid === undefined ? (contents.ids.get(location) ?? Math.min(blocks, 1)) : 1;
    if (nodes === 0) findings.push({ id, reason: "Lost: the record is in no node" });
    if (nodes > 1) findings.push({ id, reason: `Doubled: in ${nodes} nodes` });
    const mayBeEmpty = folded.has(location) || (record.mayBeNotice === true && !contents.messages.has(location));
    for (const finding of auditBlocks(record, blocks, mayBeEmpty)) findings.push(finding);
  }
  return findings;
}

function auditBlocks(record: Recorded, blocks: number, mayBeEmpty: boolean): Finding[] {
  if (blocks === record.blocks || (blocks === 0 && mayBeEmpty)) return [];
  const verb = blocks < record.blocks ? "Lost" : "Doubled";
  const id = record.uuid ?? locationId(record);
  return [{ id, reason: `${verb}: ${record.blocks} blocks on disk, ${blocks} in the tree` }];
}

function auditAgents({ named, agents }: TreeContents): Finding[] {
  const findings: Finding[] = [];
  for (const [agentId, id] of named)
    if (!agents.has(agentId)) findings.push({ id, reason: `Lost: the agent \`${agentId}\` that a call names` });
  for (const [key, nodes] of agents)
    if (nodes > 1 && key.includes(" at "))
      findings.push({ id: key.split(" at ")[1]!, reason: `Doubled: ${nodes} stubs of one agent` });
  return findings;
}
