import { lstatSync, mkdirSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileError, reasonOf } from "@ccdag/files/errors";
import { newDraft, removeDrafts, targetOf } from "@ccdag/keep/write";
import { RequestError } from "@ccdag/pipeline/tables";
import { type TableName, type TableRow, tables } from "@ccdag/render-tables";
import {
  sqliteApplicationId,
  sqliteInsert,
  sqliteSchema,
  sqliteSearch,
  sqliteValues,
} from "@ccdag/render-tables/sqlite";
import { applicationIdOf, besideDatabase, DatabaseWriter } from "@ccdag/sqlite";
import type { CommandIo } from "../io.ts";
import type { TableTarget } from "./table-target.ts";

/** Writes all tables into one database. It grows in a draft beside its file, and memory does not grow with it. */
export class TableDatabase implements TableTarget {
  readonly #path: string;
  readonly #io: CommandIo;
  #draft: { readonly path: string; readonly writer: DatabaseWriter } | undefined;

  private constructor(path: string, io: CommandIo) {
    this.#path = path;
    this.#io = io;
  }

  /**
   * Open a database; nothing is written before there are rows.
   *
   * @param path the file, absolute; links are followed.
   * @param io the environment of the run.
   * @throws RequestError if the file is something else than a database of ccdag, or is in use.
   */
  static async open(path: string, io: CommandIo): Promise<TableDatabase> {
    const target = await targetOf(path);
    if (target.isStream) throw new RequestError(`Unexpected pipe or device \`${path}\`, expected a file for sqlite`);
    assertOwn(target.path);
    return new TableDatabase(target.path, io);
  }

  /** Add rows of all tables. */
  async add(rows: ReadonlyMap<TableName, Iterable<TableRow>>): Promise<void> {
    const { writer } = (this.#draft ??= await this.#begin());
    this.#attempt(() => {
      for (const table of tables) writer.insert(sqliteInsert(table), valuesOf(table, rows.get(table.name) ?? []));
    });
  }

  /**
   * Make the full-text search, and give the file its name.
   *
   * @returns the number of files: 1.
   * @throws RequestError if something else is in the way.
   */
  async finish(): Promise<number> {
    const { path, writer } = (this.#draft ??= await this.#begin());
    this.#attempt(() => writer.finish(sqliteSearch));
    await this.#io.writer.assertHarmless(this.#path);
    assertOwn(this.#path);
    const mode = await stat(this.#path).then(
      (stats) => stats.mode,
      () => undefined,
    );
    if (mode !== undefined) await chmod(path, mode);
    await rename(path, this.#path).catch((error: unknown) => this.#fail(error));
    this.#draft = undefined;
    return 1;
  }

  /** Remove what was not finished. */
  async discard(): Promise<void> {
    if (this.#draft === undefined) return;
    this.#draft.writer.close();
    await rm(this.#draft.path, { force: true });
    this.#draft = undefined;
  }

  async #begin(): Promise<{ path: string; writer: DatabaseWriter }> {
    const folder = dirname(this.#path);
    const path = join(folder, await newDraft());
    try {
      mkdirSync(folder, { recursive: true });
      await removeDrafts(folder);
      return { path, writer: await DatabaseWriter.create(path, sqliteSchema()) };
    } catch (error) {
      await rm(path, { force: true });
      return this.#fail(error);
    }
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    throw new FileError(`Cannot write \`${this.#path}\`: ${reasonOf(error)}`);
  }
}

function* valuesOf(
  table: (typeof tables)[number],
  rows: Iterable<TableRow>,
): Generator<ReturnType<typeof sqliteValues>> {
  for (const row of rows) yield sqliteValues(table, row);
}

/** Refuse to replace what somebody else wrote, and a database that a program has open: its log would spoil the new one. */
function assertOwn(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !isOwn(path, stats))
    throw new RequestError(`Unexpected file \`${path}\`, which ccdag did not write; expected another file`);
  const used = besideDatabase(path).find((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  if (used !== undefined)
    throw new RequestError(`Unexpected \`${used}\`: a program has the database open; close it first`);
}

/** Whether a file is a database of ccdag, or has no content. */
function isOwn(path: string, stats: ReturnType<typeof lstatSync>): boolean {
  return stats?.isFile() === true && (stats.size === 0 || applicationIdOf(path) === sqliteApplicationId);
}
