import { join } from "node:path";
import { DatabaseReader, type DatabaseRow } from "@ccdag/sqlite";
import { onTestFinished } from "vitest";
import { ccdag, scratch } from "./world.ts";

/** The folder of a database of an export, and its rows by SQL. */
export interface Database {
  readonly cwd: string;
  readonly path: string;
  readonly all: (sql: string) => Promise<DatabaseRow[]>;
}

/** Export a folder into a database. */
export async function inDatabase(folder: string, ...argv: readonly string[]): Promise<Database> {
  const cwd = scratch();
  const { code, stderr } = await ccdag(["export", folder, "-o", "sessions.db", ...argv], { cwd });
  if (code !== 0) throw new Error(stderr);
  const path = join(cwd, "sessions.db");
  return { cwd, path, all: (sql) => readAll(path, sql) };
}

/** The rows of a query. */
export function readAll(path: string, sql: string): Promise<DatabaseRow[]> {
  const reader = new DatabaseReader(path);
  onTestFinished(() => reader.close());
  return reader.read((rows) => rows.all("sessions", sql));
}
