import type { Root } from "@ccdag/ccast";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import type { Value } from "./table-row.ts";
import type { ColumnType, TableColumn } from "./column.ts";
import { encode, type TableEncoder } from "./encoder.ts";
import { type RenderTablesOptions, rowsOfFile, settingsOf } from "./render-tables-options.ts";
import { type Table, tablesVersion } from "./schema.ts";

/**
 * unified plugin: compile ccast to a table as Parquet, compressed with Snappy. Options of the plugin override those in the
 * `settings` of the processor.
 */
const ccdagRenderParquet: Plugin<[(RenderTablesOptions | null | undefined)?], Root, Uint8Array> = function (given) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const options = settingsOf(data.settings, given);
    const { table, rows } = rowsOfFile(tree as Root, file, options);
    const pieces = () => encode(rows, createParquetEncoder(table)) as Generator<Uint8Array>;
    if (!options.inPieces) return join([...pieces()]);
    file.data.pieces = pieces;
    return new Uint8Array();
  };
};

export default ccdagRenderParquet;

type Element = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

const types: Readonly<Record<ColumnType, Omit<Element, "name" | "repetition_type">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  // A text, because not every engine knows the type for JSON.
  json: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
};

/**
 * Begin a Parquet file. Rows that are added together are a row group. The version of the schema and the name of the table are in
 * the metadata, as `ccdag.schema_version` and `ccdag.table`.
 *
 * @param table the table.
 */
export function createParquetEncoder({ name: tableName, columns }: Table): TableEncoder {
  const writer = new ByteWriter();
  const root: Element = { name: "root", num_children: columns.length };
  const parquet = new ParquetWriter({
    writer,
    schema: [root, ...columns.map(elementOf)],
    createdBy: "ccdag",
    kvMetadata: [
      { key: "ccdag.schema_version", value: String(tablesVersion) },
      { key: "ccdag.table", value: tableName },
    ],
  });
  // What was written is taken away after each group, so that memory does not grow with the file.
  const take = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  return {
    add: (rows) => {
      const columnData = columns.map(({ name, type, isLong = false }) => ({
        name,
        data: rows.map((row) => valueOf(row[name] ?? null, type)),
        statistics: !isLong,
        // A dictionary of long texts takes memory, and hardly one occurs twice.
        ...(isLong ? { encoding: "PLAIN" as const } : {}),
        offsetIndex: false,
      }));
      if (rows.length > 0) void parquet.write({ columnData, rowGroupSize: rows.length });
      return take();
    },
    end: () => {
      void parquet.finish();
      return take();
    },
  };
}

function elementOf({ name, type, isNullable }: TableColumn): Element {
  return { name, repetition_type: isNullable ? "OPTIONAL" : "REQUIRED", ...types[type] };
}

function valueOf(value: Value, type: ColumnType): Value | bigint {
  return type === "integer" && typeof value === "number" ? BigInt(value) : value;
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
