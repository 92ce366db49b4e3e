import { type Ledger, type Recorded, sumUp } from "./account.ts";
import { readContents, type TreeContents } from "./tree-contents.ts";
import type { Root } from "./types.ts";

/** Something that the account of a tree does not explain. */
export interface Finding {
  reason: string;
  /** The entry that is lost, doubled or invented: its uuid, or `<path>:<line>` where it has none. */
  id?: string | undefined;
}

/**
 * Check a tree against what reading found: every line is told once and whole, or hidden, or folded into something
 * that is told, or malformed; and nothing is told that no file holds.
 *
 * @param tree the finished tree.
 * @param ledger what reading found.
 * @returns one finding per fault; empty when everything is accounted for.
 */
export function audit(tree: Root, ledger: Ledger): Finding[] {
  const contents = readContents(tree);
  return [
    ...auditSums(contents, ledger),
    ...auditUuids(contents, ledger),
    ...auditLocations(contents, ledger),
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
    folded.set(uuid, (folded.get(uuid) ?? 0) + 1);
    if (isPlaced) shared.set(uuid, (shared.get(uuid) ?? 0) + 1);
    if (!uuids.has(into) && !ids.has(into) && !blocks.has(into) && !hidden.has(into))
      findings.push({ id: uuid, reason: `Folded into \`${into}\`, which is not told (${rule})` });
  }
  const onDisk = new Map<string, number>();
  const gone = new Map<string, number>();
  for (const { uuid, path, line } of ledger.records) {
    if (uuid === undefined) continue;
    onDisk.set(uuid, (onDisk.get(uuid) ?? 0) + 1);
    if (hidden.has(`${path}:${line}`)) gone.set(uuid, (gone.get(uuid) ?? 0) + 1);
  }
  for (const [uuid, lines] of onDisk) {
    const explained = (uuids.has(uuid) || hidden.has(uuid) ? 1 : 0) + (folded.get(uuid) ?? 0);
    if (explained < lines) findings.push({ id: uuid, reason: `Lost: ${lines} on disk, ${explained} accounted for` });
    if (explained > lines) findings.push({ id: uuid, reason: `Doubled: ${lines} on disk, ${explained} accounted for` });
  }
  for (const [uuid, nodes] of uuids) {
    if (!onDisk.has(uuid)) findings.push({ id: uuid, reason: "Told, but in no file" });
    const wanted = 1 + (shared.get(uuid) ?? 0);
    if (nodes > wanted) findings.push({ id: uuid, reason: `Doubled: told by ${nodes} nodes` });
    const here = nodes + (results.get(uuid) ?? 0) + (gone.get(uuid) ?? 0);
    if (here < wanted && (shared.get(uuid) ?? 0) > 0 && !hidden.has(uuid))
      findings.push({ id: uuid, reason: `Lost: told by ${nodes} nodes, expected ${wanted}` });
  }
  return findings;
}

/**
 * Records without a uuid are told once, at least by a part of another node; what is told of a record is the whole of
 * it; nothing is told of a line that holds no record.
 */
function auditLocations(contents: TreeContents, ledger: Ledger): Finding[] {
  const findings: Finding[] = [];
  const hidden = new Set(ledger.hidden);
  const untold = ledger.folded.filter(({ isPlaced }) => !isPlaced);
  const folded = new Set(untold.map(({ path, line }) => `${path}:${line}`));
  const places = new Set(ledger.records.map(({ path, line }) => `${path}:${line}`));
  for (const place of contents.ids.keys())
    if (!places.has(place)) findings.push({ id: place, reason: "Told, but in no file" });
  for (const record of ledger.records) {
    const place = `${record.path}:${record.line}`;
    const id = record.uuid ?? place;
    if (hidden.has(id) || hidden.has(place) || record.isEvidence) continue;
    const blocks = contents.blocks.get(place) ?? 0;
    const nodes = record.uuid === undefined ? (contents.ids.get(place) ?? Math.min(blocks, 1)) : 1;
    if (nodes === 0) findings.push({ id, reason: "Lost: the record is told nowhere" });
    if (nodes > 1) findings.push({ id, reason: `Doubled: told by ${nodes} nodes` });
    const mayBeEmpty = folded.has(place) || (record.mayBeNotice === true && !contents.spoken.has(place));
    findings.push(...auditBlocks(record, blocks, mayBeEmpty));
  }
  return findings;
}

function auditBlocks(record: Recorded, blocks: number, mayBeEmpty: boolean): Finding[] {
  if (blocks === record.blocks || (blocks === 0 && mayBeEmpty)) return [];
  const verb = blocks < record.blocks ? "Lost" : "Doubled";
  const id = record.uuid ?? `${record.path}:${record.line}`;
  return [{ id, reason: `${verb}: ${record.blocks} blocks on disk, ${blocks} told` }];
}

function auditAgents({ named, agents }: TreeContents): Finding[] {
  const findings: Finding[] = [];
  for (const [agentId, id] of named)
    if (!agents.has(agentId)) findings.push({ id, reason: `Lost: the agent \`${agentId}\` that a call names` });
  for (const [key, nodes] of agents)
    if (nodes > 1 && key.includes(" at "))
      findings.push({ id: key.split(" at ")[1]!, reason: `Doubled: the stub of an agent, ${nodes} times` });
  return findings;
}
