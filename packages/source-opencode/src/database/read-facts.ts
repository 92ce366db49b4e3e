import { type Copies, findCopies, type Holder } from "../find-copies.ts";
import { hasRemoved, replay } from "../history/from-events.ts";
import { messagesInTables } from "../history/from-tables.ts";
import { createdAt } from "../history/opencode-message.ts";
import { digest, number, text } from "../read-value.ts";
import { type SpawningCall, callsIn } from "./spawning-calls.ts";
import type { DatabaseRow, DatabaseRows } from "@ccdag/sqlite";

/** What is remembered of a session. */
export interface OpencodeSession {
  readonly id: string;
  /** The session whose call began it: it is an agent. */
  readonly parent?: string | undefined;
  readonly cwd?: string | undefined;
  /** When it was created, and written last, in milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  /** Changes when its rows change. */
  readonly state: string;
  /** Messages that a revert has deleted: id and time. */
  readonly removed?: ReadonlyArray<readonly [id: string, created: number]> | undefined;
  /** The calls that began agents, by the session of the agent. */
  readonly calls?: Readonly<Record<string, SpawningCall>> | undefined;
}

/** What is remembered of a database. */
export interface DatabaseFacts {
  readonly sessions: readonly OpencodeSession[];
  /** What forks have copied, by session. */
  readonly copies: Readonly<Record<string, Copies>>;
}

/**
 * What must be known of a database to place its sessions. Sessions that have not changed are not looked at again.
 *
 * @param rows the database.
 * @param before what was known of it before.
 */
export function readFacts(rows: DatabaseRows, before: DatabaseFacts | undefined): DatabaseFacts {
  const known = new Map(before?.sessions.map((session) => [session.id, session]));
  const found = sessionsIn(rows);
  const parents = new Set(found.map(({ parent_id }) => text(parent_id)));
  const states = readStates(rows);
  const sessions = found.map((row): OpencodeSession => {
    const id = String(row["id"]);
    const state = states(row);
    const old = known.get(id);
    const isAsked = parents.has(id);
    if (old?.state === state && (old.calls !== undefined || !isAsked)) return old;
    return {
      id,
      parent: text(row["parent_id"]),
      cwd: text(row["directory"]),
      created: number(row["time_created"]) ?? 0,
      updated: number(row["time_updated"]) ?? 0,
      state,
      removed: removedIn(rows, id),
      calls: isAsked ? callsIn(rows, id) : undefined,
    };
  });
  return { sessions, copies: Object.fromEntries(findCopies(holdersIn(rows, sessions), createdOf(sessions))) };
}

/** The sessions, without columns that may be large. */
function sessionsIn(rows: DatabaseRows): DatabaseRow[] {
  const wanted = ["id", "parent_id", "directory", "title", "revert", "time_created", "time_updated"];
  const columns = wanted.filter((column) => rows.has("session", column)).join(", ");
  return rows.all("session", `SELECT ${columns} FROM session ORDER BY time_created, id`);
}

/** When each session was created. */
export function createdOf(sessions: ReadonlyArray<Pick<OpencodeSession, "id" | "created">>): Map<string, number> {
  return new Map(sessions.map(({ id, created }) => [id, created]));
}

/** The state of a session's lines: of its rows, and of what is known of its copies. */
export function stateOf({ state }: OpencodeSession, copies: Copies): string {
  return Object.keys(copies).length === 0 ? state : `${state} ${digest(copies)}`;
}

/** Finds what changes with the rows of a session: the number of its last event, and what is cheap to ask where there is none. */
function readStates(rows: DatabaseRows): (session: DatabaseRow) => string {
  const seqs = newestIn(rows, "event_sequence", "aggregate_id", "seq");
  const others = [
    newestIn(rows, "message", "session_id", "time_created"),
    newestIn(rows, "todo", "session_id", "time_updated"),
    newestIn(rows, "session_input", "session_id", "promoted_seq"),
    newestIn(rows, "session_message", "session_id", "time_updated"),
  ];
  return ({ id, time_updated, revert, title }) => {
    const seq = seqs.get(id);
    const last = seq ? undefined : lastChange(rows, String(id));
    return JSON.stringify([time_updated, revert, title, seq, others.map((newest) => newest.get(id) ?? null), last]);
  };
}

/** Of each session the number of its rows in a table, and the largest value of a column. */
function newestIn(
  rows: DatabaseRows,
  table: string,
  key: string,
  column: string,
): ReadonlyMap<unknown, readonly unknown[]> {
  if (!rows.has(table, key, column)) return new Map();
  const found = rows.all(
    table,
    `SELECT ${key} AS id, count(*) AS n, max(${column}) AS newest FROM ${table} GROUP BY ${key}`,
  );
  return new Map(found.map(({ id, n, newest }) => [id, [n, newest]]));
}

/** What an older version, which wrote no events, changed last. */
function lastChange(rows: DatabaseRows, session: string): unknown {
  const [message] = rows.all(
    "message",
    "SELECT id, time_updated FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1",
    session,
  );
  if (message === undefined) return undefined;
  const parts = rows.all(
    "part",
    "SELECT count(*), max(time_updated) FROM part WHERE message_id = ?",
    String(message["id"]),
  );
  return [message, parts];
}

function removedIn(rows: DatabaseRows, session: string): OpencodeSession["removed"] {
  if (!hasRemoved(rows, session)) return undefined;
  const all = replay(rows, session, messagesInTables(rows, session));
  return all.filter(({ isRemoved }) => isRemoved).map((message) => [message.id, createdAt(message)]);
}

/** The messages that were copied, and those of their milliseconds. */
function holdersIn(rows: DatabaseRows, sessions: readonly OpencodeSession[]): Holder[] {
  if (sessions.length === 0) return [];
  const removed = sessions.flatMap(({ id: session, removed: list = [] }) =>
    list.map(([id, created]): Holder => ({ id, session, created })),
  );
  const copied = `SELECT copy.time_created FROM message copy JOIN session ON session.id = copy.session_id
    WHERE copy.time_created < session.time_created`;
  const live = rows.all(
    "message",
    `SELECT id, session_id, time_created FROM message WHERE time_created IN (${copied})
      OR time_created IN (SELECT value FROM json_each(?))`,
    JSON.stringify(removed.map(({ created }) => created)),
  );
  return [
    ...removed,
    ...live.map((row) => ({
      id: String(row["id"]),
      session: String(row["session_id"]),
      created: Number(row["time_created"]),
    })),
  ];
}
