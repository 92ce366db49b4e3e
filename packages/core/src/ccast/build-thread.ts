import {
  type Compaction,
  type Content,
  type FlowContent,
  type Message,
  type ToolCall,
  type ToolResult,
  toText,
} from "@ccdag/ccast";
import type { Entry, UserEntryKind, RawBlock } from "../entry/entry.ts";
import { classifyUserEntry } from "../entry/classify-user-entry.ts";
import { isBoundary, isNotice, isPassthrough } from "../entry/kind.ts";
import { isObject } from "../entry/parse-records.ts";
import { groupBy } from "../group-by.ts";
import { maxClimb } from "../dag/dedupe/strong-keys.ts";
import { parentInThread } from "../thread/roots.ts";
import type { Thread } from "../thread/thread.ts";
import type { PlacedBookkeeping, SessionTree } from "../session/session.ts";
import type { BuildOptions, BuiltThread, Caller } from "./built-thread.ts";
import { toCompaction } from "./compaction.ts";
import { CompactionsAbove } from "./compactions-above.ts";
import { time, toContent, toResult, withContext } from "./to-content.ts";
import { toNotice } from "./notice.ts";
import { withRecordPosition, withWordsAndUnknown, withWordsPosition } from "./position.ts";
import { sendersOf, speakerOf } from "./speaker.ts";
import { addFields, canJoin } from "./joined.ts";
import { buildQueued } from "./queued.ts";
import { isServerResult, toServerResult } from "../entry/server-tools.ts";
import { WaitingCalls } from "./waiting-calls.ts";

const blocksOf = ({ message }: Entry): readonly RawBlock[] => message?.blocks ?? [];

/** Build a content node of an entry for the node that will hold it. */
const contentOf = (block: RawBlock, entry: Entry, holder: Message | Compaction): Content =>
  toContent(block, withWordsPosition(entry, holder), holder.data?.path);

/**
 * Build the nodes of one thread. The entries of one API message become one message. A result goes into its tool call,
 * if that is in this thread. A summary goes into its compaction. A record that is no message becomes a notice.
 *
 * @param thread its entries in their final order.
 * @param sessions the graph, and where bookkeeping records are placed.
 * @param options the rules, and large outputs beside the transcripts.
 * @param above the thread that it continues: it may have ended in the middle of a call (default: none).
 */
export function buildThread(
  thread: Thread,
  sessions: SessionTree,
  options: BuildOptions,
  above?: Pick<BuiltThread, "callers">,
): BuiltThread {
  return new ThreadBuilder(thread, sessions, options, above).build();
}

/** Builds one thread, entry by entry. */
class ThreadBuilder {
  readonly #thread: Thread;
  readonly #sessions: SessionTree;
  readonly #options: BuildOptions;
  readonly #above: Pick<BuiltThread, "callers"> | undefined;
  readonly #nodes: FlowContent[] = [];
  readonly #nodeOf = new Map<Entry, FlowContent>();
  /** Calls by id; calls without a result are in the second map too. */
  readonly #callers = new Map<string, Caller[]>();
  readonly #waiting = new Map<string, WaitingCalls<Caller>>();
  readonly #compactions: CompactionsAbove;
  /** The answer that further entries of its API message join. */
  #open: { readonly message: Message; readonly id: string | undefined } | undefined;

  constructor(
    thread: Thread,
    sessions: SessionTree,
    options: BuildOptions,
    above: Pick<BuiltThread, "callers"> | undefined,
  ) {
    this.#above = above;
    this.#thread = thread;
    this.#sessions = sessions;
    this.#options = options;
    this.#compactions = new CompactionsAbove(sessions.dag);
  }

  build(): BuiltThread {
    const bookkeeping = groupBy(this.#sessions.bookkeepingOf(this.#thread), ({ after }) => after);
    this.#addBookkeeping(bookkeeping.get(undefined) ?? []);
    for (const entry of this.#thread.entries) {
      this.#add(entry);
      this.#addBookkeeping(bookkeeping.get(entry) ?? []);
    }
    return { nodes: this.#nodes, nodeOf: this.#nodeOf, callers: this.#callers };
  }

  #addBookkeeping(records: readonly PlacedBookkeeping[]): void {
    for (const { record, isSpeech } of records)
      this.#nodes.push(isSpeech ? buildQueued(record) : toNotice(record, this.#options.rules.hook));
  }

  #put(node: FlowContent, entry: Entry): void {
    const isResumed = this.#sessions.threads.isResumed(entry.id);
    if (isResumed && (node.type === "message" || node.type === "notice")) node.resumed = true;
    this.#nodes.push(node);
    this.#nodeOf.set(entry, node);
  }

  #add(entry: Entry): void {
    if (isNotice(entry)) this.#put(toNotice(entry, this.#options.rules.hook), entry);
    else if (entry.kind === "assistant") this.#addAnswer(entry);
    else if (isBoundary(entry)) {
      const node = toCompaction(entry, this.#sessions.dag);
      this.#compactions.add(entry, node);
      this.#put(node, entry);
    } else if (entry.userKind === "compact-summary" && this.#addSummary(entry)) return;
    else if (entry.userKind === "tool-result") this.#addResults(entry);
    else if (entry.userKind !== undefined) this.#addSpeech(entry, blocksOf(entry), entry.userKind);
    else this.#addSystemText(entry);
  }

  /** Entries of one API message become one message, as long as no other message is between them. */
  #addAnswer(entry: Entry): void {
    const open = this.#open?.message;
    const message = this.#answerOf(entry);
    const own: Content[] = [];
    const usage = entry.message?.raw["usage"];
    if (isObject(usage)) message.usage = usage;
    const repeated = this.#sessions.dag.repeated(entry);
    for (const [index, block] of blocksOf(entry).entries()) {
      if (repeated.has(index)) continue;
      const node = isServerResult(block) ? this.#serverResult(block, entry, message) : contentOf(block, entry, message);
      own.push(node);
      if (node.type === "toolResult" && node.toolUseId === undefined) continue;
      const at = message.children.push(node) - 1;
      if (node.type === "toolCall") this.#addCall({ message, call: node, index: at, entry });
    }
    if (message === open) addFields(own, message, entry);
  }

  /** The result of a tool that the API ran: it goes into its call. Without one it names it, and is content of the answer. */
  #serverResult(block: RawBlock, entry: Entry, message: Message): ToolResult {
    const id = String(block["tool_use_id"]);
    const result: ToolResult = {
      type: "toolResult",
      timestamp: time(entry),
      ...toServerResult(block, (part) => contentOf(part, entry, message)),
      ...withWordsPosition(entry),
    };
    const caller = this.#waiting.get(id)?.take(entry, this.#sessions.dag);
    if (caller === undefined) return { ...result, toolUseId: id };
    caller.call.result = result;
    return result;
  }

  #answerOf(entry: Entry): Message {
    const repeated = this.#sessions.dag.repeated(entry);
    const blocks = blocksOf(entry).filter((_, index) => !repeated.has(index));
    const id = canJoin(entry, blocks) ? entry.message?.id : undefined;
    if (this.#open !== undefined && id !== undefined && id === this.#open.id && !this.#isAnother(entry, this.#open)) {
      const { message } = this.#open;
      if (entry.uuid !== undefined) message.uuids.push(entry.uuid);
      this.#nodeOf.set(entry, message);
      return message;
    }
    const message = this.#toMessage(entry);
    this.#put(message, entry);
    this.#open = { message, id };
    return message;
  }

  /**
   * Whether an entry is another answer than the one before it with the same id: some gateways give one id to all of them. The ids
   * of requests decide; without them, what stands below the result of a call came after the call.
   */
  #isAnother(entry: Entry, { message }: { readonly message: Message }): boolean {
    const { requestId } = entry.raw;
    if (typeof requestId === "string" && message.requestId !== undefined) return requestId !== message.requestId;
    if (typeof requestId === "string" || message.requestId !== undefined) return false;
    const { dag } = this.#sessions;
    let above = parentInThread(entry, dag);
    for (let step = 0; above && isPassthrough(above) && step < maxClimb; step++) above = parentInThread(above, dag);
    return above?.userKind === "tool-result" && this.#nodeOf.get(above) === message;
  }

  #addCall(caller: Caller): void {
    const { id } = caller.call;
    const same = this.#callers.get(id);
    if (same) same.push(caller);
    else this.#callers.set(id, [caller]);
    if (!this.#waiting.has(id)) this.#waiting.set(id, new WaitingCalls<Caller>());
    this.#waiting.get(id)!.add(caller);
  }

  #toMessage(entry: Entry, userKind?: UserEntryKind): Message {
    const { uuid, id, message, raw } = entry;
    const { role, actor, origin } = speakerOf(entry, this.#thread.info, userKind);
    const { position, data } = withRecordPosition(entry);
    return {
      type: "message",
      role,
      actor,
      origin,
      uuid,
      id: uuid === undefined ? id : undefined,
      uuids: uuid === undefined ? [] : [uuid],
      timestamp: time(entry),
      model: message?.model,
      requestId: typeof raw["requestId"] === "string" ? raw["requestId"] : undefined,
      messageId: entry.kind === "assistant" ? message?.id : undefined,
      children: [],
      position,
      data,
    };
  }

  #addSpeech(entry: Entry, blocks: readonly RawBlock[], userKind: UserEntryKind): void {
    this.#open = undefined;
    const message = this.#toMessage(entry, userKind);
    message.children = blocks.map((block) => withContext(contentOf(block, entry, message)));
    const senders = sendersOf(entry, toText(message), message.origin);
    if (senders) message.senders = senders;
    this.#put(message, entry);
  }

  #addSystemText(entry: Entry): void {
    const blocks = [{ type: "text", text: entry.raw["content"] }];
    const userKind = classifyUserEntry({}, blocks);
    const spoken = userKind === "command" ? "command" : "command-output";
    this.#addSpeech(entry, blocks, entry.subtype === "local_command" ? spoken : "hook");
  }

  /**
   * Add a summary to its compaction; without a boundary, it is one itself.
   *
   * @returns whether it was added. A second summary of one boundary is not.
   */
  #addSummary(entry: Entry): boolean {
    const compaction = this.#compactions.find(entry);
    if (compaction && compaction.children.length > 0) return false;
    // Older clients write a summary without a boundary: it is the compaction.
    const node = compaction ?? toCompaction(entry, this.#sessions.dag);
    if (compaction === undefined) this.#put(node, entry);
    else if (entry.uuid !== undefined) node.uuids.push(entry.uuid);
    node.timestamp = time(entry);
    node.children = blocksOf(entry).map((block) => contentOf(block, entry, node));
    if (compaction) addFields(node.children, node, entry);
    this.#nodeOf.set(entry, node);
    return true;
  }

  /**
   * A result goes into the last call of its id that has no result yet; of several, into the nearest one above it. Text
   * beside the result becomes a message of its own.
   */
  #addResults(entry: Entry): void {
    const rest: RawBlock[] = [];
    for (const block of entry.message!.blocks) {
      const id = String(block["tool_use_id"]);
      const caller = block.type === "tool_result" ? this.#waiting.get(id)?.take(entry, this.#sessions.dag) : undefined;
      if (caller === undefined) {
        const open = block.type === "tool_result" ? this.#openAbove(id, entry) : undefined;
        if (open === undefined) rest.push(block);
        else open.result = toResult(block, entry, withWordsAndUnknown(entry), this.#options.sidecars);
        continue;
      }
      caller.call.result = toResult(block, entry, withWordsAndUnknown(entry), this.#options.sidecars);
      this.#nodeOf.set(entry, caller.message);
    }
    const words = rest.filter(({ type }) => type !== "tool_result");
    const unpaired = rest.filter(({ type }) => type === "tool_result");
    if (unpaired.length > 0) this.#addUnpaired(entry, unpaired);
    if (words.length > 0) this.#addBeside(entry, words, unpaired.length > 0);
  }

  /**
   * The call without a result in the session that this one continues, as long as nothing was said here: the client continues in a new
   * file, which begins with a copy of the old one, when it sends a running session to the background.
   */
  #openAbove(id: string, { location: { path } }: Entry): ToolCall | undefined {
    if (this.#nodes.some(({ type }) => type !== "notice")) return undefined;
    const open = this.#above?.callers.get(id)?.findLast(({ call }) => call.result === undefined);
    const { copies } = this.#sessions.dag;
    const isCopied = open && copies.some(({ entry, of }) => of === open.entry && entry.location.path === path);
    return isCopied ? open.call : undefined;
  }

  #addUnpaired(entry: Entry, blocks: readonly RawBlock[]): void {
    this.#open = undefined;
    const message = this.#toMessage(entry);
    message.children = blocks.map((block) => ({
      ...toResult(block, entry, withWordsAndUnknown(entry), this.#options.sidecars),
      toolUseId: String(block["tool_use_id"]),
    }));
    this.#put(message, entry);
  }

  #addBeside(entry: Entry, words: readonly RawBlock[], hasMessage: boolean): void {
    if (hasMessage) {
      const message = this.#nodeOf.get(entry) as Message;
      for (const block of words) message.children.push(contentOf(block, entry, message));
    } else this.#addSpeech(entry, words, classifyUserEntry({ ...entry.raw, isCompactSummary: false }, words));
  }
}
