import type { Ledger, Prices, Root } from "@ccdag/ccast";
import type { VFile } from "vfile";
import type { TableRow } from "./table-row.ts";
import { toRows } from "./to-rows.ts";
import { type Table, tableOf, type TableName } from "./schema.ts";

declare module "vfile" {
  interface DataMap {
    /** The ledger of the reading half, for the account. */
    ledger: Ledger;
    /** Makes the content piece by piece, as often as it is called; only set if that was asked for. */
    pieces: () => Iterable<string | Uint8Array>;
  }
}

/** Options of the renderers of tables. */
export interface RenderTablesOptions {
  /** The table to write (default: `"messages"`). */
  table?: TableName | undefined;
  /** Prices of tokens (default: the list prices of `@ccdag/ccast`). */
  prices?: Prices | undefined;
  /** Whether the result is empty, and `file.data.pieces` makes the content piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
}

/** The options of a plugin over the settings of its processor. */
export function settingsOf(settings: unknown, given: RenderTablesOptions | null | undefined): RenderTablesOptions {
  return { ...(settings as RenderTablesOptions | undefined), ...given };
}

/**
 * The rows of a tree and the table that they belong to.
 *
 * @throws TypeError for a name that no table has.
 */
export function rowsOfFile(
  tree: Root,
  file: VFile,
  { table: name = "messages", prices }: RenderTablesOptions,
): { table: Table; rows: Iterable<TableRow> } {
  const table = tableOf(name);
  const rows = toRows(tree, { folder: shownFolder(file), ledger: file.data.ledger, prices }, [table.name]);
  return { table, rows: rows.get(table.name)! };
}

/** The folder that was read; absent if the tree was redacted: the name of the folder was not. */
export function shownFolder({ path, data }: VFile): string | undefined {
  return "redaction" in data ? undefined : path;
}
