import type { Entry, RawBlock } from "../../entry/entry.ts";
import { isPassthrough } from "../../entry/kind.ts";
import { toBlocks } from "../../entry/parse.ts";
import { groupOf } from "./repeated-block.ts";
import type { CopyOf, DedupeRule, DedupeView } from "./rule.ts";
import { blockKey, otherKeys, textKey } from "./keys.ts";

/**
 * A resumed session wrote a stretch of itself again, under new uuids.
 *
 * Clients up to 2.1.2x do this when a prompt has several blocks: the prompt is split into one entry per block and
 * everything after it is written once more; the conversation goes on from the copy. Copies are recognised by what
 * they say, never by their time. They are aliased to the originals, and what follows them hangs on the originals.
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
 * The key of an answer is its message id and blocks; of a result, its words, its call and that call's message id. Prompts are
 * copies when the replies below them are, and their joined text and images are equal. Without replies on either
 * side, two prompts with the same words, time and parent are one. Hooks, and what the client says in the person's
 * name, are copies where they stand below a copy and the original has the same below it.
 *
 * The copy may begin again without a parent:
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
 * Not when only words and times agree: a person may cancel a prompt and type it again.
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
    for (const entry of alias.keys())
      if (!known.has(entry)) reasons.set(entry, "same words of the client below a copy");
    matchBelow(alias, view, isPassthrough, structuralKey);
    const stretches = stretchesOf(alias, view);
    for (const [entry, of] of alias)
      if (entry.kind !== "assistant" || stretches.has(groupOf(entry)))
        yield { entry, of, because: reasons.get(entry) ?? reasonOf(entry) };
  },
};

/** The API messages that were written again with what stands around them. A single one is a repeated-block. */
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
  return kind === "user" ? "same words, and the answers below are copies" : "below a copy, and the same";
}

/** The strong key of each answer and result, within its line. Results are keyed by the nearest call above them. */
function strongKeys(view: DedupeView): Map<Entry, string> {
  const keys = new Map<Entry, string>();
  const callers = new Map<string, Set<Entry>>();
  const results: Entry[] = [];
  for (const entry of view.entries) {
    const blocks = entry.message?.blocks ?? [];
    const id = entry.message?.id;
    if (entry.kind === "assistant" && id !== undefined && blocks.length > 0) {
      keys.set(entry, `${view.threadOf(entry)}\n${id}\n${blocks.map(blockKey).join("\n")}`);
      for (const block of blocks) if (block.type === "tool_use") add(callers, callId(view, entry, block["id"]), entry);
    } else if (entry.userKind === "tool-result") results.push(entry);
  }
  for (const entry of results) {
    const parts: string[] = [];
    for (const block of entry.message!.blocks) {
      const part = block.type === "tool_result" ? resultKey(block, entry, callers, view) : blockKey(block);
      if (part !== undefined) parts.push(part);
    }
    // A result whose call is no copy makes the whole entry its own.
    if (parts.length === entry.message!.blocks.length)
      keys.set(entry, `${view.threadOf(entry)}\nresult\n${parts.join("\n")}`);
  }
  return keys;
}

/** A result by its words, its call and that call's message; nothing where the call was not written twice. */
function resultKey(
  block: RawBlock,
  entry: Entry,
  callers: ReadonlyMap<string, ReadonlySet<Entry>>,
  view: DedupeView,
): string | undefined {
  const calls = callers.get(callId(view, entry, block["tool_use_id"]));
  const call = calls && calls.size > 1 ? nearestAbove(entry, calls, view) : undefined;
  return call && `${String(block["tool_use_id"])}\n${call.message!.id!}\n${JSON.stringify(toBlocks(block["content"]))}`;
}

function callId(view: DedupeView, entry: Entry, id: unknown): string {
  return `${view.threadOf(entry)}\n${String(id)}`;
}

function add<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/** A result hangs on its call, or a few entries below it: the climb is short, and bounded all the same. */
const maxClimb = 500;

function nearestAbove(entry: Entry, wanted: ReadonlySet<Entry>, view: DedupeView): Entry | undefined {
  let above = view.parentOf(entry);
  for (let step = 0; above && step < maxClimb; step++) {
    if (wanted.has(above)) return above;
    above = view.parentOf(above);
  }
  return undefined;
}

/** Go up from a pair of equal answers: where both hang on prompts that say the same, the prompts are a pair too. */
function matchPrompts(copy: Entry, original: Entry, alias: Map<Entry, Entry>, view: DedupeView): void {
  const [below, above] = [promptsAbove(copy, alias, view), promptsAbove(original, alias, view)];
  // What both hang on was written once.
  const copied = below.filter((entry) => !above.includes(entry));
  const first = above.filter((entry) => !below.includes(entry));
  if (first.length === 0) return;
  if (content(copied) !== content(first)) return;
  for (const [index, entry] of copied.entries()) alias.set(entry, first[Math.min(index, first.length - 1)]!);
}

/** The run of prompts and notices directly above an answer, in order; a prompt of several blocks may be split over several entries. */
function promptsAbove(entry: Entry, alias: ReadonlyMap<Entry, Entry>, view: DedupeView): Entry[] {
  const run: Entry[] = [];
  let above = view.parentOf(entry);
  for (let step = 0; above && isPassthrough(above) && step < maxClimb; step++) above = view.parentOf(above);
  // Parents are as recorded, and may still run in a circle.
  while (above && isUserSpeech(above) && !alias.has(above) && run.length < maxClimb) {
    run.unshift(above);
    above = view.parentOf(above);
  }
  return run;
}

/** Typed words, and what the client writes in the person's name; results have a key of their own. */
function isUserSpeech({ kind, userKind }: Entry): boolean {
  return kind === "user" && userKind !== "tool-result";
}

function content(run: readonly Entry[]): string {
  return JSON.stringify([run.map(textKey).filter(Boolean).join(" "), run.flatMap(otherKeys)]);
}

/** Prompts with equal words, time and position, none of which was answered. A copy's position is its original's. */
function* twins(view: DedupeView, alias: ReadonlyMap<Entry, Entry>): Generator<CopyOf> {
  const seen = new Map<string, Entry>();
  // In a file without links every entry is parentless: that is no position that two could share.
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
    else yield { entry, of, because: "same words, time and place, and no answer" };
  }
}

/** Whether an answer hangs on a prompt, perhaps below hooks. */
function isAnswered(prompt: Entry, view: DedupeView): boolean {
  const open = [...view.childrenOf(prompt)];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === "assistant") return true;
    if (isPassthrough(next)) open.push(...view.childrenOf(next));
  }
  return false;
}

/** Entries below a copy are copies where the original has the same below it. */
function matchBelow(
  alias: Map<Entry, Entry>,
  view: DedupeView,
  isKind: (entry: Entry) => boolean,
  keyOf: (entry: Entry) => string,
): void {
  // What is found is met in its turn: below it the same may hold.
  for (const [copy, original] of alias) {
    const below = view.childrenOf(original).filter(isKind);
    const known = new Map(below.map((child) => [keyOf(child), child]));
    for (const child of view.childrenOf(copy)) {
      const twin = isKind(child) && !alias.has(child) ? known.get(keyOf(child)) : undefined;
      if (twin) alias.set(child, twin);
    }
  }
}

/** What the client wrote in the person's name: nobody types an interruption, so equal words below a copy are enough. */
function isNotice(entry: Entry): boolean {
  return isUserSpeech(entry) && entry.userKind !== "prompt";
}

function noticeKey(entry: Entry): string {
  return `${entry.userKind}\n${content([entry])}`;
}

/** What a hook or progress says. */
function structuralKey({ type, subtype, raw }: Entry): string {
  return JSON.stringify([type, subtype, raw["toolUseID"], raw["data"], raw["attachment"]]);
}
