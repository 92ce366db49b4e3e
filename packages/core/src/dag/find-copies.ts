import type { Entry } from "../entry/entry.ts";
import type { Ancestry } from "./ancestry.ts";
import type { Copy, ThreadInfo } from "./dag.ts";
import type { DedupeRule, DedupeView } from "./dedupe/rule.ts";
import type { Resolver } from "./resolve.ts";

/** What is recorded, before copies are known. */
export interface Recorded {
  readonly resolver: Resolver;
  readonly ancestry: Ancestry;
  readonly below: ReadonlyMap<Entry | undefined, readonly Entry[]>;
  readonly infos: ReadonlyMap<Entry, ThreadInfo>;
}

/** What the dedupe rules found. */
export interface FoundCopies {
  readonly copies: Copy[];
  /** Blocks that another entry holds, by the location of their entry. */
  readonly blocks: ReadonlyMap<Entry["location"], ReadonlyMap<number, Entry>>;
}

/** Ask the dedupe rules. A copy of a copy is a copy of the original; what another rule has folded is not asked again. */
export function findCopies(
  entries: readonly Entry[],
  { resolver: { parentOf }, ancestry, below, infos }: Recorded,
  rules: readonly DedupeRule[],
): FoundCopies {
  const originals = new Map<Entry, { of: Entry; rule: string; because: string | undefined }>();
  const blocks = new Map<Entry["location"], Map<number, Entry>>();
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
 * Copies by uuid, once it is known which entries are copies by content: each line is folded once, and of several kept
 * records that share a uuid one is the placed one.
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
