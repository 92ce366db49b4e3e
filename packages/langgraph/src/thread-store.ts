import { type StoreClient, StoreRequestError } from "@ccdag/client";
import { nameOf, type CheckpointKey, refsOf, sessionIdOf } from "./checkpoint-key.ts";
import { type CheckpointRecord, type SaverRecord, toMessage, toRecord, type WritesRecord } from "./records.ts";

/** A message of a session that holds a record of the saver. */
interface Link {
  readonly messageId: string;
  readonly parentId: string | null;
  readonly record: SaverRecord | undefined;
}

/** Checkpoints, each after the one that follows it in its thread. */
export type Chain = readonly (Link & { readonly record: CheckpointRecord })[];

/** Messages that were read, by id, so that a list does not read the same ones for each checkpoint. */
export type KnownLinks = Map<string, Link>;

/** A checkpoint that is stored, without its content. */
export interface Listed {
  readonly thread: string;
  readonly session: string;
  readonly id: string;
  readonly messageId: string;
}

/** The newest checkpoint of a namespace, as a tag has it. */
interface Newest {
  readonly id: string;
  readonly version: number;
}

/** How many messages one request reads. */
const pageSize = 100;

/** The sessions in which threads of a graph are kept: a message for each checkpoint, after that of the checkpoint before. */
export class ThreadStore {
  readonly #sessions: StoreClient["sessions"];
  readonly #prefix: string;
  readonly #ids = new Map<string, Promise<string>>();
  readonly #newest = new Map<string, Newest>();

  constructor(client: StoreClient, prefix: string) {
    this.#sessions = client.sessions;
    this.#prefix = prefix;
  }

  /** The session of a thread. */
  sessionOf(thread: string): Promise<string> {
    const known = this.#ids.get(thread) ?? sessionIdOf(this.#prefix, thread);
    this.#ids.delete(thread);
    keepRecent(this.#ids, thread, known);
    return known;
  }

  /** Store a checkpoint after the message of the one before (`undefined`: at the top); returns the id of its message. */
  async putCheckpoint(key: CheckpointKey, record: CheckpointRecord, parent: string | undefined): Promise<string> {
    const session = await this.sessionOf(key.thread);
    const { checkpoint: branch, newest } = await refsOf(key);
    const start = parent === undefined ? { root: true } : { from: parent };
    const id = await this.#inSession(key.thread, session, async () => {
      try {
        return await this.#store(session, record, { branch, ...start });
      } catch (error) {
        if (!hasCode(error, "REF_EXISTS")) throw error;
        // The checkpoint is put again.
        const again = await this.#store(session, record, { parentId: parent });
        await this.#sessions.setRef(session, branch, { messageId: again });
        return again;
      }
    });
    await this.#moveNewest(session, newest, record.id, id);
    return id;
  }

  /** Store what a task wrote; `checkpoint` is the message of its checkpoint, if that is known. */
  async putWrites(key: CheckpointKey, record: WritesRecord, checkpoint: string | undefined): Promise<void> {
    const session = await this.sessionOf(key.thread);
    const refs = await refsOf(key);
    const branch = refs.writes;
    await this.#inSession(key.thread, session, async () => {
      const from = checkpoint ?? (await this.#find(() => this.#sessions.getRef(session, refs.checkpoint)))?.messageId;
      try {
        if (typeof from === "string") return await this.#store(session, record, { branch, from });
        return await this.#store(session, record, { branch });
      } catch (error) {
        if (hasCode(error, "REF_EXISTS")) return this.#store(session, record, { branch });
        if (!hasCode(error, "REF_NOT_FOUND")) throw error;
      }
      // A graph may store a checkpoint after what its tasks wrote.
      const first = await this.#store(session, record, { root: true });
      try {
        await this.#sessions.setRef(session, branch, { messageId: first, expectedVersion: 0 });
      } catch (error) {
        if (!hasCode(error, "REF_CHANGED")) throw error;
        await this.#store(session, record, { branch });
      }
      return first;
    });
  }

  /** The messages of a checkpoint, the newest one first, down to the one that needs none before it; absent if there is none. */
  async chain(
    session: string,
    start: { readonly branch: string } | { readonly leafId: string },
    known: KnownLinks,
  ): Promise<Chain | undefined> {
    let next: string | null | undefined = "leafId" in start ? start.leafId : await this.#read(session, start, known);
    const chain: Chain[number][] = [];
    while (next !== undefined && next !== null) {
      if (!known.has(next) && (await this.#read(session, { leafId: next }, known)) === undefined) return undefined;
      const { messageId, parentId, record }: Link = known.get(next)!;
      if (record?.kind === "checkpoint") {
        chain.push({ messageId, parentId, record });
        if (record.whole) break;
      }
      next = parentId;
    }
    return chain.length === 0 ? undefined : chain;
  }

  /** What tasks wrote after a checkpoint, in the order in which it was stored. */
  async writes(session: string, key: CheckpointKey): Promise<WritesRecord[]> {
    const { writes: branch } = await refsOf(key);
    const found: WritesRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#find(() =>
        this.#sessions.getMessages(session, { branch, format: "acontext", limit: pageSize, timeDesc: true, cursor }),
      );
      for (const record of (page?.items ?? []).map(toRecord)) {
        // Those of the checkpoint and before it follow.
        if (record?.kind === "checkpoint") return found.reverse();
        if (record !== undefined) found.push(record);
      }
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    return found.reverse();
  }

  /** All checkpoints of a thread, or of a namespace of it. */
  async list(thread: string, ns: string | undefined): Promise<Listed[]> {
    const session = await this.sessionOf(thread);
    const found: Listed[] = [];
    const within = ns === undefined ? undefined : await nameOf(ns);
    let cursor: string | undefined;
    do {
      const page = await this.#find(() => this.#sessions.listRefs(session, { limit: 200, cursor }));
      for (const { name, messageId } of page?.refs ?? []) {
        const [kind, namespace, id] = name.split("/");
        if (id === undefined || messageId === null || (within !== undefined && namespace !== within)) continue;
        if (kind === "checkpoint") found.push({ thread, session, id, messageId });
      }
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  /** The threads that are kept. */
  async *threads(): AsyncGenerator<string> {
    const configs = { langgraph: { prefix: this.#prefix } };
    for await (const { items } of this.#sessions.pages({ configs }))
      for (const session of items) {
        const { thread } = session.configs["langgraph"] as { readonly thread: string };
        // A copy of a session has its configs, and is no thread.
        if (session.id === (await this.sessionOf(thread))) yield thread;
      }
  }

  /** Delete a thread with all its checkpoints. */
  async delete(thread: string): Promise<void> {
    const session = await this.sessionOf(thread);
    for (const key of this.#newest.keys()) if (key.startsWith(session)) this.#newest.delete(key);
    await this.#find(() => this.#sessions.delete(session));
  }

  async #store(session: string, record: SaverRecord, place: object): Promise<string> {
    return (await this.#sessions.storeMessage(session, toMessage(record), { format: "acontext", ...place })).id;
  }

  /** Read a page of a path, the newest first; returns the id of the first message. */
  async #read(session: string, start: object, known: KnownLinks): Promise<string | undefined> {
    const page = await this.#find(() =>
      this.#sessions.getMessages(session, { ...start, format: "acontext", limit: pageSize, timeDesc: true }),
    );
    for (const [at, item] of (page?.items ?? []).entries()) {
      const messageId = page!.ids[at]!;
      known.set(messageId, { messageId, parentId: page!.parentIds[at] ?? null, record: toRecord(item) });
    }
    return page?.ids[0];
  }

  /** Make the session of the thread if it is missing. */
  async #inSession<T>(thread: string, session: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!hasCode(error, "SESSION_NOT_FOUND")) throw error;
      await this.#sessions.create({ useUuid: session, configs: { langgraph: { thread, prefix: this.#prefix } } });
      return run();
    }
  }

  /** Let the tag lead to this checkpoint, unless it leads to a newer one. */
  async #moveNewest(session: string, tag: string, id: string, messageId: string): Promise<void> {
    const key = `${session} ${tag}`;
    for (;;) {
      const newest = this.#newest.get(key) ?? (await this.#readNewest(session, tag));
      this.#newest.delete(key);
      if (newest !== undefined && newest.id > id) return;
      const expectedVersion = newest?.version ?? 0;
      try {
        const change = { messageId, kind: "tag", meta: { id }, expectedVersion } as const;
        const { version } = await this.#sessions.setRef(session, tag, change);
        keepRecent(this.#newest, key, { id, version });
        return;
      } catch (error) {
        // Another process was faster.
        if (!hasCode(error, "REF_CHANGED") && !hasCode(error, "REF_NOT_FOUND")) throw error;
      }
    }
  }

  async #readNewest(session: string, tag: string): Promise<Newest | undefined> {
    const found = await this.#find(() => this.#sessions.getRef(session, tag));
    return found && { id: String(found.meta["id"]), version: found.version };
  }

  /** What a request finds; absent if there is no such session, branch or tag. */
  async #find<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (hasCode(error, "SESSION_NOT_FOUND") || hasCode(error, "REF_NOT_FOUND")) return undefined;
      throw error;
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof StoreRequestError && error.code === code;
}

/** Keep a value, and forget the oldest one of many. */
export function keepRecent<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.set(key, value);
  if (values.size > 100) values.delete(values.keys().next().value!);
}
