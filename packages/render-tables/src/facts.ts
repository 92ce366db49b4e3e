import {
  type Agent,
  type Branch,
  type Compaction,
  beginsTurn,
  isThread,
  type Message,
  type Nodes,
  type Notice,
  pathOf,
  projectOf,
  type Root,
  type Session,
  sessionPath,
  type ThreadNode,
  type ToolCall,
  type ToolResult,
  uuidsOf,
  walk,
} from "@ccdag/ccast";
import { pathOfAgents } from "./agent-path.ts";

/** Where something is: what the rows of all tables say of it. */
export interface Home {
  readonly project: string | undefined;
  readonly session: Session | undefined;
  readonly branch: Branch | undefined;
  readonly agent: Agent | undefined;
  /** Whether it is on the path on which the person continued. */
  readonly isActive: boolean;
}

/** Why a message follows another one. */
interface Link {
  readonly kind: "next" | "branch" | "session" | "agent";
  readonly rule: string | undefined;
  readonly from: string;
}

/** A message or a compaction, with where it stands. */
export interface FoundMessage {
  readonly node: Message | Compaction;
  readonly id: string;
  readonly place: Home;
  /** Its parent; absent for the first message of all. */
  readonly link: Link | undefined;
  /** The message that began the turn. */
  readonly turn: string | undefined;
  /** How many entries it stands for that no node before it does. */
  readonly entries: number;
}

/** A tool call, or a result without one. */
export interface FoundCall {
  readonly call: ToolCall | undefined;
  readonly result: ToolResult | undefined;
  readonly message: FoundMessage;
}

/** An agent, with where its call stands. */
export interface FoundAgent {
  readonly node: Agent;
  /** The place of the thread that it belongs to. */
  readonly place: Home;
  readonly turn: string | undefined;
  readonly spawn: string | undefined;
}

/** Records of the client in a session. */
interface SessionCounts {
  notices: number;
  noticeEntries: number;
}

/** What a walk over a tree finds, each list in reading order. */
export interface TableFacts {
  readonly messages: readonly FoundMessage[];
  readonly calls: readonly FoundCall[];
  readonly agents: readonly FoundAgent[];
  readonly sessions: ReadonlyArray<{
    readonly node: Session;
    readonly place: Home;
    readonly path: string | undefined;
  }>;
  readonly counts: ReadonlyMap<Session | undefined, SessionCounts>;
  /** The session of each file, by its path. */
  readonly owners: ReadonlyMap<string, Session | undefined>;
  /** All entries of the tree. */
  readonly uuids: ReadonlySet<string>;
  /** The message that holds an entry. */
  readonly idOf: (uuid: string | undefined) => string | undefined;
}

/** A thread that is being walked. */
interface Thread {
  readonly place: Home;
  /** The file of what is directly in it, unless that names another one. */
  readonly path: string | undefined;
  /** The link of its first message; then that of the next one. */
  link: Link | undefined;
  turn: string | undefined;
}

/**
 * Walk over a tree once, and collect what the rows of all tables are made of.
 *
 * @param tree the finished tree.
 * @param folder the folder that was read; absent if its name must not be shown.
 */
export function readFacts(tree: Root, folder: string | undefined): TableFacts {
  const reader = new Reader(folder);
  walk(tree, (node, parent) => reader.visit(node, parent));
  return reader;
}

class Reader implements TableFacts {
  readonly #folder: string | undefined;
  readonly messages: FoundMessage[] = [];
  readonly calls: FoundCall[] = [];
  readonly agents: FoundAgent[] = [];
  readonly sessions: Array<{ node: Session; place: Home; path: string | undefined }> = [];
  readonly counts = new Map<Session | undefined, SessionCounts>();
  readonly owners = new Map<string, Session | undefined>();
  readonly uuids = new Set<string>();
  readonly #threads = new Map<ThreadNode, Thread>();
  readonly #homes = new Map<string, string>();
  readonly #turns = new Map<string, string | undefined>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  readonly idOf = (uuid: string | undefined): string | undefined =>
    uuid === undefined ? undefined : (this.#homes.get(uuid) ?? uuid);

  visit(node: Nodes, parent: Nodes | undefined): void {
    if (isThread(node)) this.#threads.set(node, this.#thread(node, parent && this.#threads.get(parent as ThreadNode)));
    else if (node.type === "message" || node.type === "compaction") this.#message(node, parent as ThreadNode);
    else if (node.type === "notice") this.#notice(node, parent as ThreadNode);
    else if (node.type === "toolCall")
      this.calls.push({ call: node, result: node.result, message: this.messages.at(-1)! });
    else if (node.type === "toolResult" && parent?.type !== "toolCall")
      this.calls.push({ call: undefined, result: node, message: this.messages.at(-1)! });
    if (node.type === "toolResult" && node.uuid !== undefined) this.#result(node.uuid);
  }

  #thread(node: ThreadNode, above: Thread | undefined): Thread {
    return { ...this.#placed(node, above), path: pathOf(node) ?? above?.path };
  }

  #placed(node: ThreadNode, above: Thread | undefined): Omit<Thread, "path"> {
    const outside: Home = {
      project: undefined,
      session: undefined,
      branch: undefined,
      agent: undefined,
      isActive: true,
    };
    const place = above?.place ?? outside;
    switch (node.type) {
      case "session":
        return this.#session(node, outside);
      case "branch": {
        const from = this.idOf(node.from?.uuid);
        const own = { ...place, branch: node, isActive: place.isActive && node.active === true };
        return this.#begin(own, from, "branch", node.rule);
      }
      case "agent": {
        const spawn = this.idOf(node.from.uuid);
        const turn = (spawn === undefined ? undefined : this.#turns.get(spawn)) ?? above?.turn;
        this.agents.push({ node, place, turn, spawn });
        const thread = this.#begin({ ...place, agent: node, branch: undefined }, spawn, "agent", node.from.rule);
        return { ...thread, turn };
      }
      default:
        return { place: outside, link: undefined, turn: undefined };
    }
  }

  #session(node: Session, outside: Home): Omit<Thread, "path"> {
    const path = sessionPath(node);
    const place = { ...outside, session: node, project: projectOf(path ?? pathOfAgents(node), this.#folder) };
    this.sessions.push({ node, place, path });
    this.#countsOf(node);
    const { link } = this.#begin(place, this.idOf(node.from?.uuid), "session", undefined);
    return { place, link, turn: undefined };
  }

  #begin(place: Home, from: string | undefined, kind: Link["kind"], rule: string | undefined): Omit<Thread, "path"> {
    const link = from === undefined ? undefined : { kind, rule, from };
    return { place, link, turn: from === undefined ? undefined : this.#turns.get(from) };
  }

  #message(node: Message | Compaction, parent: ThreadNode): void {
    const thread = this.#threads.get(parent)!;
    const { place, link } = thread;
    const path = this.#own(node, thread);
    const id = node.uuid ?? node.id ?? `${path ?? ""}:${node.position?.start.line ?? ""}`;
    if (node.type === "message" && place.agent === undefined && beginsTurn(node)) thread.turn = id;
    const entries = this.#add(uuidsOf(node));
    for (const uuid of [id, ...uuidsOf(node)]) if (!this.#homes.has(uuid)) this.#homes.set(uuid, id);
    this.#turns.set(id, thread.turn);
    this.messages.push({ node, id, place, link, turn: thread.turn, entries });
    thread.link = { kind: "next", rule: undefined, from: id };
  }

  /** The entry of a result belongs to the message with the call. */
  #result(uuid: string): void {
    const at = this.messages.length - 1;
    const message = this.messages[at]!;
    const entries = this.#add([uuid]);
    if (!this.#homes.has(uuid)) this.#homes.set(uuid, message.id);
    if (entries > 0) (message as { entries: number }).entries += entries;
  }

  #notice(node: Notice, parent: ThreadNode): void {
    const thread = this.#threads.get(parent)!;
    this.#own(node, thread);
    const counts = this.#countsOf(thread.place.session);
    counts.notices++;
    counts.noticeEntries += this.#add(uuidsOf(node));
  }

  /** Remember whose file it is; returns the path. */
  #own(node: Nodes, thread: Thread): string | undefined {
    const path = pathOf(node) ?? thread.path;
    if (path !== undefined && !this.owners.has(path)) this.owners.set(path, thread.place.session);
    return path;
  }

  #add(uuids: readonly string[]): number {
    const before = this.uuids.size;
    for (const uuid of uuids) this.uuids.add(uuid);
    return this.uuids.size - before;
  }

  #countsOf(session: Session | undefined): SessionCounts {
    const known = this.counts.get(session) ?? { notices: 0, noticeEntries: 0 };
    this.counts.set(session, known);
    return known;
  }
}
