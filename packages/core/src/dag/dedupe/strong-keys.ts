import type { Entry, RawBlock } from "../../entry/entry.ts";
import { toBlocks } from "../../entry/parse-records.ts";
import { blockKey, cheapKey } from "./text-key.ts";
import type { DedupeView } from "./dedupe-rule.ts";

/**
 * The strong key of each answer and result that another one may repeat, within its lineage. Results are keyed by the
 * nearest call above them.
 */
export function strongKeys(view: DedupeView): Map<Entry, string> {
  const keys = new Map<Entry, string>();
  const callers = new Map<string, Set<Entry>>();
  const { answers, results, isRepeated, isRepeatedCall } = readAnswers(view.entries);
  for (const answer of answers) {
    const { entry, isThinking } = answer;
    const { id: messageId, blocks } = entry.message!;
    if (isRepeated(answer))
      keys.set(
        entry,
        `${view.lineageOf(entry)}\n${isThinking ? "signed" : messageId}\n${blocks.map(blockKey).join("\n")}`,
      );
    for (const { type, id } of blocks)
      if (type === "tool_use" && isRepeatedCall(id)) add(callers, callId(view, entry, id), entry);
  }
  for (const entry of results) {
    const parts: string[] = [];
    for (const block of entry.message!.blocks) {
      if (block.type === "tool_result" && !isRepeatedCall(block["tool_use_id"])) break;
      const part = block.type === "tool_result" ? resultKey(block, entry, callers, view) : blockKey(block);
      if (part !== undefined) parts.push(part);
    }
    // If the call of one result is no copy, the whole entry is no copy.
    if (parts.length === entry.message!.blocks.length)
      keys.set(entry, `${view.lineageOf(entry)}\nresult\n${parts.join("\n")}`);
  }
  return keys;
}

/** An answer that can be recognised: thinking with a signature, or blocks with the id of a message. */
interface Answer {
  readonly entry: Entry;
  readonly isThinking: boolean;
  /** Answers with one strong key have one short key, too. */
  readonly short: string;
}

/** The answers and results, and which answers and ids of calls may occur twice. */
function readAnswers(entries: readonly Entry[]) {
  const answers: Answer[] = [];
  const results: Entry[] = [];
  const shorts = new Map<string, number>();
  const calls = new Map<string, number>();
  for (const entry of entries) {
    const { kind, userKind, message } = entry;
    const isThinking = isSigned(entry);
    if (isThinking || (kind === "assistant" && message?.id !== undefined && message.blocks.length > 0)) {
      const { id, blocks } = message!;
      const short = `${isThinking ? "" : id} ${blocks.length} ${cheapKey(blocks[0]!)}`;
      answers.push({ entry, isThinking, short });
      count(shorts, short);
      for (const block of blocks) if (block.type === "tool_use") count(calls, String(block["id"]));
    } else if (userKind === "tool-result") results.push(entry);
  }
  return {
    answers,
    results,
    isRepeated: ({ short }: Answer) => shorts.get(short)! > 1,
    isRepeatedCall: (id: unknown) => (calls.get(String(id)) ?? 0) > 1,
  };
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
 * The key of a result: its text, its call with the input, and the message of that call; `undefined` if the call was not written
 * twice.
 */
function resultKey(
  block: RawBlock,
  entry: Entry,
  callers: ReadonlyMap<string, ReadonlySet<Entry>>,
  view: DedupeView,
): string | undefined {
  const calls = callers.get(callId(view, entry, block["tool_use_id"]));
  const call = calls && calls.size > 1 ? nearestAbove(entry, calls, view) : undefined;
  if (call === undefined) return undefined;
  const { id, blocks } = call.message!;
  const asked = blocks.find((one) => one.type === "tool_use" && one["id"] === block["tool_use_id"])!;
  return `${blockKey(asked)}\n${id!}\n${JSON.stringify(toBlocks(block["content"]))}`;
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
