import type { Entry } from "../../entry/entry.ts";
import { isPassthrough } from "../../entry/kind.ts";
import { groupBy } from "../../group-by.ts";
import { partKeys } from "./text-key.ts";
import type { CopyOf, DedupeView } from "./dedupe-rule.ts";
import { maxClimb } from "./strong-keys.ts";

/**
 * Prompts without an answer that another prompt of the same moment contains, block by block: nobody types two prompts in one
 * millisecond. They compete for one place: they have the same parent, or follow the same prompt.
 *
 * @param view what a dedupe rule can look at.
 * @param alias the copies that were found already.
 */
export function* promptCopies(view: DedupeView, alias: ReadonlyMap<Entry, Entry>): Generator<CopyOf> {
  const places = createPlaces(view, alias);
  for (const [place, prompts] of groupBy(view.entries, places))
    if (place !== undefined && prompts.length > 1) yield* copiesAmong(prompts, view);
}

function* copiesAmong(prompts: readonly Entry[], view: DedupeView): Generator<CopyOf> {
  /** The richest prompt that holds a block. */
  const richest = new Map<string, Candidate>();
  const candidates = prompts.map((entry, index): Candidate => {
    const parts = partKeys(entry);
    return { entry, parts, isAnswered: isAnswered(entry, view), index };
  });
  for (const one of candidates)
    for (const part of one.parts) {
      const best = richest.get(part);
      if (best === undefined || isRicher(one, best)) richest.set(part, one);
    }
  for (const one of candidates) {
    const best = one.isAnswered || one.parts.length === 0 ? undefined : richest.get(one.parts[0]!)!;
    if (best === undefined || best === one || !isWithin(one.parts, best.parts)) continue;
    if (isAbove(one.entry, best.entry, view) || isAbove(best.entry, one.entry, view)) continue;
    yield { entry: one.entry, of: best.entry, because: "same time and place, contained in the other, and no answer" };
  }
}

interface Candidate {
  readonly entry: Entry;
  readonly parts: readonly string[];
  readonly isAnswered: boolean;
  /** Its position in the file. */
  readonly index: number;
}

/** Whether a prompt has more blocks than another one; of two that are equal, the answered one, then the first. */
function isRicher(a: Candidate, b: Candidate): boolean {
  if (a.parts.length !== b.parts.length) return a.parts.length > b.parts.length;
  return a.isAnswered === b.isAnswered ? a.index < b.index : a.isAnswered;
}

function isWithin(parts: readonly string[], all: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const part of all) left.set(part, (left.get(part) ?? 0) + 1);
  return parts.every((part) => {
    const count = left.get(part) ?? 0;
    left.set(part, count - 1);
    return count > 0;
  });
}

/** Whether one prompt is above another one in a run of prompts of one moment. */
function isAbove(above: Entry, entry: Entry, view: DedupeView): boolean {
  let next = view.parentOf(entry);
  for (let step = 0; next && isPromptAt(next, entry.timestamp) && step < maxClimb; step++) {
    if (next === above) return true;
    next = view.parentOf(next);
  }
  return false;
}

function isPromptAt({ userKind, timestamp }: Entry, time: number): boolean {
  return userKind === "prompt" && timestamp === time;
}

/** Returns the place and the moment of a prompt, for comparison; `undefined` for an entry that cannot be such a copy. */
function createPlaces(view: DedupeView, alias: ReadonlyMap<Entry, Entry>): (entry: Entry) => string | undefined {
  // In a file without links every entry lacks a parent, so a missing parent does not identify a position.
  const linked = new Set(
    view.entries.flatMap(({ parentUuid, location }) => (parentUuid === null ? [] : location.path)),
  );
  return (entry) => {
    const { userKind, timestamp, location } = entry;
    if (userKind !== "prompt" || alias.has(entry) || Number.isNaN(timestamp)) return undefined;
    let first = entry;
    let above = view.parentOf(entry);
    // A prompt may be split over several entries.
    for (let step = 0; above && isPromptAt(above, timestamp) && step < maxClimb; step++) {
      first = above;
      above = view.parentOf(above);
    }
    if (above === undefined && (first.parentUuid !== null || !linked.has(location.path))) return undefined;
    const place = above && placeBelow(alias.get(above) ?? above, timestamp, view);
    return `${view.threadOf(entry)}\n${timestamp}\n${place?.id ?? ""}`;
  };
}

/**
 * The prompt that a moment follows. Where what is above has the same time, times say nothing, as in a history that was
 * copied as a whole: there it is the entry directly above.
 */
function placeBelow(parent: Entry, time: number, view: DedupeView): Entry {
  let above: Entry | undefined = parent;
  for (let step = 0; above && step < maxClimb; step++) {
    if (above.timestamp === time) return parent;
    if (above.userKind === "prompt") return above;
    above = view.parentOf(above);
  }
  return parent;
}

/** Whether an answer is a child of a prompt, directly or below hooks. */
function isAnswered(prompt: Entry, view: DedupeView): boolean {
  const open = [...view.childrenOf(prompt)];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === "assistant") return true;
    if (isPassthrough(next)) for (const child of view.childrenOf(next)) open.push(child);
  }
  return false;
}
