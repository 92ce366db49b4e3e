import type { ColumnType, TableColumn } from "./column.ts";
import { sqliteIndexes, sqliteTexts, sqliteViews } from "./sqlite-schema.ts";
import type { Table } from "./schema.ts";
import { tables, tablesVersion } from "./schema.ts";
import type { TableRow, Value } from "./table-row.ts";

export { type SqliteView, sqliteIndexes, sqliteTexts, sqliteViews } from "./sqlite-schema.ts";

/** What the header of a database of ccdag has as its `application_id`: `ccdg` in ASCII. */
export const sqliteApplicationId = 0x63_63_64_67;

const types: Readonly<Record<ColumnType, string>> = {
  text: "TEXT",
  json: "TEXT",
  integer: "INTEGER",
  number: "REAL",
  boolean: "INTEGER",
  time: "TEXT",
};

/**
 * The statements that make an empty database: all tables, each with an `id` before its columns, indexes, views, and full-text
 * search over long texts. `user_version` is the version of the schema. Execute them before rows are inserted: an index that
 * grows with its table takes no memory of its own.
 */
export function sqliteSchema(): string {
  return [
    `PRAGMA application_id = ${sqliteApplicationId}`,
    `PRAGMA user_version = ${tablesVersion}`,
    ...tables.map(toTable),
    ...Object.entries(sqliteIndexes).flatMap(([table, indexes]) => indexes.map((columns) => toIndex(table, columns))),
    ...Object.entries(sqliteTexts).map(([table, columns]) => toSearch(table, columns)),
    ...sqliteViews.map(({ name, sql }) => `CREATE VIEW "${name}" AS\n${sql}`),
  ]
    .map((statement) => `${statement};\n`)
    .join("");
}

/** The statements that fill the full-text search, after all rows were inserted. */
export const sqliteSearch: string = Object.keys(sqliteTexts)
  .map((table) => `INSERT INTO "${table}_fts"("${table}_fts") VALUES ('rebuild');\n`)
  .join("");

/** The statement that inserts a row of a table; its parameters are what {@link sqliteValues} returns. */
export function sqliteInsert({ name, columns }: Table): string {
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  return `INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
}

/**
 * The values of a row: 0 or 1 for a boolean, a text as in `2026-01-31T12:00:00.000Z` for a time. A NUL, at which SQLite ends a
 * text, is `\u2400`.
 */
export function sqliteValues({ columns }: Table, row: TableRow): Array<string | number | null> {
  return columns.map(({ name, type }) => valueOf(row[name] ?? null, type));
}

function valueOf(value: Value, type: ColumnType): string | number | null {
  if (type === "time" && typeof value === "number") return new Date(value).toISOString();
  if (typeof value === "string") return value.replaceAll("\0", "\u2400");
  return typeof value === "boolean" ? Number(value) : value;
}

function toTable({ name, columns }: Table): string {
  const all = columns.map((column) => `  "${column.name}" ${typeOf(column)}`);
  // The comments stay in the schema of the database, where its readers show them.
  const lines = all.map((line, at) => `${line}${at < all.length - 1 ? "," : ""} -- ${columns[at]!.description}`);
  return `CREATE TABLE "${name}" (\n  "id" INTEGER PRIMARY KEY,\n${lines.join("\n")}\n)`;
}

function typeOf({ type, isNullable }: TableColumn): string {
  return `${types[type]}${isNullable ? "" : " NOT NULL"}`;
}

function toIndex(table: string, columns: readonly string[]): string {
  const name = [table, ...columns.filter((column) => column !== "project" && column !== "session_id")].join("_");
  return `CREATE INDEX "${columns.length === 2 ? `${table}_session` : name}" ON "${table}" (${columns.map((column) => `"${column}"`).join(", ")})`;
}

/** The texts stay in their table alone; Datasette and sqlite-utils find the search by `content`. */
function toSearch(table: string, columns: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join(", ");
  return `CREATE VIRTUAL TABLE "${table}_fts" USING fts5(${names}, content="${table}", content_rowid="id")`;
}
