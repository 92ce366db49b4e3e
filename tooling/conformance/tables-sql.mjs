// Asks the tables of `ccdag export` in SQL: the questions of the guide, and whether rows and sums are complete.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tableOf } from "@ccdag/render-tables";
import { DuckDBInstance } from "@duckdb/node-api";

const guide = fileURLToPath(new URL("../../docs/guides/tables.md", import.meta.url));

/** One database for all folders: it keeps nothing of them. */
let instance;

/** @typedef {Record<string, unknown>} SqlRow A row, by the names of its columns; numbers of 64 bits are texts. */

/** The questions of the guide, in SQL. */
export function questions() {
  return Array.from(readFileSync(guide, "utf8").matchAll(/```sql\n(.*?)```/gs), ([, sql]) => sql.trim());
}

/**
 * Open the tables of a folder.
 *
 * @param folder what `ccdag export -o` wrote.
 * @param form `"parquet"`, `"csv"`, or `"lake"` for Parquet that is partitioned by project and month.
 * @returns a function that runs SQL in which tables are called as in the guide, and returns rows as objects.
 */
export async function openTables(folder, form = "parquet") {
  instance ??= DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await (await instance).connect();
  await connection.run("SET TimeZone = 'UTC'");
  const ask = async (sql) => {
    const named = sql.replace(/'tables\/(\w+)\.parquet'/g, (_, name) => sourceOf(folder, name, form));
    const reader = await connection.runAndReadAll(named);
    return reader.getRowObjectsJson();
  };
  return { ask, close: () => connection.closeSync() };
}

function sourceOf(folder, name, form) {
  const path = (rest) => `'${`${folder}/${name}${rest}`.replaceAll("'", "''")}'`;
  if (form === "lake")
    return `read_parquet(${path("/*/*/*.parquet")}, hive_partitioning = true, hive_types_autocast = false)`;
  return form === "csv" ? `read_csv(${path(".csv")}, ${csvOptions(name)})` : path(".parquet");
}

/** What DuckDB else guesses, wrongly for a table of a few rows. */
function csvOptions(name) {
  const columns = tableOf(name).columns.map((column) => `'${column.name}': '${sqlTypes[column.type]}'`);
  return `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false, new_line = '\\n', max_line_size = 100000000, columns = {${columns.join(", ")}}`;
}

const sqlTypes = {
  text: "VARCHAR",
  json: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  time: "TIMESTAMPTZ",
};

/** The account, and what else is counted, by the tables alone. */
export const countedSql = `
  SELECT
    (SELECT sum(lines) FROM 'tables/sessions.parquet')::BIGINT AS lines,
    (SELECT sum(placed) FROM 'tables/sessions.parquet')::BIGINT AS placed,
    (SELECT sum(hidden) FROM 'tables/sessions.parquet')::BIGINT AS hidden,
    (SELECT sum(folded) FROM 'tables/sessions.parquet')::BIGINT AS folded,
    (SELECT sum(bookkeeping) FROM 'tables/sessions.parquet')::BIGINT AS bookkeeping,
    (SELECT sum(malformed) FROM 'tables/sessions.parquet')::BIGINT AS malformed,
    (SELECT sum(notices) FROM 'tables/sessions.parquet')::BIGINT AS notices,
    (SELECT count(session_id) FROM 'tables/sessions.parquet') AS sessions,
    (SELECT count(*) FROM 'tables/messages.parquet') AS messages,
    (SELECT count(name) FROM 'tables/tool_calls.parquet') AS calls,
    (SELECT count(*) FROM 'tables/tool_calls.parquet' WHERE name IS NULL) AS results,
    (SELECT count(*) FROM 'tables/agents.parquet') AS agents`;

/** Statements about the tables, each in SQL that returns the rows that contradict it. */
export const statements = {
  "every line is in the account":
    "SELECT * FROM (SELECT sum(lines) AS lines, sum(placed + hidden + folded + bookkeeping + malformed) AS parts FROM 'tables/sessions.parquet') WHERE lines <> parts",
  "what is placed is a message or a notice":
    "SELECT * FROM (SELECT (SELECT sum(placed) FROM 'tables/sessions.parquet') AS placed, coalesce((SELECT sum(entries) FROM 'tables/messages.parquet'), 0) + (SELECT sum(notice_entries) FROM 'tables/sessions.parquet') AS entries) WHERE placed <> entries",
  "each message with a parent has one edge to it, and no other message has one":
    "SELECT * FROM (SELECT project, session_id, to_id AS id, from_id AS parent, count(*) AS n FROM 'tables/edges.parquet' WHERE is_parent GROUP BY ALL) FULL JOIN (SELECT project, session_id, message_id AS id, parent_id AS parent, count(*) AS n FROM 'tables/messages.parquet' WHERE parent_id IS NOT NULL GROUP BY ALL) USING (project, session_id, id, parent, n) WHERE n IS NULL",
  "each session has what it counts": `
    SELECT * FROM (
      SELECT project, session_id,
        sum(messages) AS a1, sum(prompts) AS a2, sum(messages_of_agents) AS a3, sum(compactions) AS a4,
        sum(tool_calls) AS b1, sum(failed_tool_calls) AS b2, sum(tool_calls_of_agents) AS b3,
        sum(agents) AS c1, sum(agents_missing) AS c2, sum(agents_of_client) AS c3,
        sum(api_calls) AS d1, sum(tokens_written) AS d2
      FROM 'tables/sessions.parquet' WHERE session_id IS NOT NULL GROUP BY ALL)
    LEFT JOIN (
      SELECT project, session_id,
        count_if(kind = 'message' AND agent_id IS NULL) AS e1, count_if(is_prompt) AS e2,
        count_if(kind = 'message' AND agent_id IS NOT NULL) AS e3,
        count_if(kind = 'compaction' AND agent_id IS NULL) AS e4
      FROM 'tables/messages.parquet' GROUP BY ALL) USING (project, session_id)
    LEFT JOIN (
      SELECT project, session_id,
        count_if(agent_id IS NULL) AS f1, count_if(agent_id IS NULL AND is_error) AS f2,
        count_if(agent_id IS NOT NULL) AS f3
      FROM 'tables/tool_calls.parquet' WHERE name IS NOT NULL GROUP BY ALL) USING (project, session_id)
    LEFT JOIN (
      SELECT project, session_id,
        count_if(mode NOT IN ('warmup', 'internal')) AS g1,
        count_if(mode NOT IN ('warmup', 'internal') AND is_missing) AS g2,
        count_if(mode IN ('warmup', 'internal')) AS g3
      FROM 'tables/agents.parquet' GROUP BY ALL) USING (project, session_id)
    LEFT JOIN (
      SELECT project, session_id, count(*) AS h1, sum(output_tokens) AS h2
      FROM 'tables/usage.parquet' GROUP BY ALL) USING (project, session_id)
    WHERE a1 <> coalesce(e1, 0) OR a2 <> coalesce(e2, 0) OR a3 <> coalesce(e3, 0) OR a4 <> coalesce(e4, 0)
      OR b1 <> coalesce(f1, 0) OR b2 <> coalesce(f2, 0) OR b3 <> coalesce(f3, 0)
      OR c1 <> coalesce(g1, 0) OR c2 <> coalesce(g2, 0) OR c3 <> coalesce(g3, 0)
      OR d1 <> coalesce(h1, 0) OR d2 <> coalesce(h2, 0)`,
  "each tool call is in a message that counts it":
    "SELECT sum(tool_calls) AS n FROM 'tables/messages.parquet' HAVING n <> (SELECT count(name) FROM 'tables/tool_calls.parquet')",
  "tokens of messages are those of usage":
    "SELECT * FROM (SELECT count(*) AS n, sum(output_tokens) AS o, round(sum(cost), 6) AS c FROM 'tables/usage.parquet') AS u, (SELECT count(output_tokens) AS n, sum(output_tokens) AS o, round(sum(cost), 6) AS c FROM 'tables/messages.parquet') AS m WHERE u.n <> m.n OR u.o <> m.o OR abs(u.c - m.c) > 0.00001",
};

/** The sums of usage, grouped. */
export function usageSql(keys) {
  return `
  SELECT ${keys.map((key) => `${columns[key]} AS "${key}", `).join("")}
    count(*) AS calls, sum(input_tokens)::BIGINT AS input, sum(output_tokens)::BIGINT AS output,
    sum(cache_read_tokens)::BIGINT AS "cacheRead",
    sum(cache_write_5m_tokens + cache_write_1h_tokens)::BIGINT AS "cacheWrite",
    sum(cache_write_1h_tokens)::BIGINT AS "cacheWrite1h", sum(web_searches)::BIGINT AS "webSearches",
    coalesce(sum(cost), 0) AS cost, count(*) - count(cost) AS unpriced
  FROM 'tables/usage.parquet'
  GROUP BY ALL
  ${keys.length > 0 ? "ORDER BY ALL" : ""}`;
}

const columns = {
  project: "project",
  session: "session_id",
  model: "coalesce(model, 'unknown')",
  month: "coalesce(strftime(time, '%Y-%m'), 'unknown')",
  day: "coalesce(strftime(time, '%Y-%m-%d'), 'unknown')",
  "agent-type": "coalesce(agent_type, 'main')",
};
