import { type Entry, groupBy, isObject, type LinkView, toBlocks } from "@ccdag/core";
import { normal } from "../normal.ts";
import { type Call, type CallList, splitCalls } from "./call-list.ts";

/** Every tool call of a project, for the link rules. */
export interface CallIndex {
  /** By time. */
  readonly all: readonly Call[];
  /** Those that may have spawned an agent. */
  readonly spawning: readonly Call[];
  /** The calls of one entry. */
  readonly of: (entry: Entry) => readonly Call[];
  /** The calls with an id; `undefined` if there are none. */
  readonly byId: (id: string) => CallList | undefined;
}

const indexes = new WeakMap<LinkView, CallIndex>();

/** Index the tool calls of a graph, once for all rules of a run. */
export function callIndex(view: LinkView): CallIndex {
  const known = indexes.get(view);
  if (known) return known;
  const all = view.entries.flatMap(callsOf).sort((a, b) => view.compare(a.entry, b.entry));
  for (const [index, call] of all.entries()) call.index = index;
  answerCalls(all, view);
  const byId = splitCalls(all, view, ({ id }) => id);
  const byEntry = groupBy(all, ({ entry }) => entry);
  const index: CallIndex = {
    all,
    spawning: all.filter(isSpawn),
    of: (entry) => byEntry.get(entry) ?? [],
    byId: (id) => byId.get(id),
  };
  indexes.set(view, index);
  return index;
}

/**
 * Tool ids may repeat: a result belongs to the first call without a result on the same thread, else in the same family.
 */
function answerCalls(calls: readonly Call[], view: LinkView): void {
  const byThread = waitingIn(calls, ({ entry }) => view.threadOf(entry));
  const byFamily = waitingIn(calls, ({ entry }) => view.familyOf(view.threadOf(entry)));
  for (const entry of view.entries)
    for (const block of entry.message?.blocks ?? []) {
      if (block.type !== "tool_result") continue;
      const id = String(block["tool_use_id"]);
      const thread = view.threadOf(entry);
      const call = byThread.get(thread)?.(id) ?? byFamily.get(view.familyOf(thread))?.(id);
      if (call) Object.assign(call, { result: entry, block });
    }
}

function waitingIn<K>(calls: readonly Call[], keyOf: (call: Call) => K): Map<K, ReturnType<typeof waitingById>> {
  return new Map([...groupBy(calls, keyOf)].map(([key, own]) => [key, waitingById(own)]));
}

/** A function that gives the first call with an id that has no result. Calls that got one are passed over for good. */
function waitingById(calls: readonly Call[]): (id: string) => Call | undefined {
  const groups = new Map([...groupBy(calls, ({ id }) => id)].map(([id, all]) => [id, { all, next: 0 }]));
  return (id) => {
    const group = groups.get(id);
    while (group?.all[group.next]?.result) group.next++;
    return group?.all[group.next];
  };
}

function callsOf(entry: Entry): Call[] {
  return (entry.message?.blocks ?? []).flatMap((block) => {
    if (block.type !== "tool_use" || typeof block["id"] !== "string") return [];
    const input = isObject(block["input"]) ? block["input"] : {};
    return { id: block["id"], name: String(block["name"]), entry, input, prompt: normal(input["prompt"]), index: 0 };
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
