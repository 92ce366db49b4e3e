import type { Entry } from "../entry/entry.ts";
import { isPrompt } from "../entry/kind.ts";

/** Who stands above whom, by the recorded parents. */
export interface Ancestry {
  /** Whether parents lead from an entry up to another one. */
  isAbove: (above: Entry, entry: Entry) => boolean;
  /** The same, and a person spoke in between: no API message goes on over a prompt. */
  spansPrompt: (above: Entry, entry: Entry) => boolean;
}

/** When a walk down meets and leaves each entry, and how many prompts stand down to it. */
interface Numbers {
  readonly met: ReadonlyMap<Entry, number>;
  readonly left: ReadonlyMap<Entry, number>;
  readonly prompts: ReadonlyMap<Entry, number>;
}

/**
 * Number the entries as a walk down meets and leaves them, when the first question is asked: most transcripts hold no
 * copy, and nobody asks. Entries on a circle are above nothing.
 *
 * @param entries all entries.
 * @param parentOf the recorded parent.
 * @param childrenOf entries recorded below.
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
