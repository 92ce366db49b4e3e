import type { TableName, TableRow } from "@ccdag/render-tables";

/** Where all tables of an input are written. */
export interface TableTarget {
  /** Add rows of all tables. */
  add(rows: ReadonlyMap<TableName, Iterable<TableRow>>): Promise<void>;
  /** Give all files their names. @returns how many there are. */
  finish(): Promise<number>;
  /** Remove what was not finished. */
  discard(): Promise<void>;
}
