import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { append, type Appended, type AppendedTurn, type AppendOptions } from "./append.ts";
import { buildContext, type Context, type ContextOptions } from "./context/build-context.ts";
import type { OrderedPageRequest, PageRequest } from "./cursor.ts";
import { type Events, eventsOf } from "./events.ts";
import { StoredReports, type StoredEvent } from "./report-stored.ts";
import { type Transcripts, transcriptsOf } from "./import/transcripts.ts";
import { type LeafPage, listLeaves, readTree } from "./leaves.ts";
import { type MessagePage, type Path, type PathOptions, readAll, readPath } from "./path.ts";
import { type WorkerResults, workerResultsOf } from "./worker-results.ts";
import {
  type CreatedSession,
  createSession,
  deleteSession,
  getSession,
  listSessions,
  type NewSession,
  type SessionListOptions,
  type SessionPage,
} from "./sessions.ts";
import { changeConfigs, copySession, merged, patchMeta } from "./session-changes.ts";
import { mainBranch, type Refs, refsOf } from "./refs.ts";
import { openDatabase } from "./sql/open-database.ts";
import type { Tables } from "./sql/tables.ts";
import { type Tokens, tokensOf } from "./tokens.ts";
import { Turns } from "./turns.ts";
import type { JsonRecord, MessageContent, MessageTree, StoredMessage, StoredSession } from "./types.ts";
import { toUuid } from "./uuid.ts";

/** How a store behaves. */
export interface StoreOptions {
  /**
   * Called after a message was stored, once for each that this process appends; for the messages of a session one after
   * another, in the order of each branch (default: nothing is called). It is the place for work on a branch, such as extracting tasks (seed
   * 004, part 4). The append does not wait for it. A process that ends before the call does not make it up later.
   */
  readonly onStored?: ((stored: StoredEvent) => unknown) | undefined;
  /** Called if `onStored` throws (default: the error becomes a warning of the process). The message stays stored. */
  readonly onStoredError?: ((error: unknown, stored: StoredEvent) => unknown) | undefined;
  /**
   * Whether what is stored in a folder is on the disk when a call returns (default: `true`). Without it the calls
   * of one writer are two to five times as fast, those of eight hardly faster; the store survives a process that is killed, but not a
   * power failure: it may not open any more. A PostgreSQL server decides that by its own settings.
   */
  readonly durable?: boolean | undefined;
}

/**
 * A store of conversations. Ids are UUIDs. Every call may throw a {@link StoreError}; one that does has changed nothing.
 */
export interface Store {
  /** Create a session; one that exists with the same id in the same project is returned as it is. */
  createSession(session?: NewSession): Promise<CreatedSession>;
  /** Read a session. */
  session(sessionId: string): Promise<StoredSession>;
  /** List the sessions of a project, or those of a person or with some configs, the oldest first. */
  sessions(options?: SessionListOptions): Promise<SessionPage>;
  /** Replace the configs of a session. */
  setConfigs(sessionId: string, configs: JsonRecord): Promise<StoredSession>;
  /** Change the configs of a session by their keys; a key that is `null` is removed. */
  patchConfigs(sessionId: string, configs: JsonRecord): Promise<StoredSession>;
  /** Change what a program wants to know of a message by its keys, as `patchConfigs`. What a message says never changes. */
  patchMeta(sessionId: string, messageId: string, meta: JsonRecord): Promise<StoredMessage>;
  /** Copy a session with its messages, branches and tags. A message has the same id in both. */
  copySession(sessionId: string): Promise<StoredSession>;
  /** Delete a session with all its messages. */
  deleteSession(sessionId: string): Promise<void>;
  /** Store a message: after the newest one, or after any other to begin a branch. */
  append(sessionId: string, content: MessageContent, options?: AppendOptions): Promise<Appended>;
  /** Store messages that belong together, such as a call and its result, each after the one before: all of them, or none. */
  appendTurn(sessionId: string, contents: readonly MessageContent[], options?: AppendOptions): Promise<AppendedTurn>;
  /** Names of places in the tree: branches, which move with what is appended to them, and tags. */
  readonly refs: Refs;
  /** What happened, for programs that work on branches: at least once, in order, also for those that were away. */
  readonly events: Events;
  /** Read a branch, from its first message to a leaf, or a page of it. */
  path(sessionId: string, options?: PathOptions): Promise<Path>;
  /** Read the messages of all branches in the order in which they were stored. */
  messages(sessionId: string, options?: OrderedPageRequest): Promise<MessagePage>;
  /** List the ends of all branches. */
  leaves(sessionId: string, options?: PageRequest): Promise<LeafPage>;
  /** Read how all messages follow one another. */
  tree(sessionId: string): Promise<MessageTree>;
  /** What a model needs to know to continue a branch: its messages, and none of another branch. */
  buildContext(sessionId: string, options?: ContextOptions): Promise<Context>;
  /** Transcripts, and the sessions that are made of them. */
  readonly transcripts: Transcripts;
  /** What processes that share a server make for one another. */
  readonly results: WorkerResults;
  /** Wait for an answer of the database. */
  ready(): Promise<void>;
  /** What a server needs to know who asks. */
  readonly tokens: Tokens;
  /** Wait for all calls of `onStored`, and close the database. */
  close(): Promise<void>;
}

/**
 * Open a store.
 *
 * @param where a folder, which is created if it does not exist; the address of a PostgreSQL server, such as
 *   `postgres://user@host/name`; or nothing for a store in memory, which is gone when it is closed.
 * @param options see {@link StoreOptions}.
 * @throws StoreError `STORE_IN_USE` if another process has the folder open, `NOT_A_STORE` if it holds other files.
 * @example
 * const store = await openStore("conversations");
 * const { id } = await store.createSession();
 * await store.append(id, { role: "user", parts: [{ type: "text", text: "Hello" }], meta: {} });
 */
export async function openStore(where?: string, options: StoreOptions = {}): Promise<Store> {
  const { db, close } = await openDatabase(where, options.durable);
  const reports = reportsOf(db, options);
  const appends = new Turns();
  let closed: Promise<void> | undefined;
  return {
    createSession: (session = {}) => createSession(db, session),
    session: (id) => getSession(db, id),
    sessions: (page = {}) => listSessions(db, page),
    setConfigs: (id, configs) => changeConfigs(db, id, () => configs),
    patchConfigs: (id, patch) => changeConfigs(db, id, (configs) => merged(configs, patch)),
    patchMeta: (id, message, meta) => patchMeta(db, id, message, meta),
    copySession: (id) => copySession(db, id),
    deleteSession: (id) => deleteSession(db, id),
    append: async (id, content, at = {}) => {
      const { messages, isNew } = await appendTurn(id, [content], at);
      return { message: messages[0]!, isNew };
    },
    appendTurn,
    refs: refsOf(db),
    events: eventsOf(db),
    path: (id, page = {}) => readPath(db, id, page),
    messages: (id, page = {}) => readAll(db, id, page),
    leaves: (id, page = {}) => listLeaves(db, id, page),
    tree: (id) => readTree(db, id),
    buildContext: async (id, { leafId, ...terms } = {}) =>
      buildContext((await readPath(db, id, { leafId })).items, terms),
    transcripts: transcriptsOf(db),
    results: workerResultsOf(db),
    ready: async () => void (await sql`select 1`.execute(db)),
    tokens: tokensOf(db),
    // Once: a second call would give back a folder that another process may have by now.
    close: () => (closed ??= end()),
  };

  async function appendTurn(
    id: string,
    contents: readonly MessageContent[],
    at: AppendOptions = {},
  ): Promise<AppendedTurn> {
    const session = toUuid(id, "INVALID_SESSION_ID");
    const run = async () => {
      const turn = await append(db, session, contents, at);
      if (turn.isNew) for (const message of turn.messages) reports?.add(message);
      return turn;
    };
    const isAlone = at.branch === undefined && typeof at.parentId === "string" && at.expectedLeafId === undefined;
    // One after another for each branch: they would wait for its lock, each with a connection.
    return appends.run(isAlone ? randomUUID() : `${session} ${at.branch ?? mainBranch}`, run);
  }

  async function end(): Promise<void> {
    await appends.done();
    await reports?.done();
    await close();
  }
}

/** Calls `onStored`, if there is one. */
function reportsOf(db: Kysely<Tables>, options: StoreOptions): StoredReports | undefined {
  const { onStored } = options;
  // The other one is read when it is called: it may be set later.
  return (
    onStored &&
    new StoredReports(db, {
      onStored,
      get onStoredError() {
        return options.onStoredError;
      },
    })
  );
}
