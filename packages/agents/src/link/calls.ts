import { type Entry, groupBy, isObject, type ThreadInfo, type LinkView, type RawBlock, toBlocks } from "@ccdag/core";
import { normal } from "../words.ts";

/** A tool call, with its result. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly entry: Entry;
  readonly input: Readonly<Record<string, unknown>>;
  /** Its prompt as {@link normal} makes it; empty if it has none. */
  readonly prompt: string;
  /** The entry with its result, if there is one. */
  result?: Entry | undefined;
  /** The content block of the result. */
  block?: RawBlock | undefined;
}

/** Every tool call of a project, for the link rules. */
export interface CallIndex {
  /** By time. */
  readonly all: readonly Call[];
  /** Those that may have spawned an agent. */
  readonly spawning: readonly Call[];
  /** The calls of one entry. */
  readonly of: (entry: Entry) => readonly Call[];
  /** The calls with an id, by time. */
  readonly byId: (id: string) => readonly Call[];
  /** The spawning calls with a prompt as {@link normal} makes it, by time. */
  readonly byPrompt: (prompt: string) => readonly Call[];
}

const indexes = new WeakMap<LinkView, CallIndex>();

/** Index the tool calls of a graph, once for all rules of a run. */
export function callIndex(view: LinkView): CallIndex {
  const known = indexes.get(view);
  if (known) return known;
  const all = view.entries.flatMap(callsOf).sort((a, b) => view.compare(a.entry, b.entry));
  const byId = groupBy(all, ({ id }) => id);
  const byEntry = groupBy(all, ({ entry }) => entry);
  const spawning = all.filter(isSpawn);
  const byPrompt = groupBy(spawning, ({ prompt }) => prompt);
  for (const entry of view.entries)
    for (const block of entry.message?.blocks ?? []) if (block.type === "tool_result") answer(entry, block);
  const index: CallIndex = {
    all,
    spawning,
    of: (entry) => byEntry.get(entry) ?? [],
    byId: (id) => byId.get(id) ?? [],
    byPrompt: (prompt) => byPrompt.get(prompt) ?? [],
  };
  indexes.set(view, index);
  return index;

  /** Tool ids may repeat: a result belongs to the first call without a result, on the same thread if possible. */
  function answer(entry: Entry, block: RawBlock): void {
    const waiting = (byId.get(String(block["tool_use_id"])) ?? []).filter((call) => !call.result);
    const call = waiting.find((one) => view.threadOf(one.entry) === view.threadOf(entry)) ?? waiting[0];
    if (call === undefined) return;
    call.result = entry;
    call.block = block;
  }
}

function callsOf(entry: Entry): Call[] {
  return (entry.message?.blocks ?? []).flatMap((block) => {
    if (block.type !== "tool_use" || typeof block["id"] !== "string") return [];
    const input = isObject(block["input"]) ? block["input"] : {};
    return { id: block["id"], name: String(block["name"]), entry, input, prompt: normal(input["prompt"]) };
  });
}

/** Whether a call may spawn an agent. Other tools have prompts too: the client's tool was called Task, now Agent. */
export function isSpawn({ name, input }: Call): boolean {
  const isKnown = name === "Task" || name === "Agent" || typeof input["subagent_type"] === "string";
  return isKnown && typeof input["prompt"] === "string";
}

/** The texts of the result of a call. */
export function resultTexts({ block }: Call): string[] {
  return toBlocks(block?.["content"]).flatMap(({ text }) => (typeof text === "string" ? text : []));
}

/** The structured record beside the result of a call (`toolUseResult`); empty if there is none. */
export function recordOf({ result }: Call): Readonly<Record<string, unknown>> {
  const record = result?.raw["toolUseResult"];
  return isObject(record) ? record : {};
}

/** Of several calls, those on threads of a session; all of them if there are none. */
export function inSession(calls: readonly Call[], { sessionId }: ThreadInfo, view: LinkView): readonly Call[] {
  const own = calls.filter(({ entry }) => view.threadOf(entry).sessionId === sessionId);
  return own.length > 0 ? own : calls;
}
