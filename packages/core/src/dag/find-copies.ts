import { type Entry, wordsLocation } from "../entry/entry.ts";
import type { Ancestry } from "./ancestry.ts";
import type { Copy, ThreadInfo } from "./dag.ts";
import type { DedupeRule, DedupeView } from "./dedupe/dedupe-rule.ts";
import { findLineages } from "./lineages.ts";
import type { Resolver } from "./resolve.ts";

/** The recorded graph, before copies are known. */
export interface RecordedGraph {
  /** Finds the entry that a recorded uuid means. */
  readonly resolver: Resolver;
  /** Which entry is an ancestor of which. */
  readonly ancestry: Ancestry;
  /** The recorded children of each entry. */
  readonly below: ReadonlyMap<Entry | undefined, readonly Entry[]>;
  /** The thread of each entry. */
  readonly infos: ReadonlyMap<Entry, ThreadInfo>;
}

/** The copies that the dedupe rules found. */
export interface FoundCopies {
  /** Entries that are copies as a whole. */
  readonly copies: Copy[];
  /**
   * Single blocks that are copies, by the location where they were recorded: the index of the block, and the entry that
   * holds the original.
   */
  readonly blocks: ReadonlyMap<Entry["location"], ReadonlyMap<number, Entry>>;
  /** The lineage of an entry, as in {@link DedupeView}. */
  readonly lineageOf: (entry: Entry) => string;
}

/**
 * Run the dedupe rules in order. A copy of a copy becomes a copy of the original. A later rule does not see entries
 * that an earlier rule has folded.
 *
 * @param entries one entry per uuid, in the order of (path, line).
 * @param recorded the recorded graph.
 * @param rules the dedupe rules.
 * @returns the copies; `of` is always an entry that is no copy.
 */
export function findCopies(
  entries: readonly Entry[],
  { resolver: { parentOf }, ancestry, below, infos }: RecordedGraph,
  rules: readonly DedupeRule[],
): FoundCopies {
  const originals = new Map<Entry, Omit<Copy, "isShared">>();
  const shortcuts = new Map<Entry, Entry>();
  const blocks = new Map<Entry["location"], Map<number, Entry>>();
  const lineageOf = findLineages(entries, parentOf, infos);
  for (const { name, find, findBlocks } of rules) {
    const view: DedupeView = {
      entries: originals.size === 0 ? entries : entries.filter((entry) => !originals.has(entry)),
      threadOf: (entry) => infos.get(entry)!.id,
      lineageOf,
      parentOf,
      childrenOf: (entry) => below.get(entry) ?? [],
      spansPrompt: ancestry.spansPrompt,
    };
    for (const copy of find(view)) note({ ...copy, rule: name });
    for (const { entry, index, of } of findBlocks?.(view) ?? []) {
      const at = wordsLocation(entry);
      const known = blocks.get(at) ?? new Map<number, Entry>();
      blocks.set(at, known.set(index, of));
    }
  }
  for (const entry of originals.keys()) blocks.delete(wordsLocation(entry));
  const copies = [...originals].map(([entry, found]) => ({
    ...found,
    of: last(found.of, entry),
    others: found.others?.map((one) => last(one, entry)),
  }));
  return { copies, blocks, lineageOf };

  /** The entry that a chain of copies ends at, at the latest at `entry`. Each step is shortened for those that follow. */
  function last(of: Entry, entry: Entry): Entry {
    const steps: Entry[] = [];
    let original = of;
    for (let found = originals.get(original); found && original !== entry; found = originals.get(original)) {
      steps.push(original);
      original = shortcuts.get(original) ?? found.of;
    }
    for (const step of steps) shortcuts.set(step, original);
    return original;
  }

  function note(copy: Omit<Copy, "isShared">): void {
    const { entry, of } = copy;
    // If two entries are each called a copy of the other, one of them stays.
    if (last(of, entry) === entry) return;
    if (originals.has(entry)) shortcuts.clear();
    originals.set(entry, copy);
  }
}

/**
 * Combine the copies by uuid with the copies by content. Each record is folded only once. If several kept records share
 * a uuid, one of them is the placed entry.
 *
 * @param copies the copies by uuid.
 * @param aliases the copies by content, each with its original.
 * @returns the copies by uuid, with originals that are no copies.
 */
export function settleCopies(copies: readonly Copy[], aliases: ReadonlyMap<Entry, Entry>): Copy[] {
  const folded = new Set([...aliases.keys()].map(({ id }) => id));
  return copies.flatMap((copy) => {
    const { entry, of, isShared } = copy;
    if (!isShared) return { ...copy, of: aliases.get(of) ?? of };
    if (aliases.has(of)) return [];
    return folded.delete(entry.id) ? [] : copy;
  });
}
