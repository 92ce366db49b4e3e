import { type Ledger, locationId, type Recorded, type Root, type SourceLocation } from "@ccdag/ccast";
import {
  buildDag,
  buildSessions,
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
  toCcast,
} from "@ccdag/core";
import { countBlocks, recordedContents } from "./recorded-blocks.ts";
import { inOrder } from "./in-order.ts";

/** A file to read. */
export interface TranscriptFile {
  /** Relative to the folder that is read, with `/`. */
  readonly path: string;
  /** All of its text, or its bytes (UTF-8). */
  readonly value: string | Uint8Array;
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
  // A copy without a uuid is not listed as folded: it counts as evidence, which is not in the tree.
  const outsideTree = new Set<TranscriptRecord>([
    ...evidence,
    ...dag.copies.flatMap(({ entry }) => (entry.uuid === undefined ? entry : [])),
  ]);
  const borrowers = new Set(
    [...dag.entries.values()].flatMap(({ lentFrom, location }) => (lentFrom ? locationId(location) : [])),
  );
  const sources = new WeakMap<Recorded, Entry | Bookkeeping>();
  return {
    lines: files.reduce((sum, { value }) => sum + countLines(value), 0),
    records: read.flatMap((record) => {
      if (record.form === "malformed") return [];
      const recorded = toRecorded(record, outsideTree, borrowers, dag);
      sources.set(recorded, record);
      return recorded;
    }),
    folded: inOrder(
      dag.copies.flatMap(({ entry, of, rule, isShared }) => {
        const { uuid, location } = entry;
        return uuid === undefined
          ? []
          : { ...placeOf(location), uuid, into: of.uuid ?? of.id, rule, isPlaced: isShared };
      }),
    ),
    malformed: read.flatMap((record) =>
      record.form === "malformed" ? { ...placeOf(record.location), lost: record.lost } : [],
    ),
    hidden: [],
    contentsOf: (record, isNotice) => {
      const source = sources.get(record);
      return source ? recordedContents(source, isNotice) : [];
    },
  };
}

function placeOf({ path, line, column }: RecordLocation): SourceLocation {
  return column === undefined ? { path, line } : { path, line, column };
}

function toRecorded(
  record: Entry | Bookkeeping,
  outsideTree: ReadonlySet<TranscriptRecord>,
  borrowers: ReadonlySet<string>,
  dag: Dag,
): Recorded {
  const { type } = record;
  const isRecovered = record.location.column === undefined ? undefined : (true as const);
  const at = { ...placeOf(record.location), type, isRecovered };
  const isEvidence = outsideTree.has(record) ? true : undefined;
  const count = countBlocks(record);
  if (record.form === "bookkeeping") {
    const isQueued = record.subtype === "enqueue" ? true : undefined;
    return { ...at, blocks: count, isEvidence, mayBeNotice: isQueued, isElsewhere: isQueued };
  }
  const repeated = dag.repeated(record).size;
  const mayBeNotice = borrowers.has(locationId(record.location)) ? true : undefined;
  const isElsewhere = mayBeNotice ?? (repeated > 0 ? true : undefined);
  return { ...at, uuid: record.uuid, blocks: count - repeated, isEvidence, mayBeNotice, isElsewhere };
}
