import { type Compaction, type FlowContent, type Message, type ToolCall, toText } from "@ccdag/ccast";
import { isRecorded } from "../dag/edge.ts";
import type { Entry, UserEntryKind, RecordLocation, RawBlock } from "../entry/entry.ts";
import { classifyUserEntry } from "../entry/classify-user-entry.ts";
import { isBoundary } from "../entry/kind.ts";
import { isObject } from "../entry/parse.ts";
import { groupBy } from "../group-by.ts";
import type { Thread } from "../thread/thread.ts";
import type { ReadOptions } from "../options.ts";
import type { SessionTree } from "../session/session.ts";
import { toCompaction } from "./compaction.ts";
import { time, toContent, toResult } from "./content.ts";
import { toNotice } from "./notice.ts";
import { withPosition, withRecordPosition } from "./position.ts";
import { sendersOf, speakerOf } from "./speaker.ts";
import { buildQueued } from "./queued.ts";

/** A call, and the message that holds it. */
export interface Caller {
  readonly message: Message;
  readonly call: ToolCall;
}

/** A line told: its nodes in order, and which node tells which entry. */
export interface BuiltThread {
  readonly nodes: FlowContent[];
  readonly nodeOf: ReadonlyMap<Entry, FlowContent>;
  /** Calls by id, each with the message that holds it. An id may repeat. */
  readonly callers: ReadonlyMap<string, readonly Caller[]>;
}

/** Where the words of an entry stand: on its line, or on that of the copy that lent them. */
function wordsAt({ lentFrom, location }: Entry): RecordLocation {
  return lentFrom ?? location;
}

/**
 * Tell the entries of one line. The entries of one API message become one message; a result goes into the call that
 * asked for it, on this line (C121); a summary goes into its compaction; what is no speech becomes a notice.
 */
export function buildThread(thread: Thread, { dag, threads, bookkeepingOf }: SessionTree, options: ReadOptions): BuiltThread {
  const nodes: FlowContent[] = [];
  const nodeOf = new Map<Entry, FlowContent>();
  const callers = new Map<string, Caller[]>();
  const waiting = new Map<string, Caller[]>();
  const compactions = new Map<string, Compaction>();
  let open: Message | undefined;
  let openId: string | undefined;

  const bookkeepingAfter = groupBy(bookkeepingOf(thread), ({ after }) => after);
  addBookkeeping(undefined);
  for (const entry of thread.entries) {
    add(entry);
    addBookkeeping(entry);
  }
  return { nodes, nodeOf, callers };

  function addBookkeeping(after: Entry | undefined): void {
    for (const { record: record, isSpeech } of bookkeepingAfter.get(after) ?? [])
      nodes.push(isSpeech ? buildQueued(record) : toNotice(record, options));
  }

  function put(node: FlowContent, entry: Entry): void {
    if (threads.isResumed(entry.id) && (node.type === "message" || node.type === "notice")) node.resumed = true;
    nodes.push(node);
    nodeOf.set(entry, node);
  }

  function add(entry: Entry): void {
    if (entry.kind === "assistant") addAssistant(entry);
    else if (isBoundary(entry)) {
      const node = toCompaction(entry, dag);
      compactions.set(entry.id, node);
      put(node, entry);
    } else if (entry.userKind === "compact-summary" && addSummary(entry)) return;
    else if (entry.userKind === "tool-result") addResults(entry);
    else if (entry.userKind !== undefined) speak(entry, entry.message?.blocks ?? [], entry.userKind);
    else if (entry.kind === "system" && entry.subtype === "local_command") addCommand(entry);
    else put(toNotice(entry, options), entry);
  }

  /** Entries of one API message are one message while nobody else speaks between them. */
  function addAssistant(entry: Entry): void {
    const id = entry.message?.id;
    const usage = entry.message?.raw["usage"];
    let message = open;
    if (message === undefined || id === undefined || id !== openId) {
      message = toMessage(entry);
      put(message, entry);
    } else {
      if (entry.uuid !== undefined) message.uuids.push(entry.uuid);
      nodeOf.set(entry, message);
    }
    if (isObject(usage)) message.usage = usage;
    open = message;
    openId = id;
    const repeated = dag.repeated(entry);
    for (const [index, block] of (entry.message?.blocks ?? []).entries()) {
      if (repeated.has(index)) continue;
      const node = toContent(block, withPosition(wordsAt(entry)));
      message.children.push(node);
      if (node.type !== "toolCall") continue;
      for (const calls of [callers, waiting]) {
        const same = calls.get(node.id);
        if (same) same.push({ message, call: node });
        else calls.set(node.id, [{ message, call: node }]);
      }
    }
  }

  function toMessage(entry: Entry, userKind?: UserEntryKind): Message {
    const { uuid, id, message, raw } = entry;
    return {
      type: "message",
      ...speakerOf(entry, thread.info, userKind),
      uuid,
      id: uuid === undefined ? id : undefined,
      uuids: uuid === undefined ? [] : [uuid],
      timestamp: time(entry),
      model: message?.model,
      requestId: typeof raw["requestId"] === "string" ? raw["requestId"] : undefined,
      messageId: entry.kind === "assistant" ? message?.id : undefined,
      children: [],
      ...withRecordPosition(entry),
    };
  }

  function speak(entry: Entry, blocks: readonly RawBlock[], userKind: UserEntryKind): void {
    open = undefined;
    const message = toMessage(entry, userKind);
    message.children = blocks.map((block) => toContent(block, withPosition(wordsAt(entry))));
    if (userKind === "teammate") message.senders = sendersOf(toText(message));
    put(message, entry);
  }

  function addCommand(entry: Entry): void {
    const blocks = [{ type: "text", text: entry.raw["content"] }];
    const userKind = classifyUserEntry({}, blocks);
    speak(entry, blocks, userKind === "command" ? "command" : "command-output");
  }

  /** Attachments may stand between a boundary and its summary. */
  function addSummary(entry: Entry): boolean {
    let above = dag.edge(entry.id);
    while (isRecorded(above) && !compactions.has(above.to)) {
      const parent = dag.entries.get(above.to);
      if (parent === undefined || parent.message) return false;
      above = dag.edge(parent.id);
    }
    const compaction = above && compactions.get(above.to);
    if (compaction === undefined || compaction.children.length > 0) return false;
    if (entry.uuid !== undefined) compaction.uuids.push(entry.uuid);
    compaction.timestamp = time(entry);
    compaction.children.push(...entry.message!.blocks.map((block) => toContent(block, withPosition(wordsAt(entry)))));
    nodeOf.set(entry, compaction);
    return true;
  }

  /** A result goes into the nearest call above that waits for it; words beside it are a message of their own. */
  function addResults(entry: Entry): void {
    const rest: RawBlock[] = [];
    for (const block of entry.message!.blocks) {
      const caller = block.type === "tool_result" ? waiting.get(String(block["tool_use_id"]))?.pop() : undefined;
      if (caller === undefined) {
        rest.push(block);
        continue;
      }
      caller.call.result = toResult(block, entry, withPosition(wordsAt(entry)), options.sidecars);
      nodeOf.set(entry, caller.message);
    }
    if (rest.length === 0) return;
    const words = rest.filter(({ type }) => type !== "tool_result");
    const unpaired = rest.filter(({ type }) => type === "tool_result");
    if (unpaired.length > 0) addUnpaired(entry, unpaired);
    if (words.length > 0) addBeside(entry, words, unpaired.length > 0);
  }

  function addUnpaired(entry: Entry, blocks: readonly RawBlock[]): void {
    open = undefined;
    const message = toMessage(entry);
    message.children = blocks.map((block) => ({
      ...toResult(block, entry, withPosition(wordsAt(entry)), options.sidecars),
      toolUseId: String(block["tool_use_id"]),
    }));
    put(message, entry);
  }

  function addBeside(entry: Entry, words: readonly RawBlock[], isPlaced: boolean): void {
    if (isPlaced) {
      const message = nodeOf.get(entry) as Message;
      message.children.push(...words.map((block) => toContent(block, withPosition(wordsAt(entry)))));
    } else speak(entry, words, classifyUserEntry({ ...entry.raw, isCompactSummary: false }, words));
  }
}
