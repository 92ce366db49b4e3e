import type { Copies } from "../find-copies.ts";
import { readHistory } from "../history/read-history.ts";
import type { ArrangedLine } from "../lines/arranged-line.ts";
import { makeLines } from "../lines/make-lines.ts";
import { toJsonl } from "../lines/to-jsonl.ts";
import { number, parse } from "../read-value.ts";
import type { DatabaseRow, DatabaseRows } from "@ccdag/sqlite";

/** The transcript of a session. */
export function sessionLines(rows: DatabaseRows, session: string, copies: Copies): string {
  const [row = {}] = rows.all("session", "SELECT * FROM session WHERE id = ?", session);
  const others = [
    ...todosOf(rows, session),
    ...rowsOf(rows, "session_input", session),
    ...rowsOf(rows, "session_message", session),
  ];
  const messages = readHistory(rows, session);
  return toJsonl(makeLines({ id: session, row: `session/${session}`, data: toData(row), messages, copies, others }));
}

/** Columns of a session with JSON in them. */
const json = new Set(["revert", "summary_diffs", "metadata", "permission", "model", "prompt", "data"]);

function toData(row: DatabaseRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, json.has(name) ? parse(value) : value]),
  );
}

function* todosOf(rows: DatabaseRows, session: string): Generator<ArrangedLine> {
  const todos = rows.has("todo", "session_id")
    ? rows.all("todo", "SELECT * FROM todo WHERE session_id = ?", session)
    : [];
  for (const row of todos.sort((a, b) => Number(a["position"]) - Number(b["position"])))
    yield {
      opencode: "todo",
      row: `todo/${session}/${String(row["position"])}`,
      session,
      time: number(row["time_updated"]),
      data: toData(row),
    };
}

/** Rows of tables that the next version of the client has: what they mean is not known yet, and they are kept. */
function* rowsOf(rows: DatabaseRows, table: string, session: string): Generator<ArrangedLine> {
  if (!rows.has(table, "session_id")) return;
  for (const row of rows.all(table, `SELECT * FROM ${table} WHERE session_id = ?`, session))
    yield {
      opencode: "row",
      row: `${table}/${String(row["id"])}`,
      session,
      time: number(row["time_created"]),
      data: toData(row),
    };
}
