import type { Entry } from "../../entry/entry.ts";
import { isPassthrough, valuesOfNotice } from "../../entry/kind.ts";
import { groupBy } from "../../group-by.ts";
import { groupOf } from "./repeated-block.ts";
import type { DedupeRule, DedupeView } from "./dedupe-rule.ts";
import { otherKeys, resultKeys, textKey } from "./text-key.ts";
import { promptCopies } from "./prompt-copies.ts";
import { isSigned, maxClimb, strongKeys } from "./strong-keys.ts";

/**
 * A stretch that the client wrote again under new uuids, when the session was resumed, is folded.
 *
 * Clients up to 2.1.2x do this when a prompt has several blocks: they write one entry per block, and everything after
 * it again. The conversation continues from the copy.
 *
 * ```shape
 * A0 ┬ U1=a+b ─ A1=m1:x
 *    └ U2=a ─ U3=b ─ A2=m1:x ─ U4 ─ A3
 * ```
 *
 * ```threads
 * A0 U1 A1 U4 A3
 * ```
 *
 * The key of an answer is its message id and its blocks, calls with their inputs; that of a result its text, its call and the
 * message id of that call. Thinking is known by its signature. Prompts are copies if the replies below them are, and their joined text and
 * images are equal. Hooks, and texts that the client writes in the user's name, are copies if they are below a copy and
 * the original has the same below it.
 *
 * The copy may begin without a parent:
 *
 * ```shape
 * U1 ─ A1=m1:x ─ U2 ─ A2=m2:y
 *                              U3=U1 ─ A3=m1:x ─ U4=U2 ─ A4=m2:y ─ U5 ─ A5
 * ```
 *
 * ```threads copies=replayed-content
 * U1 A1 U2 A2 U5 A5
 * ```
 *
 * A prompt without an answer is a copy if another one of the same millisecond has all its blocks, and both have the
 * same parent or follow the same prompt, as parts of a prompt with images do:
 *
 * ```shape
 * A1 ┬ U1=a+b@5 ─ A2 ─ U2@7 ─ A3
 *    └ U3=a@5 ─ U4=b@5
 * ```
 *
 * ```threads copies=replayed-content
 * A1 U1 A2 U2 A3
 * ```
 *
 * The copy may be in the file of a session that continues the original one, or that begins with the same answers:
 * clients up to 1.0.72 wrote the whole history again on a resume.
 *
 * ```shape
 * U1 ─ A1=m1:x ─ U2 ─ A2=m2:y
 * ---
 *                              U3=U1 ─ A3=m1:x ─ U4=U2 ─ A4=m2:y ─ U5 ─ A5
 * ```
 *
 * ```threads copies=replayed-content
 * U1 A1 U2 A2
 * A2 → U5 A5
 * ```
 *
 * Parts below a prompt that nobody answered are found by their moment:
 *
 * ```shape
 * A0 ┬ U1=a+b@5 ─ A1=m1:x
 *    └                      U9=c@3 ─ U2=a@5 ─ U3=b@5 ─ A2=m1:x ─ U4@8 ─ A3@9
 * ```
 *
 * ```threads copies=replayed-content
 * A0 | U9 | U1 A1 U4 A3*
 * ```
 *
 * Equal text is not enough: a user may cancel a prompt and type it again.
 *
 * ```shape
 * A1 ┬ U1=go@5
 *    └         U2=go@9 ─ A2
 * ```
 *
 * ```threads rule=draft
 * A1 | U1 | U2 A2*
 * ```
 */
export const replayedContent: DedupeRule = {
  name: "replayed-content",
  *find(view) {
    const keyed = strongKeys(view);
    const alias = new Map<Entry, Entry>();
    const originals = new Map<string, Entry>();
    for (const entry of oldestFirst(view)) {
      const key = keyed.get(entry);
      if (key === undefined) continue;
      const original = originals.get(key);
      if (original === undefined || view.spansPrompt(original, entry)) originals.set(key, entry);
      else if ((original.uuid !== entry.uuid || entry.uuid === undefined) && !hasMore(entry, original))
        alias.set(entry, original);
    }
    for (const [copy, original] of alias) matchPrompts(copy, original, alias, view);
    const reasons = new Map<Entry, string>();
    for (const { entry, of, because } of promptCopies(view, alias)) {
      alias.set(entry, of);
      reasons.set(entry, because!);
    }
    const known = new Set(alias.keys());
    matchBelow(alias, view, isNotice, noticeKey);
    for (const entry of alias.keys()) if (!known.has(entry)) reasons.set(entry, "same text of the client below a copy");
    matchBelow(alias, view, isPassthrough, structuralKey);
    const stretches = stretchesOf(alias, view);
    for (const [entry, of] of alias)
      if (entry.kind !== "assistant" || stretches.has(groupOf(entry)) || isSignedCopy(entry, of))
        yield { entry, of, because: reasons.get(entry) ?? reasonOf(entry) };
  },
};

/** Whether a copy by its blocks has a recorded result that the original has not. */
function hasMore(copy: Entry, original: Entry): boolean {
  const [result] = resultKeys(copy);
  return result !== undefined && result !== resultKeys(original)[0];
}

/** The entries thread by thread: what one session holds first is copied by those that begin later. */
function oldestFirst({ entries, threadOf }: DedupeView): Entry[] {
  const threads = [...groupBy(entries, threadOf).values()].map((own) => ({
    own,
    begins: own.reduce((first, { timestamp }) => (timestamp < first ? timestamp : first), Infinity),
  }));
  return threads.sort((a, b) => a.begins - b.begins || 0).flatMap(({ own }) => own);
}

/** The API messages that were written again together with the entries around them. A single one is a repeated-block. */
function stretchesOf(alias: ReadonlyMap<Entry, Entry>, view: DedupeView): Set<string | undefined> {
  const stretches = new Set<string | undefined>();
  for (const entry of alias.keys()) {
    const parent = view.parentOf(entry);
    if (parent === undefined || !alias.has(parent)) continue;
    const [group, above] = [groupOf(entry), groupOf(parent)];
    if (group === undefined || group !== above) stretches.add(group).add(above);
  }
  return stretches;
}

/** Thinking with the signature of another message: a signature is enough, also where nothing around it is a copy. */
function isSignedCopy(entry: Entry, of: Entry): boolean {
  return isSigned(entry) && groupOf(entry) !== groupOf(of);
}

function reasonOf({ kind, userKind }: Entry): string {
  if (kind === "assistant") return "same message, same blocks";
  if (userKind === "tool-result") return "same result of the same call";
  return kind === "user" ? "same text, and the answers below are copies" : "below a copy, and the same";
}

/** Climb from a pair of equal answers: if the prompts above them have the same content, the prompts are a pair too. */
function matchPrompts(copy: Entry, original: Entry, alias: Map<Entry, Entry>, view: DedupeView): void {
  const [below, above] = [promptsAbove(copy, alias, view), promptsAbove(original, alias, view)];
  // A common parent was written once.
  const [isBelow, isAbove] = [new Set(below), new Set(above)];
  const copies = below.filter((entry) => !isAbove.has(entry));
  const originals = above.filter((entry) => !isBelow.has(entry));
  // Above the copy there may be prompts that nobody answered: those of the moment of the original are compared alone.
  for (const [copied, first] of [
    [copies, originals],
    [lastMoment(copies), lastMoment(originals)],
  ] as const) {
    if (first.length === 0 || content(copied) !== content(first)) continue;
    for (const [index, entry] of copied.entries()) alias.set(entry, first[Math.min(index, first.length - 1)]!);
    return;
  }
}

/** The entries at the end of a run that have the time of the last one. */
function lastMoment(run: readonly Entry[]): readonly Entry[] {
  const last = run.at(-1)?.timestamp;
  return run.slice(run.findLastIndex(({ timestamp }) => timestamp !== last) + 1);
}

/**
 * The run of prompts and notices directly above an answer, in order; a prompt of several blocks may be split over
 * several entries.
 */
function promptsAbove(entry: Entry, alias: ReadonlyMap<Entry, Entry>, view: DedupeView): Entry[] {
  const run: Entry[] = [];
  let above = view.parentOf(entry);
  for (let step = 0; above && isPassthrough(above) && step < maxClimb; step++) above = view.parentOf(above);
  // Parents are as recorded, and may still form a cycle.
  while (above && isUserSpeech(above) && !alias.has(above) && run.length < maxClimb) {
    run.push(above);
    above = view.parentOf(above);
  }
  return run.reverse();
}

/** Typed text, and text that the client writes in the user's name. Results have their own key. */
function isUserSpeech({ kind, userKind }: Entry): boolean {
  return kind === "user" && userKind !== "tool-result";
}

function content(run: readonly Entry[]): string {
  return JSON.stringify([run.map(textKey).filter(Boolean).join(" "), run.flatMap(otherKeys)]);
}

/** Entries below a copy are copies if the original has the same below it. */
function matchBelow(
  alias: Map<Entry, Entry>,
  view: DedupeView,
  isKind: (entry: Entry) => boolean,
  keyOf: (entry: Entry) => string,
): void {
  // An entry may have many copies: what is below it is read once.
  const belowOriginals = new Map<Entry, ReadonlyMap<string, Entry>>();
  // The walk reaches what is found here later, and looks below it too.
  for (const [copy, original] of alias)
    for (const child of view.childrenOf(copy)) {
      const twin = isKind(child) && !alias.has(child) ? childrenByKey(original).get(keyOf(child)) : undefined;
      if (twin) alias.set(child, twin);
    }

  function childrenByKey(original: Entry): ReadonlyMap<string, Entry> {
    const known = belowOriginals.get(original);
    if (known) return known;
    const below = view.childrenOf(original).filter(isKind);
    const found = new Map(below.map((child) => [keyOf(child), child]));
    belowOriginals.set(original, found);
    return found;
  }
}

/**
 * Text that the client wrote in the user's name. Users do not type interruptions, so equal text below a copy is enough.
 */
function isNotice(entry: Entry): boolean {
  return isUserSpeech(entry) && entry.userKind !== "prompt";
}

function noticeKey(entry: Entry): string {
  return `${entry.userKind}\n${content([entry])}`;
}

/** The content of a hook or progress record, for comparison. */
function structuralKey(entry: Entry): string {
  return JSON.stringify([entry.type, entry.raw["toolUseID"], valuesOfNotice(entry)]);
}
