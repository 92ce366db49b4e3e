import type { TableColumn } from "./column.ts";
import { agentColumns, edgeColumns, sessionColumns, usageColumns } from "./schema-threads.ts";
import { messageColumns, toolCallColumns } from "./schema-messages.ts";

/** The name of a table. */
export type TableName = "sessions" | "messages" | "tool_calls" | "agents" | "edges" | "usage";

/** A table: its columns, and what one of its rows is. */
export interface Table {
  readonly name: TableName;
  /** What a row is, in a sentence of Markdown. */
  readonly description: string;
  readonly columns: readonly TableColumn[];
  /** The column of the month that a row belongs to. */
  readonly timeColumn: string;
}

/**
 * The version of the schema. Within a version, columns may be added, at the end of a table; those that exist keep their names,
 * types and meaning.
 */
export const tablesVersion = 1;

/** All tables, in the order of their files. */
export const tables: readonly Table[] = [
  {
    name: "sessions",
    description:
      "A session; also a file that holds no conversation, with nothing but its account. Added up over all rows, `lines = placed + hidden + folded + bookkeeping + malformed`",
    columns: sessionColumns,
    timeColumn: "started_at",
  },
  {
    name: "messages",
    description:
      "A message or a compaction. All entries of one answer are one row; records of the client are counted in `sessions.notices`",
    columns: messageColumns,
    timeColumn: "time",
  },
  {
    name: "tool_calls",
    description: "A tool call with its result, or a result whose call was not recorded (`name` is missing)",
    columns: toolCallColumns,
    timeColumn: "time",
  },
  {
    name: "agents",
    description: "A subagent, also one whose transcript was not found",
    columns: agentColumns,
    timeColumn: "started_at",
  },
  {
    name: "edges",
    description: "A link between two rows of `messages`. Each message with a `parent_id` has one edge with `is_parent`",
    columns: edgeColumns,
    timeColumn: "time",
  },
  {
    name: "usage",
    description: "A call of the API. Each counts once, however often its records were copied, as in `ccdag usage`",
    columns: usageColumns,
    timeColumn: "time",
  },
];

/**
 * Find a table.
 *
 * @param name its name.
 * @throws TypeError for a name that no table has.
 */
export function tableOf(name: string): Table {
  const found = tables.find((table) => table.name === name);
  if (found !== undefined) return found;
  throw new TypeError(`Expected a table (${tables.map((table) => table.name).join(", ")}), got \`${name}\``);
}
