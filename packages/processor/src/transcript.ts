import type { Ledger, Recorded, Root } from "@ccdag/ccast";
import {
  buildDag,
  buildSessions,
  countLines,
  type Dag,
  type Entry,
  extractThreads,
  isObject,
  type TranscriptRecord,
  type Threads,
  type Bookkeeping,
  type Extension,
  parseEntries,
  type ReadOptions,
  resolveRules,
  type SessionTree,
  toBlocks,
  toCcast,
} from "@ccdag/core";

/** A file to read, whole. */
export interface TranscriptFile {
  /** With `/`, relative to the folder that was asked for. */
  readonly path: string;
  readonly value: string | Uint8Array;
}

/** The stages of the reading wing, in their order. Replace one to look into it, or to break it in a test. */
export interface Stages {
  parseEntries: typeof parseEntries;
  buildDag: typeof buildDag;
  extractThreads: typeof extractThreads;
  buildSessions: typeof buildSessions;
  toCcast: typeof toCcast;
}

/** The stages as core has them. */
export const stages: Stages = { parseEntries, buildDag, extractThreads, buildSessions, toCcast };

/** Everything that reading found, stage by stage. */
export interface Transcript {
  readonly dag: Dag;
  readonly threads: Threads;
  readonly sessions: SessionTree;
  readonly tree: Root;
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
 * Read files as one project: every line, graph, lines, sessions, tree, and the ledger for the account.
 *
 * @param files transcripts and agent files, in any order.
 * @param options extensions, sidecars, and where messages go; `stages` replaces stages.
 * @returns every stage.
 * @throws TypeError when an extension switches off a rule that nobody has.
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
  let lines = 0;
  for (const file of sorted) {
    lines += countLines(file.value);
    for (const line of stage.parseEntries(file, { report: given.report, sources })) read.push(line);
  }
  const dag = stage.buildDag(read, options);
  const threads = stage.extractThreads(dag, options);
  const sessions = stage.buildSessions(dag, threads, options);
  const tree = stage.toCcast(sessions, options);
  return { dag, threads, sessions, tree, ledger: toLedger(read, lines, sessions) };
}

/** What was read, set against what was concluded of it. */
function toLedger(read: readonly TranscriptRecord[], lines: number, { dag, evidence }: SessionTree): Ledger {
  // A copy without a uuid has no row among the folded ones: its original tells it.
  const apart = new Set<TranscriptRecord>([
    ...evidence,
    ...dag.copies.flatMap(({ entry }) => (entry.uuid === undefined ? entry : [])),
  ]);
  const lent = new Set(
    [...dag.entries.values()].flatMap(({ lentFrom, location }) => (lentFrom ? keyOf(location) : [])),
  );
  return {
    lines,
    records: read.flatMap((line) => (line.form === "malformed" ? [] : toRecorded(line, apart, lent, dag))),
    folded: dag.copies.flatMap(({ entry, of, rule, isShared }) => {
      const { uuid, location } = entry;
      return uuid === undefined
        ? []
        : { path: location.path, line: location.line, uuid, into: of.uuid ?? of.id, rule, isPlaced: isShared };
    }),
    malformed: read.flatMap(({ form, location }) =>
      form === "malformed" ? { path: location.path, line: location.line } : [],
    ),
    hidden: [],
  };
}

function keyOf({ path, line }: Entry["location"]): string {
  return `${path}:${line}`;
}

function toRecorded(
  line: Entry | Bookkeeping,
  apart: ReadonlySet<TranscriptRecord>,
  lent: ReadonlySet<string>,
  dag: Dag,
): Recorded {
  const { path, line: number } = line.location;
  const { type, raw } = line;
  if (line.form === "bookkeeping") {
    const isQueued = line.subtype === "enqueue";
    const blocks = isQueued ? toBlocks(raw["content"]).length : 0;
    return {
      path,
      line: number,
      type,
      blocks,
      isEvidence: apart.has(line) ? true : undefined,
      mayBeNotice: isQueued ? true : undefined,
    };
  }
  const isEvidence = apart.has(line) ? true : undefined;
  const blocks = blocksOf(raw) - dag.repeated(line).size;
  const mayBeNotice = lent.has(keyOf(line.location)) ? true : undefined;
  return { path, line: number, type, uuid: line.uuid, blocks, isEvidence, mayBeNotice };
}

/** How many content nodes a record becomes, counted on the record alone: its blocks, and those in its tool results. */
function blocksOf(raw: Readonly<Record<string, unknown>>): number {
  const { type, message, attachment } = raw;
  if (isObject(attachment)) return attachment["type"] === "queued_command" ? toBlocks(attachment["prompt"]).length : 0;
  if (type === "system") return raw["subtype"] === "local_command" ? 1 : 0;
  const role = type ?? (isObject(message) ? message["role"] : undefined);
  if (role !== "user" && role !== "assistant") return 0;
  const blocks = toBlocks(
    isObject(message) ? message["content"] : typeof message === "object" || typeof message === "string" ? message : [],
  );
  return blocks.reduce((sum, block) => {
    const inner = block.type === "tool_result" ? toBlocks(block["content"]).length : 0;
    return sum + 1 + inner;
  }, 0);
}
