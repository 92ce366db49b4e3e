import { stringify } from "csv-stringify/browser/esm/sync";
import type { Root } from "@ccdag/ccast";
import { quotedInCsv, toCsvText } from "@ccdag/mdast/csv-text";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import type { TableRow, Value } from "./table-row.ts";
import type { ColumnType } from "./column.ts";
import { encode, type TableEncoder } from "./encoder.ts";
import { type RenderTablesOptions, rowsOfFile, settingsOf } from "./render-tables-options.ts";
import type { Table } from "./schema.ts";

/**
 * unified plugin: compile ccast to a table as CSV (RFC 4180, with a heading). Options of the plugin override those in the
 * `settings` of the processor.
 */
const ccdagRenderCsv: Plugin<[(RenderTablesOptions | null | undefined)?], Root, string> = function (given) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const options = settingsOf(data.settings, given);
    const { table, rows } = rowsOfFile(tree as Root, file, options);
    const pieces = () => encode(rows, createCsvEncoder(table)) as Generator<string>;
    if (!options.inPieces) return [...pieces()].join("");
    file.data.pieces = pieces;
    return "";
  };
};

export default ccdagRenderCsv;

/**
 * Begin a CSV file. A missing value is empty, an empty text is `""`, a time is as in `2026-01-31T12:00:00.000Z`. Text that a
 * spreadsheet would run as a formula gets an apostrophe before it: transcripts are untrusted.
 *
 * @param table the table.
 */
export function createCsvEncoder({ columns }: Table): TableEncoder {
  const names = columns.map(({ name }) => name);
  let isBegun = false;
  return {
    add: (rows) => {
      const cells = rows.map((row) => cellsOf(row, columns));
      const options = { header: !isBegun, columns: names, quoted_match: quotedInCsv } as const;
      isBegun = true;
      return stringify(cells, options);
    },
    end: () => "",
  };
}

function cellsOf(row: TableRow, columns: Table["columns"]): Array<string | number | null> {
  return columns.map(({ name, type }) => cellOf(row[name] ?? null, type));
}

function cellOf(value: Value, type: ColumnType): string | number | null {
  if (type === "time" && typeof value === "number") return new Date(value).toISOString();
  if (typeof value === "string") return toCsvText(value);
  return typeof value === "boolean" ? String(value) : value;
}
