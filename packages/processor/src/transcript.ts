import { type Ledger, locationId, type Recorded, type Root, type SourceLocation } from "@ccdag/ccast";
import {
  buildDag,
  buildSessions,
  type Copy,
  countLines,
  type Dag,
  type Entry,
  extractThreads,
  type TranscriptRecord,
  type Threads,
  type Bookkeeping,
  type Extension,
  parseEntries,
  type ReadOptions,
  resolveRules,
  type SessionTree,
  type RecordLocation,
  type Source,
  toCcast,
} from "@ccdag/core";
import { inOrder } from "./in-order.ts";
import { type RecordedBlock, recordedBlocks, recordedContents } from "./recorded-blocks.ts";

/** A file to read. */
export interface TranscriptFile {
  /** Relative to the folder that is read, with `/`. */
  readonly path: string;
  /** All of its text, or its bytes (UTF-8). */
  readonly value: string | Uint8Array;
  /** The source to ask first (default: only those of extensions are asked). */
  readonly source?: Source | undefined;
}

/** The stages of the reading half, in their order. Replace one to observe it, or to break it in a test. */
export interface Stages {
  parseEntries: typeof parseEntries;
  buildDag: typeof buildDag;
  extractThreads: typeof extractThreads;
  buildSessions: typeof buildSessions;
  toCcast: typeof toCcast;
}

/** The stages of `@ccdag/core`. */
export const stages: Stages = { parseEntries, buildDag, extractThreads, buildSessions, toCcast };

/** The result of every stage, and the ledger. */
export interface Transcript {
  readonly dag: Dag;
  readonly threads: Threads;
  readonly sessions: SessionTree;
  readonly tree: Root;
  /** Drawn up when it is read. */
  readonly ledger: Ledger;
}

/** Options of {@link transcript}. */
export interface TranscriptOptions extends Omit<ReadOptions, "rules"> {
  /** Sources, and rules that are asked before those of core (default: none). */
  readonly extensions?: readonly Extension[] | undefined;
  /** Replaces stages (default: none). */
  readonly stages?: Partial<Stages> | undefined;
}

/**
 * Read files as one project: records, graph, threads, sessions, tree, and the ledger for the account.
 *
 * @param files transcripts and agent files, in any order.
 * @param options extensions, sidecars, and a function that takes messages; `stages` replaces stages.
 * @returns the result of every stage.
 * @throws TypeError if an extension switches off an unknown rule.
 */
export function transcript(
  files: readonly TranscriptFile[],
  { extensions = [], stages: replaced, ...given }: TranscriptOptions = {},
): Transcript {
  const options = { ...given, rules: resolveRules(extensions) };
  const sources = extensions.flatMap((extension) => extension.sources ?? []);
  const stage = { ...stages, ...replaced };
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const read: TranscriptRecord[] = [];
  for (const file of sorted) {
    for (const record of stage.parseEntries(file, { report: given.report, sources })) read.push(record);
  }
  const dag = stage.buildDag(read, options);
  const threads = stage.extractThreads(dag, options);
  const sessions = stage.buildSessions(dag, threads, options);
  const tree = stage.toCcast(sessions, options);
  let ledger: Ledger | undefined;
  return {
    dag,
    threads,
    sessions,
    tree,
    get ledger() {
      return (ledger ??= toLedger(read, sorted, sessions));
    },
  };
}

/** The ledger: every record that was read, and the copies and evidence that the stages found among them. */
function toLedger(
  read: readonly TranscriptRecord[],
  files: readonly TranscriptFile[],
  { dag, evidence }: SessionTree,
): Ledger {
  // The records in the tree are others, where they were filled in from copies; their places are the same.
  const copies = new Map<RecordLocation, Copy>();
  for (const copy of dag.copies) if (!copy.isShared) copies.set(copy.entry.location, copy);
  const isEvidence = new Set<TranscriptRecord>(evidence);
  const borrowers = new Map<RecordLocation, Entry>();
  for (const entry of dag.entries.values()) if (entry.lentFrom) borrowers.set(entry.location, entry);
  const records = read.flatMap((record) => (record.form === "malformed" ? [] : record));
  return {
    lines: files.reduce((sum, { value }) => sum + countLines(value), 0),
    records: records.map(toRecorded),
    folded: inOrder(
      dag.copies.flatMap(({ entry, of, rule, isShared }) => {
        const { uuid, location } = entry;
        return uuid === undefined ? [] : { ...placeOf(location), uuid, into: idOf(of), rule, isPlaced: isShared };
      }),
    ),
    malformed: read.flatMap((record) =>
      record.form === "malformed" ? { ...placeOf(record.location), lost: record.lost } : [],
    ),
    hidden: [],
    contentsOf: contentsIn(records, copies),
  };

  function toRecorded(record: Entry | Bookkeeping): Recorded {
    const { type, location } = record;
    const { path, line, column } = location;
    const written = recordedBlocks(record);
    const uuid = record.form === "entry" ? record.uuid : undefined;
    // One literal: properties that are added later cost memory for every record.
    const at: Recorded = { path, line, type, uuid, blocks: countNodes(written) };
    if (column !== undefined) {
      at.column = column;
      at.isRecovered = true;
    }
    if (record.form === "bookkeeping") {
      if (isEvidence.has(record)) at.isEvidence = true;
      if (record.subtype === "enqueue") at.mayBeNotice = true;
      return at;
    }
    const repeated = dag.repeated(record);
    if (repeated.size > 0) at.blocks = countNodes(written.filter((_, index) => !repeated.has(index)));
    const copy = copies.get(location);
    const borrower = borrowers.get(location);
    if (borrower) at.mayBeNotice = true;
    const holders = [...(copy?.others ?? []), ...dag.repeated(copy?.of ?? borrower ?? record).values()];
    if (copy && uuid === undefined) {
      // A copy without a uuid is not listed as folded: it counts as evidence, which is not in the tree.
      at.isEvidence = true;
      holders.push(copy.of);
    }
    if (holders.length > 0) at.heldBy = [...new Set(holders.map(idOf))];
    return at;
  }
}

/** What each record holds; nothing is read before it is asked for. */
function contentsIn(
  records: ReadonlyArray<Entry | Bookkeeping>,
  copies: ReadonlyMap<RecordLocation, Copy>,
): NonNullable<Ledger["contentsOf"]> {
  let byId: ReadonlyMap<string, Entry | Bookkeeping> | undefined;
  return (location) => {
    byId ??= new Map(records.map((record) => [locationId(record.location), record]));
    const record = byId.get(locationId(location));
    return record ? recordedContents(record, copies.get(record.location)) : [];
  };
}

/** How many nodes of the tree blocks become: each is one, and so is each block in a result. */
function countNodes(blocks: readonly RecordedBlock[]): number {
  return blocks.reduce((sum, { parts = [] }) => sum + 1 + parts.length, 0);
}

/** What names an entry in the ledger: nearly always its uuid. */
function idOf({ uuid, id }: Entry): string {
  return uuid ?? id;
}

function placeOf({ path, line, column }: RecordLocation): SourceLocation {
  return column === undefined ? { path, line } : { path, line, column };
}
