import type { Entry } from "../../entry/entry.ts";
import { isPassthrough } from "../../entry/kind.ts";
import { groupOf } from "./repeated-block.ts";
import type { CopyOf, DedupeRule, DedupeView } from "./rule.ts";
import { otherKeys, textKey } from "./keys.ts";
import { maxClimb, strongKeys } from "./strong-keys.ts";

/**
 * Finds a stretch of a session that the client wrote again, under new uuids, when the session was resumed.
 *
 * Clients up to 2.1.2x do this when a prompt has several blocks. They split the prompt into one entry per block and
 * write everything after it again; the conversation continues from the copy. The rule recognises copies by their
 * content, never by their time. A copy becomes an alias of its original, and the children of the copy become children
 * of the original.
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
 * The key of an answer is its message id and its blocks. The key of a result is its text, its call and the message id
 * of that call. Prompts are copies if the replies below them are copies and their joined text and images are equal. If
 * neither has a reply, two prompts with the same text, time and parent are one. Hooks, and texts that the client writes
 * in the user's name, are copies if they are below a copy and the original has the same below it.
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
 * Equal text and times are not enough: a user may cancel a prompt and type it again.
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
    for (const entry of view.entries) {
      const key = keyed.get(entry);
      if (key === undefined) continue;
      const original = originals.get(key);
      if (original === undefined || view.spansPrompt(original, entry)) originals.set(key, entry);
      else alias.set(entry, original);
    }
    for (const [copy, original] of alias) matchPrompts(copy, original, alias, view);
    const reasons = new Map<Entry, string>();
    for (const { entry, of, because } of twins(view, alias)) {
      alias.set(entry, of);
      reasons.set(entry, because!);
    }
    const known = new Set(alias.keys());
    matchBelow(alias, view, isNotice, noticeKey);
    for (const entry of alias.keys()) if (!known.has(entry)) reasons.set(entry, "same text of the client below a copy");
    matchBelow(alias, view, isPassthrough, structuralKey);
    const stretches = stretchesOf(alias, view);
    for (const [entry, of] of alias)
      if (entry.kind !== "assistant" || stretches.has(groupOf(entry)))
        yield { entry, of, because: reasons.get(entry) ?? reasonOf(entry) };
  },
};

/** The API messages that were written again together with the entries around them. A single one is a repeated-block. */
function stretchesOf(alias: ReadonlyMap<Entry, Entry>, view: DedupeView): Set<string | undefined> {
  const stretches = new Set<string | undefined>();
  for (const entry of alias.keys()) {
    const parent = view.parentOf(entry);
    if (parent === undefined || !alias.has(parent) || groupOf(parent) === groupOf(entry)) continue;
    stretches.add(groupOf(entry)).add(groupOf(parent));
  }
  return stretches;
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
  const copied = below.filter((entry) => !above.includes(entry));
  const first = above.filter((entry) => !below.includes(entry));
  if (first.length === 0) return;
  if (content(copied) !== content(first)) return;
  for (const [index, entry] of copied.entries()) alias.set(entry, first[Math.min(index, first.length - 1)]!);
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
    run.unshift(above);
    above = view.parentOf(above);
  }
  return run;
}

/** Typed text, and text that the client writes in the user's name. Results have their own key. */
function isUserSpeech({ kind, userKind }: Entry): boolean {
  return kind === "user" && userKind !== "tool-result";
}

function content(run: readonly Entry[]): string {
  return JSON.stringify([run.map(textKey).filter(Boolean).join(" "), run.flatMap(otherKeys)]);
}

/** Prompts with equal text, time and parent that were not answered. The parent of a copy is that of its original. */
function* twins(view: DedupeView, alias: ReadonlyMap<Entry, Entry>): Generator<CopyOf> {
  const seen = new Map<string, Entry>();
  // In a file without links every entry lacks a parent, so a missing parent does not identify a position.
  const linked = new Set(
    view.entries.flatMap(({ parentUuid, location }) => (parentUuid === null ? [] : location.path)),
  );
  for (const entry of view.entries) {
    if (entry.userKind !== "prompt" || alias.has(entry) || Number.isNaN(entry.timestamp)) continue;
    if (isAnswered(entry, view)) continue;
    const above = view.parentOf(entry);
    if (above === undefined && (entry.parentUuid !== null || !linked.has(entry.location.path))) continue;
    const parent = above && (alias.get(above) ?? above);
    const key = `${view.threadOf(entry)}\n${parent?.id ?? ""}\n${entry.timestamp}\n${content([entry])}`;
    const of = seen.get(key);
    if (of === undefined) seen.set(key, entry);
    else yield { entry, of, because: "same text, time and parent, and no answer" };
  }
}

/** Whether an answer is a child of a prompt, directly or below hooks. */
function isAnswered(prompt: Entry, view: DedupeView): boolean {
  const open = [...view.childrenOf(prompt)];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === "assistant") return true;
    if (isPassthrough(next)) open.push(...view.childrenOf(next));
  }
  return false;
}

/** Entries below a copy are copies if the original has the same below it. */
function matchBelow(
  alias: Map<Entry, Entry>,
  view: DedupeView,
  isKind: (entry: Entry) => boolean,
  keyOf: (entry: Entry) => string,
): void {
  // The walk reaches what is found here later, and looks below it too.
  for (const [copy, original] of alias) {
    const below = view.childrenOf(original).filter(isKind);
    const known = new Map(below.map((child) => [keyOf(child), child]));
    for (const child of view.childrenOf(copy)) {
      const twin = isKind(child) && !alias.has(child) ? known.get(keyOf(child)) : undefined;
      if (twin) alias.set(child, twin);
    }
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
function structuralKey({ type, subtype, raw }: Entry): string {
  return JSON.stringify([type, subtype, raw["toolUseID"], raw["data"], raw["attachment"]]);
}
