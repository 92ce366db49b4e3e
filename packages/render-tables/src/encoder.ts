import type { TableRow } from "./table-row.ts";
import type { Table } from "./schema.ts";

/** Writes the rows of one file, group by group. */
export interface TableEncoder {
  /** Write the beginning of the file and some rows; call it with no rows for an empty table. */
  readonly add: (rows: readonly TableRow[]) => string | Uint8Array;
  /** Write the end of the file. */
  readonly end: () => string | Uint8Array;
}

/**
 * Begins a file of a format.
 *
 * @param table the table; its columns are written in their order.
 */
export type CreateEncoder = (table: Table) => TableEncoder;

/** How many rows are written at once, at most. */
const groupRows = 50_000;

/** How many characters of text are written at once, about. */
const groupChars = 16_000_000;

/** About how much memory a row takes, in characters. */
export function sizeOf(row: TableRow): number {
  let size = 500;
  for (const value of Object.values(row)) if (typeof value === "string") size += value.length;
  return size;
}

/** All pieces of a file. */
export function* encode(rows: Iterable<TableRow>, encoder: TableEncoder): Generator<string | Uint8Array> {
  let group: TableRow[] = [];
  let size = 0;
  let isBegun = false;
  for (const row of rows) {
    group.push(row);
    size += sizeOf(row);
    if (group.length < groupRows && size < groupChars) continue;
    yield encoder.add(group);
    isBegun = true;
    group = [];
    size = 0;
  }
  if (group.length > 0 || !isBegun) yield encoder.add(group);
  yield encoder.end();
}
