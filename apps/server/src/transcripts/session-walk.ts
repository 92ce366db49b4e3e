import {
  type Agent,
  type Branch,
  type Compaction,
  type FlowContent,
  isThread,
  type Message,
  type Nodes,
  type Root,
  type Session,
  type ThreadNode,
  type ToolResult,
  uuidsOf,
  walk,
} from "@ccdag/ccast";
import { type ImportedMessage, isUuid, type JsonRecord, type MessageContent, uuidOf } from "@ccdag/store";
import { withMeta } from "@ccdag/store/formats";
import { type AnsweredCall, messageContent, resultContent } from "./content-of.ts";
import type { RawRecords } from "./raw-records.ts";

/** A thread that is walked, and the message that its next one follows. */
interface Frame {
  readonly thread: ThreadNode;
  readonly owner: JsonRecord;
  at: number;
  last: string | null;
}

/**
 * Walks the tree of a session and makes a message of each that the tree shows. A message follows the one before it on its
 * thread; the first one of a branch, an agent or a session follows the one that it leaves from. Records that are no
 * messages are omitted, and what leaves from one of them leaves from the message before it.
 */
export class SessionWalk {
  readonly messages: ImportedMessage[] = [];
  readonly #session: string;
  readonly #raw: RawRecords;
  /** The message that stands for each uuid of the transcripts. */
  readonly #homes = new Map<string, string | null>();
  readonly #calls = new Map<string, string>();
  readonly #ids = new Set<string>();
  #time = new Date(0);

  /**
   * @param session the id of the session in the store.
   * @param raw the records that the tree was made of.
   */
  constructor(session: string, raw: RawRecords) {
    this.#session = session;
    this.#raw = raw;
  }

  /** Add all messages of a tree. */
  add(tree: Root): void {
    const open: Frame[] = [{ thread: tree, owner: {}, at: 0, last: null }];
    for (let frame = open.at(-1); frame; frame = open.at(-1)) {
      const child = frame.thread.children[frame.at++];
      if (child === undefined) open.pop();
      else if (isThread(child)) open.push(this.#begin(child, frame));
      else frame.last = this.#addNode(child, frame);
    }
  }

  /** The message that stands for a uuid; absent if there is none. */
  messageOf(uuid: string): string | undefined {
    return this.#homes.get(uuid) ?? undefined;
  }

  /** Give a uuid to a message that has another one. */
  addAlias(uuid: string, of: string): void {
    const home = this.#homes.get(of);
    if (home !== undefined && !this.#homes.has(uuid)) this.#homes.set(uuid, home);
  }

  /** All uuids of messages that are not their ids. */
  aliases(): Map<string, string> {
    const aliases = new Map<string, string>();
    for (const [uuid, home] of this.#homes)
      if (home !== null && isUuid(uuid) && !this.#ids.has(uuid.toLowerCase())) aliases.set(uuid.toLowerCase(), home);
    return aliases;
  }

  #begin(thread: Session | Branch | Agent, { last, owner }: Frame): Frame {
    const from = thread.from as { uuid?: string; toolUseId?: string } | null | undefined;
    const named = from?.uuid === undefined ? undefined : this.#homes.get(from.uuid);
    const call = from?.toolUseId === undefined ? undefined : this.#calls.get(from.toolUseId);
    const isStart = thread.type !== "agent" && (from === null || from === undefined);
    const parent = isStart ? null : (named ?? call ?? last);
    return { thread, owner: { ...owner, ...ownerOf(thread) }, at: 0, last: parent };
  }

  /** Add what stands on a thread, after the last message of it; the result is the last message then. */
  #addNode(node: Exclude<FlowContent, ThreadNode>, frame: Frame): string | null {
    if (node.type === "message" && node.role !== "system") return this.#addMessage(node, frame);
    if (node.type === "compaction" && node.children.length > 0) {
      const content = messageContent("user", node.children, this.#raw);
      return this.#store(node, uuidsOf(node), content, { ...frame.owner, kind: "compact-summary" }, frame.last);
    }
    for (const uuid of idsIn(node)) this.#homes.set(uuid, frame.last);
    return frame.last;
  }

  #addMessage(message: Message, { owner, last }: Frame): string | null {
    const content = messageContent(message.role as "user" | "assistant", message.children, this.#raw);
    const about: JsonRecord = {
      ...owner,
      kind: message.origin,
      ...(message.model === undefined ? {} : { model: message.model }),
    };
    const own = content.parts.length === 0 ? last : this.#store(message, uuidsOf(message), content, about, last);
    for (const child of message.children) if (child.type === "toolCall" && own !== null) this.#calls.set(child.id, own);
    const end = this.#addResults(message, owner, own);
    for (const uuid of uuidsOf(message)) if (!this.#homes.has(uuid)) this.#homes.set(uuid, end);
    return end;
  }

  /** Add the results of the calls of a message, a message for each record that holds some. */
  #addResults(message: Message, owner: JsonRecord, last: string | null): string | null {
    const groups = new Map<string, AnsweredCall[]>();
    const add = (id: string, result: ToolResult) => {
      const key = result.uuid ?? `${result.data?.path}:${result.position?.start.line}`;
      groups.set(key, [...(groups.get(key) ?? []), { id, result }]);
    };
    for (const child of message.children)
      if (child.type === "toolCall" && child.result) add(child.id, child.result);
      else if (child.type === "toolResult") add(child.toolUseId ?? "", child);
    let end = last;
    for (const [key, results] of groups) {
      const content = resultContent(results, this.#raw);
      end = this.#store(results[0]!.result, [key], content, { ...owner, kind: "tool-result" }, end);
    }
    return end;
  }

  #store(
    node: Message | Compaction | ToolResult,
    uuids: readonly string[],
    content: MessageContent,
    about: JsonRecord,
    parentId: string | null,
  ): string {
    const key = uuids[0] ?? ("id" in node ? (node.id ?? "") : "");
    const id = this.#freeId(key);
    for (const uuid of uuids) if (!this.#homes.has(uuid)) this.#homes.set(uuid, id);
    if (node.timestamp !== undefined) this.#time = storedTime(node.timestamp);
    const { data, position } = node;
    const place = position === undefined ? {} : { path: data?.path ?? null, line: position.start.line };
    const name = id === key.toLowerCase() ? {} : { uuid: key };
    const message = withMeta(content, { ccdag: { ...about, ...place, ...name } });
    this.messages.push({ ...message, id, parentId, createdAt: this.#time });
    return id;
  }

  /** An id that no other message has: that of the transcript, if it is a UUID. */
  #freeId(key: string): string {
    let id = isUuid(key) ? key.toLowerCase() : uuidOf(this.#session, key);
    for (let number = 2; this.#ids.has(id); number++) id = uuidOf(this.#session, `${key} ${number}`);
    this.#ids.add(id);
    return id;
  }
}

/** What the messages of a thread say of it. */
function ownerOf(thread: Session | Branch | Agent): JsonRecord {
  if (thread.type === "session") return { sessionId: thread.sessionId };
  return thread.type === "agent" ? { agentId: thread.agentId } : {};
}

/** All uuids in a node, also those of results. */
function idsIn(node: Nodes): string[] {
  const ids: string[] = [];
  walk(node, (one) => {
    for (const uuid of uuidsOf(one)) ids.push(uuid);
  });
  return ids;
}

/** The times that each database and each client can write. */
const [firstTime, lastTime] = ["1000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"].map((time) => Date.parse(time));

/** The time of a record for the database; the line of the transcript keeps the recorded one. */
function storedTime(timestamp: number): Date {
  return new Date(Math.min(Math.max(timestamp, firstTime!), lastTime!));
}
