import { join } from "node:path";
import { removeBelow, StagedFiles } from "@ccdag/keep/write";
import { visibleText } from "@ccdag/pipeline/tables";
import {
  type CreateEncoder,
  type TableRow,
  sizeOf,
  type Table,
  type TableEncoder,
  type TableName,
  tables,
} from "@ccdag/render-tables";
import { lockExport } from "@ccdag/site/folder";
import type { CommandIo } from "../io.ts";
import type { TableTarget } from "./table-target.ts";
import { listName, readList, writeList } from "./table-list.ts";

/** What the tables of a folder are divided by: each value is a folder. */
export type PartitionKey = "project" | "month";

/** How the tables of a folder are written. */
export interface TableFormat {
  /** As typed after `--to`. */
  readonly name: string;
  /** The ending of its files, with the dot. */
  readonly ending: string;
  readonly createEncoder: CreateEncoder;
}

/** A file that is being written. */
interface OpenFile {
  readonly path: string;
  readonly table: Table;
  /** Absent before something is written. */
  encoder?: TableEncoder | undefined;
  rows: TableRow[];
  size: number;
}

/** How many characters wait to be written, about, in all files together. */
const maxWaiting = 12_000_000;

/** The value that Hive has for a missing one. */
const missing = "__HIVE_DEFAULT_PARTITION__";

/** Writes all tables into a folder: one file each, or one for each project and month. Memory does not grow with the number of rows. */
export class TableFolder implements TableTarget {
  readonly #folder: string;
  readonly #format: TableFormat;
  readonly #keys: readonly PartitionKey[];
  readonly #io: CommandIo;
  readonly #staged: StagedFiles;
  readonly #files = new Map<string, OpenFile>();
  readonly #taken = new Set<string>();
  #waiting = 0;

  /**
   * @param folder the folder, absolute.
   * @param format the format.
   * @param keys what the tables are divided by; empty for one file each.
   * @param io the environment of the run.
   */
  constructor(folder: string, format: TableFormat, keys: readonly PartitionKey[], io: CommandIo) {
    this.#folder = folder;
    this.#format = format;
    this.#keys = keys;
    this.#io = io;
    this.#staged = new StagedFiles(folder, io.writer);
  }

  /** Add rows of all tables. */
  async add(rows: ReadonlyMap<TableName, Iterable<TableRow>>): Promise<void> {
    for (const table of tables)
      for (const row of rows.get(table.name) ?? []) {
        const file = this.#fileOf(table, row);
        const size = sizeOf(row);
        file.rows.push(row);
        file.size += size;
        this.#waiting += size;
        if (this.#waiting > maxWaiting) await this.#writeHalf();
      }
  }

  /**
   * Write what waits, and give all files their names. Those of an earlier run that this one did not write are removed.
   *
   * @returns the number of files.
   * @throws RequestError if something else is in the way.
   */
  async finish(): Promise<number> {
    // An engine that looks for files of a table finds one, with its columns.
    for (const table of tables)
      if (![...this.#files.values()].some(({ path }) => isOf(path, table))) this.#fileOf(table, {});
    for (const [key, file] of this.#files) {
      await this.#write(file, true);
      this.#files.delete(key);
    }
    const unlock = await lockExport(join(this.#folder, ".ccdag-tables.lock"), this.#io);
    try {
      return await this.#publish();
    } finally {
      await unlock();
    }
  }

  async #publish(): Promise<number> {
    const { name, ending } = this.#format;
    const { paths } = this.#staged;
    const old = await readList(this.#folder, name, ending);
    await this.#staged.assertOwn(old);
    // If this run is interrupted, the next one knows all files.
    await this.#io.writer.writeBelow(this.#folder, listName(name), writeList(name, new Set([...old, ...paths])));
    await this.#staged.publish();
    const now = new Set(paths);
    for (const path of old) if (!now.has(path)) await removeBelow(this.#folder, path);
    await this.#io.writer.writeBelow(this.#folder, listName(name), writeList(name, paths));
    return paths.length;
  }

  /** Remove what was not finished. */
  async discard(): Promise<void> {
    await this.#staged.discard();
  }

  #fileOf(table: Table, row: TableRow): OpenFile {
    const folders = this.#keys.map(
      (key) => `${key}=${encode(key === "month" ? monthOf(row[table.timeColumn]) : row["project"])}`,
    );
    const key = [table.name, ...folders].join("/");
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const file = { path: this.#pathOf(key), table, rows: [], size: 0 };
    this.#files.set(key, file);
    return file;
  }

  /** Where a disk ignores case, two projects may have one folder. */
  #pathOf(key: string): string {
    if (this.#keys.length === 0) return `${key}${this.#format.ending}`;
    let number = 0;
    while (this.#taken.has(`${key}/${number}`.toLowerCase())) number++;
    this.#taken.add(`${key}/${number}`.toLowerCase());
    return `${key}/part-${number}${this.#format.ending}`;
  }

  /** A column that is in the path is not in the file, as Hive has it. */
  #encoderOf(table: Table): TableEncoder {
    const columns = this.#keys.includes("project")
      ? table.columns.filter(({ name }) => name !== "project")
      : table.columns;
    return this.#format.createEncoder({ ...table, columns });
  }

  /** Write the files with most rows, until half of what waits is left: a small file gets few groups of rows. */
  async #writeHalf(): Promise<void> {
    for (const file of [...this.#files.values()].sort((a, b) => b.size - a.size)) {
      if (this.#waiting <= maxWaiting / 2) return;
      await this.#write(file, false);
    }
  }

  async #write(file: OpenFile, isEnd: boolean): Promise<void> {
    const encoder = (file.encoder ??= this.#encoderOf(file.table));
    const contents = [encoder.add(file.rows), ...(isEnd ? [encoder.end()] : [])];
    const bytes = contents.map((content) =>
      typeof content === "string" ? Buffer.from(visibleText(content)) : content,
    );
    await this.#staged.append(file.path, Buffer.concat(bytes));
    this.#waiting -= file.size;
    file.rows = [];
    file.size = 0;
  }
}

function isOf(path: string, { name }: Table): boolean {
  return path.startsWith(`${name}/`) || path.startsWith(`${name}.`);
}

/** The month of a time in UTC, as `2026-01`. */
function monthOf(time: TableRow[string] | undefined): string | null {
  return typeof time === "number" ? new Date(time).toISOString().slice(0, -17) : null;
}

/** A value as the name of a folder, in the encoding of Hive. */
function encode(value: TableRow[string] | undefined): string {
  if (typeof value !== "string" || value === "") return missing;
  // A lone surrogate has no encoding.
  const text = Buffer.from(value).toString();
  return encodeURIComponent(text).replace(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
