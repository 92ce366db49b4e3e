import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "ccdag";
import { expect, onTestFinished } from "vitest";
import { openTables, type SqlRow } from "./tables-sql.mjs";

/** How tables are written: one file each, in partitions, or as CSV. */
export const forms = {
  parquet: ["--to", "parquet"],
  lake: ["--to", "parquet", "--partition", "project,month"],
  csv: ["--to", "csv"],
} as const;

/** Run SQL in which tables are called as in the guide. */
export type Ask = (sql: string) => Promise<SqlRow[]>;

/** Run the command line in this process; returns what it printed. */
export async function ccdag(...args: readonly string[]): Promise<string> {
  let stdout = "";
  const stdin = (async function* () {})();
  const text = async (one: string) => void (stdout += one);
  const code = await run(args, { stdin, stdout: text, stderr: () => {}, cwd: tmpdir(), env: {}, isTerminal: false });
  expect([args[0], code]).toEqual([args[0], 0]);
  return stdout;
}

/** A folder that is removed after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-tables-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 60_000);
  return folder;
}

/** Export a folder, and ask something of the tables. */
export async function inTables<T>(folder: string, form: keyof typeof forms, use: (ask: Ask) => Promise<T>): Promise<T> {
  const target = scratch();
  await ccdag("export", folder, ...forms[form], "-q", "-o", `${target}/`);
  const { ask, close } = await openTables(target, form);
  try {
    return await use(ask);
  } finally {
    close();
  }
}
