import type { Entry, RawBlock } from "../../entry/entry.ts";
import { toBlocks } from "../../entry/parse.ts";
import { blockKey, cheapKey } from "./keys.ts";
import type { DedupeView } from "./rule.ts";

/**
 * The strong key of each answer and result that another one may repeat, within its lineage. Results are keyed by the
 * nearest call above them.
 */
export function strongKeys(view: DedupeView): Map<Entry, string> {
  const keys = new Map<Entry, string>();
  const callers = new Map<string, Set<Entry>>();
  const results: Entry[] = [];
  const isRepeated = findRepeated(view.entries);
  for (const entry of view.entries) {
    const blocks = entry.message?.blocks ?? [];
    if (isRepeated.answer(entry)) {
      const what = isSigned(entry) ? "signed" : entry.message!.id;
      keys.set(entry, `${view.lineageOf(entry)}\n${what}\n${blocks.map(blockKey).join("\n")}`);
    }
    if (isAnswer(entry) && !isSigned(entry)) {
      for (const { type, id } of blocks)
        if (type === "tool_use" && isRepeated.call(id)) add(callers, callId(view, entry, id), entry);
    } else if (entry.userKind === "tool-result") results.push(entry);
  }
  for (const entry of results) {
    const parts: string[] = [];
    for (const block of entry.message!.blocks) {
      if (block.type === "tool_result" && !isRepeated.call(block["tool_use_id"])) break;
      const part = block.type === "tool_result" ? resultKey(block, entry, callers, view) : blockKey(block);
      if (part !== undefined) parts.push(part);
    }
    // If the call of one result is no copy, the whole entry is no copy.
    if (parts.length === entry.message!.blocks.length)
      keys.set(entry, `${view.lineageOf(entry)}\nresult\n${parts.join("\n")}`);
  }
  return keys;
}

/** Whether an entry is an answer that can be recognised: thinking with a signature, or blocks with the id of a message. */
function isAnswer(entry: Entry): boolean {
  const { kind, message } = entry;
  return isSigned(entry) || (kind === "assistant" && message?.id !== undefined && message.blocks.length > 0);
}

/** Finds out, by short keys, which answers may have the same strong key as another one, and which ids of calls occur twice. */
function findRepeated(entries: readonly Entry[]) {
  const answers = new Map<string, number>();
  const calls = new Map<unknown, number>();
  for (const entry of entries) {
    if (!isAnswer(entry)) continue;
    count(answers, cheapAnswerKey(entry));
    for (const { type, id } of entry.message!.blocks) if (type === "tool_use") count(calls, String(id));
  }
  return {
    answer: (entry: Entry) => isAnswer(entry) && answers.get(cheapAnswerKey(entry))! > 1,
    call: (id: unknown) => (calls.get(String(id)) ?? 0) > 1,
  };
}

function cheapAnswerKey(entry: Entry): string {
  const [first, ...others] = entry.message!.blocks;
  return `${isSigned(entry) ? "" : entry.message!.id} ${others.length} ${cheapKey(first!)}`;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * Whether an entry is thinking with a signature, which does not occur twice by chance: the id of its message may differ, or
 * be missing.
 */
export function isSigned({ kind, message }: Entry): boolean {
  return kind === "assistant" && (message?.blocks ?? []).length > 0 && message!.blocks.every(hasSignature);
}

function hasSignature({ type, signature }: RawBlock): boolean {
  return type === "thinking" && typeof signature === "string" && signature !== "";
}

/**
 * The key of a result: its text, its call and the message of that call; `undefined` if the call was not written twice.
 */
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
  return `${view.lineageOf(entry)}\n${String(id)}`;
}

function add<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/**
 * How many entries to climb from a result to its call. The way is short in practice; the limit bounds damaged files.
 */
export const maxClimb = 500;

function nearestAbove(entry: Entry, wanted: ReadonlySet<Entry>, view: DedupeView): Entry | undefined {
  let above = view.parentOf(entry);
  for (let step = 0; above && step < maxClimb; step++) {
    if (wanted.has(above)) return above;
    above = view.parentOf(above);
  }
  return undefined;
}
