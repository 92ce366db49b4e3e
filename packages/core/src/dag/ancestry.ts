import type { Entry } from "../entry/entry.ts";
import { isPrompt } from "../entry/kind.ts";

/** Which entry is an ancestor of which, by the recorded parents. */
export interface Ancestry {
  /** Whether the first entry is an ancestor of the second. */
  isAbove: (above: Entry, entry: Entry) => boolean;
  /** The same, with a prompt between the two. An API message never continues across a prompt. */
  spansPrompt: (above: Entry, entry: Entry) => boolean;
}

/** When a walk from the roots enters and leaves each entry, and how many prompts are on the way to it. */
interface Numbers {
  readonly met: ReadonlyMap<Entry, number>;
  readonly left: ReadonlyMap<Entry, number>;
  readonly prompts: ReadonlyMap<Entry, number>;
}

/**
 * Index the ancestors of entries. The index is made on first use, because most transcripts hold no copies and never
 * need it. Entries of a cycle are ancestors of nothing.
 *
 * @param entries all entries.
 * @param parentOf the recorded parent.
 * @param childrenOf the recorded children.
 */
export function createAncestry(
  entries: readonly Entry[],
  parentOf: (entry: Entry) => Entry | undefined,
  childrenOf: (entry: Entry) => readonly Entry[],
): Ancestry {
  let known: Numbers | undefined;
  const isAbove = (above: Entry, entry: Entry) => {
    known ??= number(entries, parentOf, childrenOf);
    const [from, at, to] = [known.met.get(above), known.met.get(entry), known.left.get(above)];
    return from !== undefined && at !== undefined && to !== undefined && from < at && at < to;
  };
  return {
    isAbove,
    spansPrompt: (above, entry) => isAbove(above, entry) && known!.prompts.get(entry)! > known!.prompts.get(above)!,
  };
}

function number(
  entries: readonly Entry[],
  parentOf: (entry: Entry) => Entry | undefined,
  childrenOf: (entry: Entry) => readonly Entry[],
): Numbers {
  const met = new Map<Entry, number>();
  const left = new Map<Entry, number>();
  const prompts = new Map<Entry, number>();
  let clock = 0;
  for (const root of entries) {
    if (parentOf(root) !== undefined) continue;
    const open: Array<{ entry: Entry; isMet: boolean }> = [{ entry: root, isMet: false }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { entry } = next;
      if (next.isMet) {
        left.set(entry, clock++);
        continue;
      }
      const parent = parentOf(entry);
      met.set(entry, clock++);
      prompts.set(entry, ((parent && prompts.get(parent)) ?? 0) + Number(isPrompt(entry)));
      open.push({ entry, isMet: true });
      for (const child of childrenOf(entry)) open.push({ entry: child, isMet: false });
    }
  }
  return { met, left, prompts };
}
