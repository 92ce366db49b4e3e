import type { StoreClient } from "@ccdag/client";
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  compareWritesSortKeys,
  maxChannelVersion,
  type PendingWrite,
  type SerializerProtocol,
  TASKS,
  WRITES_IDX_MAP,
  writesSortKey,
} from "@langchain/langgraph-checkpoint";
import { pack, unpack } from "./packed.ts";
import { configOf, neededKeyOf, type CheckpointKey, keyOf, refsOf } from "./checkpoint-key.ts";
import type { CheckpointRecord, WritesRecord } from "./records.ts";
import { changesOf, type Held, hold, sizeOf, type ChannelState, stateOf, valueOf } from "./state.ts";
import { type Chain, keepRecent, type KnownLinks, ThreadStore } from "./thread-store.ts";

/** How a saver keeps threads. */
export interface CcdagSaverOptions {
  /**
   * Put before the ids of threads, of which the ids of their sessions are made (default: `langgraph`). Give one of your own where several
   * projects of a server may name their threads alike.
   */
  readonly prefix?: string | undefined;
  /** How values are written (default: LangGraph's own serializer). */
  readonly serde?: SerializerProtocol | undefined;
}

/** A checkpoint whose channels are known. */
interface Recent {
  readonly id: string;
  readonly messageId: string;
  readonly state: ChannelState;
  /** How many characters are read for it. */
  readonly cost: number;
}

/**
 * A checkpointer of LangGraph over the conversation store: each checkpoint is a message after that of the checkpoint before, with what
 * changed, so that a conversation costs what was said, and every fork is a branch.
 *
 * @example
 * const checkpointer = new CcdagSaver(new StoreClient({ baseUrl, token }));
 * const graph = builder.compile({ checkpointer });
 */
export class CcdagSaver extends BaseCheckpointSaver {
  readonly #threads: ThreadStore;
  readonly #recent = new Map<string, Recent>();

  /**
   * @param client the store. A refused request ends a call with its `StoreRequestError`.
   * @param options see {@link CcdagSaverOptions}.
   */
  constructor(client: StoreClient, { prefix = "langgraph", serde }: CcdagSaverOptions = {}) {
    super(serde);
    this.#threads = new ThreadStore(client, prefix);
  }

  /** The session of the store that keeps a thread. */
  sessionId(threadId: string): Promise<string> {
    return this.#threads.sessionOf(threadId);
  }

  /** Read the checkpoint that a config names, or the newest one of its thread; `undefined` if there is none. */
  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const key = keyOf(config);
    if (key === undefined) return undefined;
    const session = await this.#threads.sessionOf(key.thread);
    const refs = await refsOf(key);
    return this.#tuple(session, key, { branch: key.id === undefined ? refs.newest : refs.checkpoint }, new Map());
  }

  /** List checkpoints, the newest first: those of a thread, or of all threads, of all namespaces unless the config names one. */
  async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { limit = Infinity, before, filter = {} } = options;
    const key = keyOf(config);
    const ns = config.configurable?.["checkpoint_ns"] as string | undefined;
    const end = before?.configurable?.["checkpoint_id"] as string | undefined;
    const found = [];
    for await (const thread of key === undefined ? this.#threads.threads() : [key.thread])
      for (const one of await this.#threads.list(thread, ns))
        if ((key?.id === undefined || one.id === key.id) && (end === undefined || one.id < end)) found.push(one);
    found.sort((one, other) => (one.id < other.id ? 1 : -1));
    const known: KnownLinks = new Map();
    let count = 0;
    for (const { thread, session, messageId } of found) {
      if (count >= limit) return;
      const tuple = await this.#tuple(session, { thread, ns: "", id: undefined }, { leafId: messageId }, known);
      if (tuple === undefined || !isMatch(tuple.metadata, filter)) continue;
      count++;
      yield tuple;
    }
  }

  /** Store a checkpoint after the one that the config names. */
  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { thread, ns, id: parent } = neededKeyOf(config);
    const key = { thread, ns, id: checkpoint.id };
    const before = parent === undefined ? undefined : await this.#find({ thread, ns, id: parent });
    const state = await this.#stateOf(checkpoint, newVersions, before?.state, parent !== undefined);
    // What is read for a checkpoint stays within a few times of what it holds.
    const isFar = before !== undefined && before.cost > 3 * sizeOf(state) + 100_000;
    const { channel_values: _, ...rest } = checkpoint;
    const record: CheckpointRecord = {
      kind: "checkpoint",
      ns,
      id: checkpoint.id,
      parent,
      checkpoint: await pack(this.serde, rest),
      metadata: await pack(this.serde, metadata),
      ...changesOf(isFar ? undefined : before?.state, state),
    };
    const messageId = await this.#threads.putCheckpoint(key, record, before?.messageId);
    const cost = (record.whole ? 0 : before!.cost) + costOf(record);
    keepRecent(this.#recent, await this.#recentName(key), { id: checkpoint.id, messageId, state, cost });
    return configOf(key);
  }

  /** Store what a task wrote after the checkpoint that the config names. */
  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string, taskPath = ""): Promise<void> {
    const key = neededKeyOf(config);
    if (key.id === undefined) throw new TypeError("Unexpected config without configurable.checkpoint_id");
    const rows = writes.map(
      async ([channel, value], at) => [WRITES_IDX_MAP[channel] ?? at, channel, await pack(this.serde, value)] as const,
    );
    const record: WritesRecord = { kind: "writes", task: taskId, path: taskPath, writes: await Promise.all(rows) };
    const recent = this.#recent.get(await this.#recentName(key));
    await this.#threads.putWrites(key, record, recent?.id === key.id ? recent.messageId : undefined);
  }

  /** Delete a thread with all its checkpoints. */
  async deleteThread(threadId: string): Promise<void> {
    const session = await this.#threads.sessionOf(threadId);
    for (const key of this.#recent.keys()) if (key.startsWith(session)) this.#recent.delete(key);
    await this.#threads.delete(threadId);
  }

  /** What the channels of a new checkpoint hold. */
  async #stateOf(
    checkpoint: Checkpoint,
    newVersions: ChannelVersions,
    before: ChannelState | undefined,
    hasParent: boolean,
  ) {
    const { channel_values: values, channel_versions: versions } = checkpoint;
    const state = new Map<string, Held>();
    for (const [channel, held] of before ?? [])
      if (!Object.hasOwn(newVersions, channel) && held.version === versions[channel]) state.set(channel, held);
    for (const [channel, value] of Object.entries(values)) {
      const version = versions[channel] ?? newVersions[channel];
      // A value of an earlier version that the checkpoint before has not would be lost.
      const isMissing = hasParent && !state.has(channel);
      if (Object.hasOwn(newVersions, channel) || isMissing) state.set(channel, await hold(this.serde, version, value));
    }
    return state;
  }

  /** A stored checkpoint with its channels. */
  async #find(key: CheckpointKey): Promise<Recent | undefined> {
    const recent = this.#recent.get(await this.#recentName(key));
    if (recent?.id === key.id) return recent;
    const session = await this.#threads.sessionOf(key.thread);
    const { checkpoint: branch } = await refsOf(key);
    const chain = await this.#threads.chain(session, { branch }, new Map());
    if (chain === undefined) return undefined;
    return recentOf(chain);
  }

  async #recentName({ thread, ns }: CheckpointKey): Promise<string> {
    return `${await this.#threads.sessionOf(thread)} ${ns}`;
  }

  async #tuple(
    session: string,
    { thread }: CheckpointKey,
    start: { readonly branch: string } | { readonly leafId: string },
    known: KnownLinks,
  ): Promise<CheckpointTuple | undefined> {
    const chain = await this.#threads.chain(session, start, known);
    if (chain === undefined) return undefined;
    const { record } = chain[0]!;
    const { ns, id, parent } = record;
    const recent = recentOf(chain);
    keepRecent(this.#recent, await this.#recentName({ thread, ns, id }), recent);
    const values = Array.from(
      recent.state,
      async ([channel, held]) => [channel, await valueOf(this.serde, held)] as const,
    );
    const checkpoint = {
      ...((await unpack(this.serde, record.checkpoint)) as Omit<Checkpoint, "channel_values">),
      channel_values: Object.fromEntries(await Promise.all(values)),
    };
    if (checkpoint.v < 4 && parent !== undefined)
      await this.#moveSends(checkpoint, session, { thread, ns, id: parent });
    const metadata = (await unpack(this.serde, record.metadata)) as CheckpointMetadata;
    const pendingWrites = await this.#pendingWrites(session, { thread, ns, id });
    const tuple = { config: configOf({ thread, ns, id }), checkpoint, metadata, pendingWrites };
    return parent === undefined ? tuple : { ...tuple, parentConfig: configOf({ thread, ns, id: parent }) };
  }

  /** Checkpoints of before version 4 have what was sent to tasks among the writes of the checkpoint before. */
  async #moveSends(checkpoint: Checkpoint, session: string, parent: CheckpointKey): Promise<void> {
    const writes = await this.#pendingWrites(session, parent);
    const { channel_values: values, channel_versions: versions } = checkpoint;
    values[TASKS] = writes.filter(([, channel]) => channel === TASKS).map(([, , value]) => value);
    const all = Object.values(versions);
    versions[TASKS] = all.length > 0 ? maxChannelVersion(...all) : this.getNextVersion(undefined);
  }

  async #pendingWrites(session: string, key: CheckpointKey): Promise<CheckpointPendingWrite[]> {
    const found = new Map<
      string,
      { readonly path: string; readonly task: string; readonly write: WritesRecord["writes"][0] }
    >();
    for (const { task, path, writes } of await this.#threads.writes(session, key))
      for (const write of writes) {
        const name = JSON.stringify([task, write[0]]);
        // What a task wrote stands; an error or an interrupt of it is replaced.
        if (!found.has(name) || write[0] < 0) found.set(name, { task, path, write });
      }
    const sorted = Array.from(found.values(), (one) => ({
      ...one,
      key: writesSortKey(one.path, one.task, one.write[0]),
    }));
    sorted.sort((one, other) => compareWritesSortKeys(one.key, other.key));
    const values = sorted.map(
      async ({ task, write: [, channel, value] }) =>
        [task, channel, await unpack(this.serde, value)] satisfies CheckpointPendingWrite,
    );
    return Promise.all(values);
  }
}

/** The first checkpoint of a chain. */
function recentOf(chain: Chain): Recent {
  const { messageId, record } = chain[0]!;
  const cost = chain.reduce((sum, link) => sum + costOf(link.record), 0);
  return { id: record.id, messageId, state: stateOf(chain.map((link) => link.record)), cost };
}

/** How many characters a record has, about. */
function costOf({ checkpoint, metadata, changes }: CheckpointRecord): number {
  let cost = checkpoint[1].length + metadata[1].length;
  for (const [, one] of changes) for (const [, text] of "value" in one ? [one.value] : one.add) cost += text.length;
  return cost;
}

function isMatch(metadata: CheckpointMetadata | undefined, filter: Record<string, unknown>): boolean {
  const values = (metadata ?? {}) as Record<string, unknown>;
  return Object.entries(filter).every(([key, value]) => JSON.stringify(values[key]) === JSON.stringify(value));
}
