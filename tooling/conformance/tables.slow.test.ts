import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { countedSql, questions, type SqlRow, statements } from "./tables-sql.mjs";
import { type Ask, ccdag, inTables, scratch } from "./tables-world.ts";

it("the sums over a thousand partitions are those of one file, and of `ccdag usage` by project", async () => {
  const archive = scratch();
  for (let project = 0; project < 100; project++)
    for (let month = 1; month <= 10; month++) {
      const path = join(archive, `-home-lin-p${project}`, `${project}-${month}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, session(project, month));
    }
  const group = `SELECT project, count(*) AS n, round(sum(cost), 6) AS cost FROM 'tables/usage.parquet' GROUP BY ALL ORDER BY project`;
  const ask = async (sql: Ask) => {
    const answers: SqlRow[][] = [];
    for (const text of [...questions(), group, countedSql, ...Object.values(statements)]) answers.push(await sql(text));
    return answers;
  };
  const inLake = await inTables(archive, "lake", async (sql) => {
    const [{ n }] = (await sql("SELECT count(DISTINCT (project, month)) AS n FROM 'tables/messages.parquet'")) as [
      { n: string },
    ];
    expect(n).toBe("1000");
    return ask(sql);
  });
  expect(inLake).toEqual(await inTables(archive, "parquet", ask));
  const { rows } = JSON.parse(await ccdag("usage", archive, "--by", "project", "--json")) as { rows: SqlRow[] };
  const costs = (inLake[5] ?? []).map((row) => [row["project"], Number(row["n"]), Number(row["cost"]).toFixed(6)]);
  const wanted = rows.map((row) => [
    String(row["project"]).replaceAll("/", "-"),
    row["calls"],
    Number(row["cost"]).toFixed(6),
  ]);
  expect(costs).toEqual(wanted.sort((a, b) => (a[0]! < b[0]! ? -1 : 1)));
});

/** A prompt and its answer. */
function session(project: number, month: number): string {
  const id = `${project}-${month}`;
  const time = (second: number) => new Date(Date.UTC(2025, month, 3, 10, 0, second)).toISOString();
  const about = { sessionId: id, cwd: `/home/lin/p${project}` };
  const usage = { input_tokens: project, output_tokens: month };
  const answer = { id: `m${id}`, role: "assistant", model: "claude-sonnet-4-5", usage, content: `Answer ${id}` };
  return [
    { type: "user", uuid: `u${id}`, parentUuid: null, timestamp: time(0), message: { content: `Ask ${id}` }, ...about },
    { type: "assistant", uuid: `a${id}`, parentUuid: `u${id}`, timestamp: time(7), message: answer, ...about },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}
