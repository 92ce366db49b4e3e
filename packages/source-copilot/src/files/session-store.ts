import type { ClientFile } from "@ccdag/files/clients";
import { DatabaseReader, type DatabaseRow, type DatabaseRows } from "@ccdag/sqlite";
import { text } from "../event-fields.ts";

/** What is known of `session-store.db`: for each session a text that changes with its rows. */
export interface StoreFacts {
  readonly is: "store";
  readonly sessions: Readonly<Record<string, string>>;
}

/** A turn as the client's index has it: the prompt, the last answer, and what each request took. */
export interface StoredTurn {
  readonly session: string;
  /** Its row in the table `turns`. */
  readonly row: number;
  readonly prompt: string | undefined;
  readonly answer: string | undefined;
  /** When it was written, in milliseconds since 1970: the turn had ended. */
  readonly time: number;
  readonly requests: readonly StoredRequest[];
}

/** A request of a turn. */
export interface StoredRequest {
  /** Its row in the table `assistant_usage_events`. */
  readonly row: number;
  readonly time: number;
  /** The columns. */
  readonly columns: DatabaseRow;
}

/** Read what must be known of the index to place sessions. */
export async function storeFacts({ real }: ClientFile): Promise<StoreFacts> {
  const reader = new DatabaseReader(real);
  try {
    return { is: "store", sessions: await reader.read(statesIn) };
  } finally {
    reader.close();
  }
}

function statesIn(rows: DatabaseRows): Record<string, string> {
  const states: Record<string, string> = {};
  for (const table of ["turns", "assistant_usage_events"]) {
    if (!rows.has(table, "session_id", "id")) continue;
    const sql = `SELECT session_id, count(*) AS n, max(id) AS newest FROM ${table} GROUP BY session_id`;
    for (const { session_id, n, newest } of rows.all(table, sql))
      states[String(session_id)] = `${states[String(session_id)] ?? ""}${String(n)} ${String(newest)};`;
  }
  return states;
}

/** Reads the turns of sessions. The database is open from the first session that needs it until the last. */
export class StoredTurns {
  readonly #states: ReadonlyMap<string, string>;
  #reader: DatabaseReader | undefined;

  constructor(facts: readonly StoreFacts[]) {
    this.#states = new Map(facts.flatMap(({ sessions }) => Object.entries(sessions)));
  }

  /** A text that changes with the rows of a session; `undefined` if there are none. */
  stateOf(session: string): string | undefined {
    return this.#states.get(session);
  }

  /**
   * The turns of a session, in their order.
   *
   * @param real the database, for the file system.
   */
  async turnsOf(session: string, real: string): Promise<StoredTurn[]> {
    this.#reader ??= new DatabaseReader(real);
    return this.#reader.read((rows) => turnsIn(rows, session));
  }

  close(): void {
    this.#reader?.close();
  }
}

function turnsIn(rows: DatabaseRows, session: string): StoredTurn[] {
  if (!rows.has("turns", "id", "session_id", "turn_index", "user_message", "assistant_response", "timestamp"))
    return [];
  const requests = new Map<unknown, StoredRequest[]>();
  if (rows.has("assistant_usage_events", "id", "session_id", "turn_index", "created_at"))
    for (const columns of rows.all(
      "assistant_usage_events",
      "SELECT * FROM assistant_usage_events WHERE session_id = ? ORDER BY id",
      session,
    )) {
      const list = requests.get(columns["turn_index"]) ?? [];
      requests.set(columns["turn_index"], list);
      list.push({ row: Number(columns["id"]), time: timeOf(columns["created_at"]), columns });
    }
  return rows.all("turns", "SELECT * FROM turns WHERE session_id = ? ORDER BY turn_index", session).map((turn) => ({
    session,
    row: Number(turn["id"]),
    prompt: text(turn["user_message"]),
    answer: text(turn["assistant_response"]),
    time: timeOf(turn["timestamp"]),
    requests: requests.get(turn["turn_index"]) ?? [],
  }));
}

/** A time of ISO 8601, or as SQLite writes it, which is in UTC. */
function timeOf(value: unknown): number {
  const written = String(value);
  return Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(written) ? `${written.replace(" ", "T")}Z` : written);
}
