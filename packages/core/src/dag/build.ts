import { byLocation, type Entry, type TranscriptRecord, type Bookkeeping, type Malformed } from "../entry/entry.ts";
import { type ReadOptions, rulesOf } from "../options.ts";
import { groupBy } from "../group-by.ts";
import { report } from "../report.ts";
import { type Ancestry, createAncestry } from "./ancestry.ts";
import { cutCycles } from "./parent-cycle.ts";
import { type Copy, type Dag, type ThreadInfo } from "./dag.ts";
import { repeatedBlock } from "./dedupe/repeated-block.ts";
import { repeatedNotification } from "./dedupe/repeated-notification.ts";
import { replayedContent } from "./dedupe/replayed-content.ts";
import type { DedupeRule, DedupeView } from "./dedupe/rule.ts";
import { sameUuid } from "./dedupe/same-uuid.ts";
import { type Edge, isRecorded } from "./edge.ts";
import { linkThreads } from "./link-threads.ts";
import { sessionIdOf } from "../entry/session-id.ts";
import { fileSession } from "./own/file-session.ts";
import type { OwnRule } from "./own/rule.ts";
import { createResolver, type Resolver } from "./resolve.ts";
import { fillTimes } from "./time.ts";

/** Dedupe rules of core, in the order in which they are asked. */
export const dedupeRules: readonly DedupeRule[] = [
  replayedContent,
  repeatedBlock, // what was written again alone
  repeatedNotification,
];
/** Own rules of core. */
export const ownRules: readonly OwnRule[] = [fileSession];

/**
 * Build the graph. The steps are fixed: copies by uuid, times, lines, copies by content, edges, links, cycles,
 * children. Links come before orphans are looked for, so that the root of an agent is never called one; children
 * come last, so that a cycle is never walked (C050, C055).
 *
 * @param lines what `parseEntries` gave, of all files of a project; the order of files does not matter.
 * @param options extensions, and where messages go.
 * @returns the graph.
 */
export function buildDag(lines: Iterable<TranscriptRecord>, options: ReadOptions = {}): Dag {
  const sorted = [...lines].sort((a, b) => byLocation(a.location, b.location));
  const all = sorted.filter((line): line is Entry => line.form === "entry");
  const bookkeeping = sorted.filter((line): line is Bookkeeping => line.form === "bookkeeping");
  const malformed = sorted.filter((line): line is Malformed => line.form === "malformed");
  const identified = sameUuid(all, { entries: all, bookkeeping }, options);
  const resolver = createResolver(identified);
  const position = new Map(identified.entries.map((entry, index) => [entry, index]));
  const timeOf = fillTimes(identified.entries, resolver.parentOf);
  const compare = (a: Entry, b: Entry) => timeOf(a) - timeOf(b) || position.get(a)! - position.get(b)!;

  const infos = assignThreads(identified.entries, resolver, options);
  const below = groupBy(identified.entries, resolver.parentOf);
  const ancestry = createAncestry(identified.entries, resolver.parentOf, (entry) => below.get(entry) ?? []);
  const byContent = findCopies(identified.entries, { resolver, ancestry, below, infos }, options);
  const aliases = new Map(byContent.copies.map(({ entry, of }) => [entry, of]));
  const copies = [...settle(identified.copies, aliases), ...byContent.copies];
  reportCopies(copies, options);
  const entries = new Map(identified.entries.flatMap((entry) => (aliases.has(entry) ? [] : [[entry.id, entry]])));
  const edges = drawEdges(entries, resolver, { aliases, ancestry }, options);
  const threadsOf = new Map([...new Set(infos.values())].map((info) => [info.id, info]));
  const missing = linkThreads({ entries, edges, infos, threads: threadsOf, compare, timeOf, resolver, aliases }, options);
  cutCycles(entries, edges, compare, options);
  return assemble();

  function assemble(): Dag {
    const byId = new Map<string, Entry[]>();
    const roots: Entry[] = [];
    for (const entry of entries.values()) {
      const edge = edges.get(entry.id);
      if (!isRecorded(edge) && edge?.kind !== "agent") {
        roots.push(entry);
        continue;
      }
      const siblings = byId.get(edge.to);
      if (siblings) siblings.push(entry);
      else byId.set(edge.to, [entry]);
    }
    for (const siblings of byId.values()) if (siblings.length > 1) siblings.sort(compare);
    const places = new Map([...entries.keys()].map((id, index) => [id, index]));
    return {
      entries,
      copies,
      repeated: (entry) => byContent.blocks.get(entry.location) ?? none,
      bookkeeping,
      malformed,
      threads: threadsOf,
      missing,
      roots: roots.sort(compare),
      edge: (id) => edges.get(id),
      children: (id) => byId.get(id) ?? [],
      threadOf: (id) => infos.get(entries.get(id)!)!.id,
      resolve(uuid, path) {
        const entry = resolver.resolve(uuid, path);
        return entry && (aliases.get(entry) ?? entry);
      },
      timeOf,
      compare,
      positionOf: (id) => places.get(id)!,
    };
  }
}

const none: ReadonlyMap<number, Entry> = new Map();

/** Ask the own rules, file by file, which line each entry belongs to. */
function assignThreads(entries: readonly Entry[], { parentOf }: Resolver, options: ReadOptions): Map<Entry, ThreadInfo> {
  const rules = rulesOf("own", ownRules, options);
  const infos = new Map<Entry, ThreadInfo>();
  const sidecars = options.sidecars ?? new Map<string, unknown>();
  for (const [path, ofFile] of groupBy(entries, ({ location }) => location.path)) {
    let open: readonly Entry[] = ofFile;
    for (const rule of rules) {
      if (open.length === 0) break;
      for (const claim of rule.claim({ entries: open, path, parentOf, sidecars })) {
        const { suffix, sessionId, agent } = claim;
        const info: ThreadInfo = { id: path + suffix, path, sessionId, rule: rule.name, agent };
        for (const entry of claim.entries) infos.set(entry, info);
      }
      open = open.filter((entry) => !infos.has(entry));
    }
    const info: ThreadInfo = { id: path, path, sessionId: sessionIdOf(path), rule: "file-session" };
    for (const entry of open) infos.set(entry, info);
  }
  return infos;
}

/** What is recorded, before copies are known. */
interface Recorded {
  readonly resolver: Resolver;
  readonly ancestry: Ancestry;
  readonly below: ReadonlyMap<Entry | undefined, readonly Entry[]>;
  readonly infos: ReadonlyMap<Entry, ThreadInfo>;
}

/** What the dedupe rules found. */
interface Found {
  readonly copies: Copy[];
  /** Blocks that are told by another entry, by the place of their entry. */
  readonly blocks: ReadonlyMap<Entry["location"], ReadonlyMap<number, Entry>>;
}

/** Ask the dedupe rules. A copy of a copy is a copy of the original; what another rule has folded is not asked again. */
function findCopies(
  entries: readonly Entry[],
  { resolver: { parentOf }, ancestry, below, infos }: Recorded,
  options: ReadOptions,
): Found {
  const originals = new Map<Entry, { of: Entry; rule: string; because: string | undefined }>();
  const blocks = new Map<Entry["location"], Map<number, Entry>>();
  const rules = rulesOf("dedupe", dedupeRules, options);
  for (const { name, find, findBlocks } of rules) {
    const view: DedupeView = {
      entries: originals.size === 0 ? entries : entries.filter((entry) => !originals.has(entry)),
      threadOf: (entry) => infos.get(entry)!.id,
      parentOf,
      childrenOf: (entry) => below.get(entry) ?? [],
      spansPrompt: ancestry.spansPrompt,
    };
    for (const { entry, of, because } of find(view))
      // Of two that are called copies of each other, one is told.
      if (last(of, entry) !== entry) originals.set(entry, { of, rule: name, because });
    for (const { entry, index, of } of findBlocks?.(view) ?? []) {
      const known = blocks.get(entry.location) ?? new Map<number, Entry>();
      blocks.set(entry.location, known.set(index, of));
    }
  }
  for (const { location } of originals.keys()) blocks.delete(location);
  return { copies: [...originals].map(([entry, found]) => ({ entry, ...found, of: last(found.of, entry) })), blocks };

  function last(of: Entry, entry: Entry): Entry {
    let original = of;
    const seen = new Set([entry]);
    for (let next = originals.get(original); next && !seen.has(original); next = originals.get(original)) {
      seen.add(original);
      original = next.of;
    }
    return original;
  }
}

/**
 * Copies by uuid, once it is known which entries are copies by content: each line is folded once, and of several told
 * records that share a uuid one is its placed one.
 */
function settle(copies: readonly Copy[], aliases: ReadonlyMap<Entry, Entry>): Copy[] {
  const folded = new Set([...aliases.keys()].map(({ id }) => id));
  return copies.flatMap((copy) => {
    const { entry, of, isShared } = copy;
    if (!isShared) return { ...copy, of: aliases.get(of) ?? of };
    if (aliases.has(of)) return [];
    return folded.delete(entry.id) ? [] : copy;
  });
}

/** One remark per file and rule: a resumed session may repeat thousands of entries. */
function reportCopies(copies: readonly Copy[], options: ReadOptions): void {
  for (const group of groupBy(copies, ({ entry, rule }) => `${entry.location.path}\n${rule}`).values()) {
    const [{ entry, of, rule }] = group as [Copy, ...Copy[]];
    const reason = `${group.length} copies, the first of \`${of.id}\` at ${of.location.path}:${of.location.line}`;
    if (rule !== "uuid-collision") report(options, rule, entry.location, reason, "info");
  }
}

/**
 * The edge up from each entry, as recorded or over copies. A pointer that leads nowhere is kept as `missing`; where
 * copies name several parents the first that resolves is taken, and `ambiguous-parent` says so.
 */
function drawEdges(
  entries: ReadonlyMap<string, Entry>,
  { candidates, resolve, parentOf }: Resolver,
  { aliases, ancestry }: { readonly aliases: ReadonlyMap<Entry, Entry>; readonly ancestry: Ancestry },
  options: ReadOptions,
): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (const entry of entries.values()) {
    const recorded = candidates(entry);
    let isAmbiguous = false;
    let isOwnCopy = false;
    for (const uuid of recorded) {
      const parent = resolve(uuid, entry.location.path);
      const original = parent && standIn(parent);
      if (original === undefined) continue;
      if (original !== parent && original === entry) {
        isOwnCopy = true;
        continue;
      }
      const known = edges.get(entry.id);
      if (known === undefined)
        edges.set(entry.id, { from: entry.id, to: original.id, kind: original === parent ? "parent" : "alias" });
      else if (known.to !== original.id) isAmbiguous = true;
    }
    if (isAmbiguous)
      report(options, "ambiguous-parent", entry.location, "Unexpected other parent on a copy, the first is taken", "info");
    if (!edges.has(entry.id) && recorded[0] !== undefined && !isOwnCopy)
      edges.set(entry.id, { from: entry.id, to: recorded[0], kind: "missing" });
  }
  return edges;

  /**
   * What an entry hangs on when its parent is a copy: the original. Where that stands above the copy, talk has gone on
   * between the two, and the entry goes on from there: from what the copy hangs on.
   */
  function standIn(parent: Entry): Entry {
    const original = aliases.get(parent);
    if (original === undefined) return parent;
    if (!ancestry.isAbove(original, parent)) return original;
    const seen = new Set<Entry>();
    let above = parentOf(parent);
    while (above && aliases.has(above) && !seen.has(above)) {
      seen.add(above);
      above = parentOf(above);
    }
    return above && !aliases.has(above) ? above : original;
  }
}
