import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visibleText } from "@ccdag/pipeline/tables";
import { type Table, type TableRow, tables } from "@ccdag/render-tables";
import { createCsvEncoder } from "@ccdag/render-tables/csv";
import type { DatabaseRow } from "@ccdag/sqlite";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, read, sample, scratch, talk } from "../world.ts";
import { inDatabase, readAll } from "../database-world.ts";

/** A row of the database as one of the tables. */
function toTableRow({ columns }: Table, row: DatabaseRow): TableRow {
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      const value = row[name] as string | number | null;
      if (value === null) return [name, null];
      return [name, type === "time" ? Date.parse(String(value)) : type === "boolean" ? value === 1 : value];
    }),
  );
}

const usage = async (...keys: string[]) =>
  JSON.parse((await ccdag(["usage", sample, "--by", keys.join(","), "--json", "--utc"])).stdout).rows as DatabaseRow[];

describe("ccdag export --to sqlite (issue 46)", () => {
  it("has the rows of the CSV, each value of them", async () => {
    const { cwd, all } = await inDatabase(sample);
    await ccdag(["export", sample, "--to", "csv", "-o", "tables/"], { cwd });
    for (const table of tables) {
      const rows = await all(`SELECT * FROM ${table.name} ORDER BY id`);
      const encoder = createCsvEncoder(table);
      const csv = encoder.add(rows.map((row) => toTableRow(table, row))) as string;
      expect(visibleText(csv)).toBe(read(cwd, "tables", `${table.name}.csv`));
    }
  });

  it("has every project of a folder, and the same bytes each time", async () => {
    const folder = scratch({ "-home-a/s.jsonl": talk("a"), "-home-b/t.jsonl": talk("b") });
    const { path, all } = await inDatabase(folder);
    expect(await all("SELECT project, session_id FROM sessions ORDER BY 1")).toMatchObject([
      { project: "-home-a" },
      { project: "-home-b" },
    ]);
    const again = await inDatabase(folder);
    expect(readFileSync(again.path).equals(readFileSync(path))).toBe(true);
  });

  it("views answer as `ccdag usage` and `ccdag edits` do", async () => {
    const { all } = await inDatabase(sample);
    const costs = await all("SELECT session_id AS session, round(cost, 6) AS cost, unpriced_calls FROM session_costs");
    expect(new Set(costs)).toEqual(
      new Set(
        (await usage("session")).map(({ session, cost }) => ({
          session,
          cost: Number(Number(cost).toFixed(6)),
          unpriced_calls: 0,
        })),
      ),
    );
    const days = await all(
      "SELECT day, model, calls, input_tokens AS input, output_tokens AS output FROM tokens_by_day_and_model",
    );
    expect(days).toEqual(
      (await usage("day", "model")).map(({ day, model, calls, input, output }) => ({
        day,
        model,
        calls,
        input,
        output,
      })),
    );
    const [{ n }] = (await all("SELECT count(*) AS n FROM failed_calls")) as [DatabaseRow];
    expect(await all("SELECT sum(failed_tool_calls) AS n FROM sessions")).toEqual([{ n }]);
    const edits = JSON.parse((await ccdag(["edits", sample, "--json"])).stdout) as Array<{
      path: string;
      edits: number;
    }>;
    expect(edits.length).toBeGreaterThan(3);
    const changed = new Map(
      (await all("SELECT path, sum(changes) AS n FROM changed_files GROUP BY path")).map(({ path, n: count }) => [
        path,
        count,
      ]),
    );
    // Those on branches that were given up are in the view, too.
    for (const { path, edits: count } of edits) expect(changed.get(path)).toBeGreaterThanOrEqual(count);
  });

  it("finds words in messages and in tool calls", async () => {
    const { all } = await inDatabase(sample);
    const search = (table: string, text: string, words: string) =>
      all(
        `SELECT ${text} AS text FROM ${table} WHERE id IN (SELECT rowid FROM ${table}_fts WHERE ${table}_fts MATCH '${words}')`,
      );
    const [first] = await search("messages", "text", "emoji slides");
    expect(first?.["text"]).toContain("As soon as the sky is an emoji");
    expect((await search("tool_calls", "result", "equally wide")).length).toBeGreaterThan(0);
  });

  it("what no JSON reader of SQLite follows does not end a query, and text stays in its place", async () => {
    const words = "'); DROP TABLE messages; --\0 \u{1F600}";
    const call = { type: "tool_use", id: "t1", name: "Write", input: {} as object };
    for (let depth = 0; depth < 1100; depth++) call.input = { file_path: call.input };
    const [first, ...rest] = talk("s")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { message: object; uuid: string });
    const folder = scratch({
      "p/s.jsonl": jsonl({ ...first, message: { content: words } }, ...rest, {
        type: "assistant",
        uuid: "x1",
        parentUuid: rest.at(-1)?.uuid ?? first!.uuid,
        message: { id: "m9", content: [call] },
      }),
    });
    const { all } = await inDatabase(folder);
    expect(await all("SELECT text FROM messages WHERE is_prompt LIMIT 1")).toEqual([
      { text: words.replace("\0", "␀") },
    ]);
    expect(await all("SELECT * FROM changed_files")).toEqual([]);
  });

  it("--redact holds for it, also in the search", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const folder = scratch({ "p/s.jsonl": talk("s").replace(/"content":"[^"]*"/, `"content":"Use ${secret}"`) });
    const { path } = await inDatabase(folder, "--redact");
    const bytes = readFileSync(path, "latin1");
    expect([bytes.includes("Use "), bytes.toLowerCase().includes(secret.slice(4).toLowerCase())]).toEqual([
      true,
      false,
    ]);
  });
});

describe("the file of --to sqlite", () => {
  it("is replaced if ccdag wrote it, keeps its mode, and nothing is left beside it", async () => {
    const { cwd, path } = await inDatabase(sample);
    expect(statSync(path).mode & 0o400).toBe(0o400);
    symlinkSync("sessions.db", join(cwd, "link.db"));
    const folder = scratch({ "p/s.jsonl": talk("s") });
    const { code, stderr } = await ccdag(["export", folder, "--to", "sqlite", "-o", "link.db"], { cwd });
    expect([code, stderr]).toEqual([0, "link.db\n"]);
    expect(await readAll(path, "SELECT count(*) AS n FROM sessions")).toEqual([{ n: 1 }]);
    expect(readdirSync(cwd).sort()).toEqual(["link.db", "sessions.db"]);
    writeFileSync(join(cwd, "empty.sqlite"), "");
    expect((await ccdag(["export", sample, "-o", "empty.sqlite", "-q"], { cwd })).code).toBe(0);
  });

  it("is refused if somebody else wrote it, or has it open", async () => {
    const { cwd, path } = await inDatabase(sample);
    const before = readFileSync(path);
    put(cwd, "mine.db", "mine");
    // A database of another program: the mark of ccdag is at 68.
    writeFileSync(join(cwd, "other.db"), Buffer.concat([before.subarray(0, 68), Buffer.alloc(4), before.subarray(72)]));
    mkdirSync(join(cwd, "folder.db"));
    for (const name of ["mine.db", "other.db"]) {
      const { code, stderr } = await ccdag(["export", sample, "-o", name], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining("which ccdag did not write")]);
    }
    put(cwd, "sessions.db-wal", "log");
    const { code, stderr } = await ccdag(["export", sample, "-o", "sessions.db"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("a program has the database open")]);
    expect([read(cwd, "mine.db"), readFileSync(path).equals(before)]).toEqual(["mine", true]);
    expect(readdirSync(cwd).sort()).toEqual(["folder.db", "mine.db", "other.db", "sessions.db", "sessions.db-wal"]);
  });

  it.each([
    [["--to", "sqlite"], "Expected a file after --output for sqlite, which is one database"],
    [["--to", "sqlite", "-o", "x/"], "Expected a file after --output for sqlite"],
    [["-o", "x.db", "--table", "usage"], "Unexpected --table for sqlite, which holds all tables"],
    [["-o", "x.sqlite3", "--partition", "month"], "Unexpected --partition for sqlite, which holds all tables"],
    [["-o", "x.db", "--order", "kahn"], "Unexpected --order for sqlite, whose rows"],
    [["-o", "x.db", "--jobs", "2"], "Unexpected --jobs for sqlite"],
    [["--to", "sqlite", "-o", "/dev/null"], "Unexpected pipe or device"],
    [["--to", "csv", "-o", "x.db"], "expected `sqlite` or another ending"],
    [["-o", "x.db", "--turns", "90-"], "No messages match"],
  ])("%s is refused in one line", async (argv, message) => {
    const cwd = scratch();
    const { code, stderr } = await ccdag(["export", sample, ...argv], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
