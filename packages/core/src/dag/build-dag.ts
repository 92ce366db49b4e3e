import {
  type Bookkeeping,
  byLocation,
  type Entry,
  type Malformed,
  type TranscriptRecord,
  wordsLocation,
} from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import type { ReadOptions } from "../read-options.ts";
import { report, type Report } from "../report.ts";
import { defaultRules } from "../rulebook.ts";
import { createAncestry } from "./ancestry.ts";
import { assignThreads } from "./assign-threads.ts";
import type { Copy, Dag, ThreadInfo } from "./dag.ts";
import { sameUuid } from "./dedupe/same-uuid.ts";
import { drawEdges } from "./draw-edges.ts";
import { type Edge, isRecorded } from "./edge.ts";
import { findFamilies } from "./families.ts";
import { findCopies, type FoundCopies, settleCopies } from "./find-copies.ts";
import { linkThreads } from "./link-threads.ts";
import { cutCycles } from "./parent-cycle.ts";
import { cutEdges } from "./shared-caveat.ts";
import { reportCalls } from "./report-calls.ts";
import { createResolver, type Resolver } from "./resolve.ts";
import { fillTimes } from "./fill-times.ts";

/**
 * Build the graph. The steps are fixed: copies by uuid, times, threads, copies by content, edges, links, cycles,
 * children. Links come before orphans, so that the root of an agent is never taken for an orphan. Children come last,
 * so that a cycle is never walked.
 *
 * @param records what `parseEntries` returned for all files of a project. The order of files does not matter.
 * @param options rules, sidecars, and where messages go.
 * @returns the graph.
 */
export function buildDag(records: Iterable<TranscriptRecord>, options: ReadOptions = {}): Dag {
  const { rules = defaultRules, sidecars = new Map<string, unknown>(), named, report: send } = options;
  const { entries: all, bookkeeping, malformed } = sortRecords(records);
  const identified = sameUuid(all, { entries: all, bookkeeping, named, report: send }, rules);
  const resolver = createResolver(identified);
  const { parentOf } = resolver;
  const timeOf = fillTimes(identified.entries, parentOf);
  const compare = byTime(timeOf);
  const infos = assignThreads(identified.entries, resolver, { rules: rules.own, sidecars });
  const below = groupBy(identified.entries, parentOf);
  const ancestry = createAncestry(identified.entries, parentOf, (entry) => below.get(entry) ?? []);
  const found = findCopies(identified.entries, { resolver, ancestry, below, infos }, rules.dedupe);
  const aliases = new Map(found.copies.map(({ entry, of }) => [entry, of]));
  const copies = [...settleCopies(identified.copies, aliases), ...found.copies];
  reportCopies(copies, send);
  const entries = new Map(identified.entries.flatMap((entry) => (aliases.has(entry) ? [] : [[entry.id, entry]])));
  reportCalls(entries.values(), (entry, index) => found.blocks.get(wordsLocation(entry))?.has(index) === true, send);
  const edges = drawEdges(entries, resolver, { aliases, ancestry }, { report: send });
  cutEdges(entries, edges, rules.edge);
  const threads = new Map([...new Set(infos.values())].map((info) => [info.id, info]));
  const families = findFamilies({ ...identified, parentOf, lineageOf: found.lineageOf, infos });
  const draft = { entries, edges, infos, threads, compare, timeOf, resolver, aliases, families };
  const missing = linkThreads(draft, { rules: rules.link, sidecars, named, report: send });
  cutCycles(entries, edges, compare, { rules: rules.cycle, report: send });
  return { ...assemble({ ...draft, found }), copies, bookkeeping, malformed, threads, missing, timeOf, compare };
}

/** The order of (time, path, line). The graph keeps it, so it is made where nothing else can be kept with it. */
function byTime(timeOf: (entry: Entry) => number): (a: Entry, b: Entry) => number {
  return (a, b) => timeOf(a) - timeOf(b) || byLocation(a.location, b.location);
}

interface Sorted {
  readonly entries: readonly Entry[];
  readonly bookkeeping: readonly Bookkeeping[];
  readonly malformed: readonly Malformed[];
}

/** The records by their form, each in the order of (path, line). */
function sortRecords(records: Iterable<TranscriptRecord>): Sorted {
  const entries: Entry[] = [];
  const bookkeeping: Bookkeeping[] = [];
  const malformed: Malformed[] = [];
  for (const record of inOrder([...records])) {
    if (record.form === "entry") entries.push(record);
    else if (record.form === "bookkeeping") bookkeeping.push(record);
    else malformed.push(record);
  }
  return { entries, bookkeeping, malformed };
}

/** Records in the order of (path, line). They come in this order, unless a test or another reader made them. */
function inOrder(records: TranscriptRecord[]): TranscriptRecord[] {
  const isSorted = records.every(
    ({ location }, index) => index === 0 || byLocation(records[index - 1]!.location, location) <= 0,
  );
  return isSorted ? records : records.sort((a, b) => byLocation(a.location, b.location));
}

/** The parts that the graph answers from. */
interface Parts {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly edges: ReadonlyMap<string, Edge>;
  readonly infos: ReadonlyMap<Entry, ThreadInfo>;
  readonly aliases: ReadonlyMap<Entry, Entry>;
  readonly compare: (a: Entry, b: Entry) => number;
  readonly resolver: Resolver;
  readonly found: FoundCopies;
}

type Questions = Pick<
  Dag,
  "entries" | "repeated" | "roots" | "edge" | "children" | "threadOf" | "resolve" | "positionOf"
>;

/**
 * Answers questions about the finished graph. A graph may have millions of entries: what is known of each is in lists by its
 * position, and nothing that only building needs is kept.
 */
function assemble({ entries, edges, infos, aliases, compare, resolver, found: { blocks } }: Parts): Questions {
  const positions = new Map<string, number>();
  for (const id of entries.keys()) positions.set(id, positions.size);
  const edgeOf: Array<Edge | undefined> = [];
  const threads: string[] = [];
  const at = (id: string) => positions.get(id) ?? positions.size;
  /** The children of each entry; a single one by itself. */
  const below = Array.from<Entry | Entry[] | undefined>({ length: positions.size });
  const roots: Entry[] = [];
  for (const [id, entry] of entries) {
    const edge = edges.get(id);
    edgeOf.push(edge);
    threads.push(infos.get(entry)!.id);
    if (isRecorded(edge) || edge?.kind === "agent") addChild(at(edge.to), entry);
    else roots.push(entry);
  }
  for (const siblings of below) if (Array.isArray(siblings)) siblings.sort(compare);
  return {
    entries,
    repeated: (entry) => blocks.get(wordsLocation(entry)) ?? none,
    roots: roots.sort(compare),
    edge: (id) => edgeOf[at(id)],
    children(id) {
      const found = below[at(id)] ?? [];
      return Array.isArray(found) ? found : [found];
    },
    threadOf: (id) => threads[at(id)]!,
    resolve(uuid, path) {
      const entry = resolver.resolve(uuid, path);
      return entry && (aliases.get(entry) ?? entry);
    },
    positionOf: (id) => positions.get(id)!,
  };

  function addChild(parent: number, child: Entry): void {
    const siblings = below[parent];
    if (Array.isArray(siblings)) siblings.push(child);
    else below[parent] = siblings === undefined ? child : [siblings, child];
  }
}

const none: ReadonlyMap<number, Entry> = new Map();

/** One remark per file and rule: a resumed session may repeat thousands of entries. */
function reportCopies(copies: readonly Copy[], send: Report | undefined): void {
  for (const group of groupBy(copies, ({ entry, rule }) => `${entry.location.path}\n${rule}`).values()) {
    const [{ entry, of, rule }] = group as [Copy, ...Copy[]];
    const reason = `${group.length} copies, the first of \`${of.id}\` at ${of.location.path}:${of.location.line}`;
    if (rule !== "uuid-collision") report({ report: send }, rule, entry.location, reason, "info");
  }
}
