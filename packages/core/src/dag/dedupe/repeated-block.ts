import type { Entry } from "../../entry/entry.ts";
import { groupBy } from "../../group-by.ts";
import { blockKey, cheapKey } from "./text-key.ts";
import type { BlockCopy, DedupeRule, DedupeView } from "./dedupe-rule.ts";

/**
 * A block of an API message that was written twice is folded.
 *
 * ```shape
 * U1 ─ A1=m1:x
 *                A2=m1:x ─ U2 ─ A3
 * ```
 *
 * ```threads copies=repeated-block
 * U1 A1 U2 A3
 * ```
 *
 * The key is the id of the message (else of the request) and the whole block, because long answers share their
 * openings. If the client numbers the blocks of a message, the numbers must agree. Of an entry that also holds
 * something new, only the repeated blocks are folded.
 */
export const repeatedBlock: DedupeRule = {
  name: "repeated-block",
  *find(view) {
    for (const { entry, blocks } of repeatsIn(view)) {
      const [of, ...others] = new Set(blocks.values());
      if (blocks.size === entry.message!.blocks.length)
        yield { entry, of: of!, others, because: "same message, same block" };
    }
  },
  *findBlocks(view) {
    for (const { entry, blocks } of repeatsIn(view))
      if (blocks.size < entry.message!.blocks.length)
        for (const [index, of] of blocks) yield { entry, index, of } satisfies BlockCopy;
  },
};

interface Repeat {
  readonly entry: Entry;
  /** The repeated blocks, by index, each with the earlier entry that holds it. */
  readonly blocks: ReadonlyMap<number, Entry>;
}

const known = new WeakMap<DedupeView, readonly Repeat[]>();

/** The repeats of a view, found once for entries and blocks. */
function repeatsIn(view: DedupeView): readonly Repeat[] {
  const found = known.get(view) ?? [...repeats(view)];
  known.set(view, found);
  return found;
}

/** Each entry with blocks that an earlier entry of the same message and thread holds. */
function* repeats({ entries, threadOf, spansPrompt }: DedupeView): Generator<Repeat> {
  const groups = groupBy(entries, (entry) => {
    const group = groupOf(entry);
    return group && `${threadOf(entry)}\n${group}`;
  });
  for (const [group, ofGroup] of groups)
    if (group !== undefined && ofGroup.length > 1 && mayRepeat(ofGroup)) yield* repeatsOf(ofGroup, spansPrompt);
}

function mayRepeat(entries: readonly Entry[]): boolean {
  const seen = new Set<string>();
  for (const { message } of entries)
    for (const block of message!.blocks) {
      const key = cheapKey(block);
      if (seen.has(key)) return true;
      seen.add(key);
    }
  return false;
}

function* repeatsOf(entries: readonly Entry[], spansPrompt: DedupeView["spansPrompt"]): Generator<Repeat> {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const blocks = new Map<number, Entry>();
    for (const [index, block] of entry.message!.blocks.entries()) {
      const key = blockKey(block);
      const of = first.get(key);
      if (of === undefined || spansPrompt(of, entry)) first.set(key, entry);
      else if (of !== entry && isSameIndex(of, entry)) blocks.set(index, of);
    }
    if (blocks.size > 0) yield { entry, blocks };
  }
}

/** The key that the entries of one API message share: the id of the message, else of the request. */
export function groupOf({ kind, message, raw }: Entry): string | undefined {
  if (kind !== "assistant" || message === undefined) return undefined;
  return message.id ?? (typeof raw["requestId"] === "string" ? raw["requestId"] : undefined);
}

/** Newer clients number the blocks of a message. */
function isSameIndex(a: Entry, b: Entry): boolean {
  const [first, second] = [a.raw["apiBlockIndex"], b.raw["apiBlockIndex"]];
  return first === undefined || second === undefined || first === second;
}
