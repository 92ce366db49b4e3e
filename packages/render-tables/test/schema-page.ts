import type { Table } from "../src/index.ts";

/** The documentation of a schema, in Markdown. */
export function schemaPage(tables: readonly Table[], version: number): string {
  const head = `# The tables of \`--to csv\` and \`--to parquet\`, version ${version}

Within a version columns may be added, at the end of a table; those that exist keep their names, types and meaning. Parquet files have the version in their metadata (\`ccdag.schema_version\`), a folder has it in \`ccdag-csv.json\` or \`ccdag-parquet.json\`. A column with \`?\` may have no value. [The guide](../../guides/tables.md) asks questions in SQL.

| type    | in Parquet             | in CSV                     |
| ------- | ---------------------- | -------------------------- |
| text    | UTF8                   | text                       |
| json    | UTF8                   | JSON                       |
| integer | INT64                  | digits                     |
| number  | DOUBLE                 | digits, with a point       |
| boolean | BOOLEAN                | \`true\` or \`false\`          |
| time    | TIMESTAMP, UTC, millis | \`2026-01-31T12:00:00.000Z\` |
`;
  return [head, ...tables.map(sectionOf)].join("\n");
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
