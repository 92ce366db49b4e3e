import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { generateArchive } from "../bench/archive-generate.mjs";
import { countedSql, questions, type SqlRow, statements, usageSql } from "./tables-sql.mjs";
import { ccdag, forms, inTables } from "./tables-world.ts";

const sums = ["calls", "input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "webSearches", "unpriced"];
const sorted = (rows: readonly SqlRow[], keys: readonly string[]) =>
  rows
    .map((row) => [
      ...keys.map((key) => row[key]),
      ...sums.map((key) => Number(row[key])),
      Number(row["cost"]).toFixed(4),
    ])
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

// Several projects: a session that was branched off with copies of its records, a rewind, agents, and a generated archive.
const folder = mkdtempSync(join(tmpdir(), "ccdag-archive-"));
cpSync(fileURLToPath(new URL("../fixtures/sample/", import.meta.url)), folder, { recursive: true });
generateArchive(folder, 1, { sessions: 4 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("tables, asked in SQL", () => {
  it.each(Object.keys(forms) as Array<keyof typeof forms>)("%s: rows and the account are complete", async (form) => {
    await inTables(folder, form, async (ask) => {
      for (const [statement, sql] of Object.entries(statements))
        expect([statement, await ask(sql)]).toEqual([statement, []]);
      const { tree, account: all } = JSON.parse(await ccdag("export", folder, "--to", "json")) as {
        tree: object;
        account: Record<string, number | unknown[]>;
      };
      // Records of damaged lines are outside of the sum.
      const { recovered: _, ...account } = all;
      const nodes = countNodes(tree);
      const lengthOf = (part: number | unknown[]) => (Array.isArray(part) ? part.length : part);
      const wanted = Object.fromEntries(Object.entries(account).map(([name, part]) => [name, lengthOf(part)]));
      const [counted] = await ask(countedSql);
      expect(Object.fromEntries(Object.entries(counted!).map(([name, value]) => [name, Number(value)]))).toEqual({
        ...wanted,
        notices: nodes["notice"],
        sessions: nodes["session"],
        messages: (nodes["message"] ?? 0) + (nodes["compaction"] ?? 0),
        calls: nodes["toolCall"],
        results: (nodes["toolResult"] ?? 0) - (nodes["resultOfCall"] ?? 0),
        agents: nodes["agent"],
      });
    });
  });

  it.each([[["model"]], [["month", "model"]], [["day", "agent-type"]], [["session"]]])(
    "the sums by %s are those of `ccdag usage`",
    async (keys) => {
      const { total, rows } = JSON.parse(await ccdag("usage", folder, "--by", keys.join(","), "--json", "--utc")) as {
        total: SqlRow;
        rows: SqlRow[];
      };
      await inTables(folder, "parquet", async (ask) => {
        expect(sorted(await ask(usageSql(keys)), keys)).toEqual(sorted(rows, keys));
        expect(sorted(await ask(usageSql([])), [])).toEqual(sorted([total], []));
        const all = JSON.parse(await ccdag("usage", folder, "--json")) as { total: SqlRow };
        expect(sorted([all.total], [])).toEqual(sorted([total], []));
      });
    },
  );

  it("the questions of the guide have the same answers in one file, in partitions and in CSV", async () => {
    expect(questions()).toHaveLength(5);
    const answers: Record<string, SqlRow[][]> = {};
    for (const form of Object.keys(forms) as Array<keyof typeof forms>)
      answers[form] = await inTables(folder, form, async (ask) => {
        const all: SqlRow[][] = [];
        for (const sql of questions()) all.push(await ask(sql));
        return all;
      });
    expect(answers["parquet"]!.map((rows) => rows.length > 0)).toEqual([true, true, true, true, true]);
    expect(answers["lake"]).toEqual(answers["parquet"]);
    expect(answers["csv"]).toEqual(answers["parquet"]);
  });
});

function countNodes(tree: object): Record<string, number> {
  const counts: Record<string, number> = {};
  const open: object[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    const { type, children = [], result } = node as { type: string; children?: object[]; result?: object };
    counts[type] = (counts[type] ?? 0) + 1;
    if (result !== undefined) counts["resultOfCall"] = (counts["resultOfCall"] ?? 0) + 1;
    for (const child of [...children, ...(result === undefined ? [] : [result])]) open.push(child);
  }
  return counts;
}
