/** A column in which each row has a value. */
export function always(name: string, type: ColumnType, description: string): TableColumn {
  return { name, type, isNullable: false, description };
}

/** A column in which a value may be missing. */
export function maybe(name: string, type: ColumnType, description: string): TableColumn {
  return { name, type, isNullable: true, description };
}

/** A column of long texts, which may be missing. */
export function long(name: string, type: ColumnType, description: string): TableColumn {
  return { name, type, isNullable: true, description, isLong: true };
}

/** Where a row belongs to; every table begins with these. */
export const placeColumns: readonly TableColumn[] = [
  maybe(
    "project",
    "text",
    "The name of the folder of the project, such as `-home-me-app`; not in files that are partitioned by it",
  ),
  maybe("session_id", "text", "The session; ids may occur in several projects"),
];

/** Tokens of a call, and what they cost. */
export const tokenColumns: readonly TableColumn[] = [
  maybe("input_tokens", "integer", "Input tokens that did not come from the cache"),
  maybe("output_tokens", "integer", "Output tokens"),
  maybe("cache_read_tokens", "integer", "Tokens that were read from the cache"),
  maybe("cache_write_5m_tokens", "integer", "Tokens that were written into the cache for five minutes"),
  maybe("cache_write_1h_tokens", "integer", "Tokens that were written into the cache for an hour"),
  maybe("cost", "number", "US dollars by list prices; missing for a model without a price"),
];

/** What a column holds: `json` is JSON as a text, `time` a time in UTC with milliseconds. */
export type ColumnType = "text" | "json" | "integer" | "number" | "boolean" | "time";

/** A column of a table. */
export interface TableColumn {
  /** In lower case with underscores. */
  readonly name: string;
  readonly type: ColumnType;
  /** Whether a value may be missing. */
  readonly isNullable: boolean;
  /** What it holds, in a sentence of Markdown without a full stop. */
  readonly description: string;
  /** Whether its values are long: then no statistics are kept of them (default: `false`). */
  readonly isLong?: boolean | undefined;
}
