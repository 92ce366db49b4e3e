import type { Table } from "../src/index.ts";
import { sqliteIndexes, sqliteTexts, sqliteViews } from "../src/sqlite.ts";

/** The documentation of a schema, in Markdown. */
export function schemaPage(tables: readonly Table[], version: number): string {
  const head = `# The tables of \`--to csv\`, \`--to parquet\` and \`--to sqlite\`, version ${version}

Within a version columns may be added, at the end of a table; those that exist keep their names, types and meaning. Parquet files have the version in their metadata (\`ccdag.schema_version\`), a database in \`PRAGMA user_version\`, a folder has it in \`ccdag-csv.json\` or \`ccdag-parquet.json\`. A column with \`?\` may have no value. [The guide](../../guides/tables.md) asks questions in SQL.

| type    | in Parquet             | in CSV                     | in SQLite           |
| ------- | ---------------------- | -------------------------- | ------------------- |
| text    | UTF8                   | text                       | TEXT; NUL is U+2400 |
| json    | UTF8                   | JSON                       | TEXT                |
| integer | INT64                  | digits                     | INTEGER             |
| number  | DOUBLE                 | digits, with a point       | REAL                |
| boolean | BOOLEAN                | \`true\` or \`false\`          | INTEGER, 0 or 1     |
| time    | TIMESTAMP, UTC, millis | \`2026-01-31T12:00:00.000Z\` | TEXT, as in CSV     |
`;
  return [head, ...tables.map(sectionOf), sqliteSection()].join("\n");
}

function sqliteSection(): string {
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const indexes = Object.entries(sqliteIndexes).map(
    ([table, columns]) => `- \`${table}\`: ${columns.map((one) => `(${list(one)})`).join(", ")}`,
  );
  const searches = Object.entries(sqliteTexts).map(([table, columns]) => `- \`${table}_fts\`: ${list(columns)}`);
  const views = sqliteViews.map(({ name, description }) => `- \`${name}\`: ${description}.`);
  return `## In SQLite

Each table has a primary key before its columns: \`id\`, the number of the row in this file. Columns that may be missing are joined with \`IS\`.

Indexes:

${indexes.join("\n")}

Full-text search (FTS5), whose \`rowid\` is the \`id\`:

${searches.join("\n")}

Views:

${views.join("\n")}
`;
}

function sectionOf({ name, description, columns }: Table): string {
  const rows = columns.map(
    (column) => [`\`${column.name}\``, `${column.type}${column.isNullable ? "?" : ""}`, column.description] as const,
  );
  return `## \`${name}\`\n\n${description}.\n\n${tableOf([["column", "type", "what it holds"], ...rows])}`;
}

function tableOf(rows: ReadonlyArray<readonly string[]>): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |\n`;
  const [head, ...body] = rows;
  return [line(head!), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |\n`, ...body.map(line)].join("");
}
