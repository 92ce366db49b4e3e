import type { TableName } from "./schema.ts";

/** A view of the database: the answer to a common question. */
export interface SqliteView {
  readonly name: string;
  /** What a row is, in a sentence of Markdown without a full stop. */
  readonly description: string;
  readonly sql: string;
}

/** Columns by which tables are joined or looked up, for each index. */
export const sqliteIndexes: Readonly<Record<TableName, ReadonlyArray<readonly string[]>>> = {
  sessions: [["project", "session_id"], ["started_at"]],
  messages: [["project", "session_id", "message_id"], ["project", "session_id", "parent_id"], ["time"]],
  tool_calls: [["project", "session_id", "message_id"], ["name"], ["time"]],
  agents: [["project", "session_id", "agent_id"]],
  edges: [
    ["project", "session_id", "from_id"],
    ["project", "session_id", "to_id"],
  ],
  usage: [["project", "session_id", "message_id"], ["time"]],
};

/** Columns whose words can be searched for, by table: `messages_fts` and `tool_calls_fts`. */
export const sqliteTexts: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  messages: ["text", "thinking"],
  tool_calls: ["input", "result"],
};

/**
 * Tools that change one file, and the fields of their input that name it. A patch of several files names them in its text only.
 */
const editTools = ["Write", "Edit", "MultiEdit", "NotebookEdit", "write", "edit", "write_file", "replace", "create"];
const pathFields = ["file_path", "notebook_path", "filePath", "path"];

// A JSON that is nested deeper than SQLite reads must not end a query.
const changedPath = `CASE WHEN json_valid(input) THEN coalesce(${pathFields.map((field) => `json_extract(input, '$.${field}')`).join(", ")}) END`;

const tokenSums = ["input", "output", "cache_read", "cache_write_5m", "cache_write_1h"]
  .map((name) => `sum(${name}_tokens) AS ${name}_tokens`)
  .join(", ");
const usageSums = `count(*) AS calls, ${tokenSums}, coalesce(sum(cost), 0) AS cost, count(*) - count(cost) AS unpriced_calls`;

/** The views. */
export const sqliteViews: readonly SqliteView[] = [
  {
    name: "session_costs",
    description: "A session with its tokens and its cost; calls without a price are in `unpriced_calls`",
    sql: `SELECT s.project, s.session_id, s.title, s.first_prompt, s.started_at, s.ended_at, s.prompts, s.api_calls,
  s.tokens_read, s.tokens_written, coalesce(u.cost, 0) AS cost, coalesce(u.unpriced_calls, 0) AS unpriced_calls
FROM sessions AS s
LEFT JOIN (SELECT project, session_id, ${usageSums} FROM usage GROUP BY project, session_id) AS u
  ON u.project IS s.project AND u.session_id IS s.session_id
WHERE s.session_id IS NOT NULL`,
  },
  {
    name: "failed_calls",
    description: "A tool call that failed or was refused, with the title of its session",
    sql: `SELECT c.id, c.project, c.session_id, s.title, c.message_id, c.agent_id, c.time, c.name, c.input, c.result, c.feedback
FROM tool_calls AS c
LEFT JOIN sessions AS s ON s.project IS c.project AND s.session_id IS c.session_id
WHERE c.is_error`,
  },
  {
    name: "changed_files",
    description:
      "A file that a session changed, with the number of successful calls of tools that change one file; those of `apply_patch` are in `tool_calls` alone",
    sql: `SELECT project, session_id, ${changedPath} AS path, count(*) AS changes, min(time) AS first_at, max(time) AS last_at
FROM tool_calls
WHERE name IN (${editTools.map((name) => `'${name}'`).join(", ")}) AND has_result AND NOT is_error AND path IS NOT NULL
GROUP BY project, session_id, path`,
  },
  {
    name: "tokens_by_day_and_model",
    description: "Calls of the API, tokens and cost of a model on a day in UTC",
    sql: `SELECT date(time) AS day, model, ${usageSums}
FROM usage
GROUP BY day, model`,
  },
];
