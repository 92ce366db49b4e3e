import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ccdag, sample, scratch } from "./world.ts";
import { inDatabase } from "./database-world.ts";

/** A Python that has the packages, such as that of a venv: `pip install datasette sqlite-utils datasets`. */
const python = process.env["CCDAG_PYTHON"] ?? "python3";

/** Why what Python reads cannot be tested here; absent if it can. */
function whyNot(module: string): string | undefined {
  try {
    execFileSync(python, ["-c", `import importlib.util as u, sys; sys.exit(u.find_spec("${module}") is None)`]);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT" ? `there is no ${python}` : `${python} has no ${module}`;
  }
}

/** Run Python; nothing of it opens a connection. */
async function run(args: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, HF_HUB_OFFLINE: "1", HF_DATASETS_OFFLINE: "1", HF_HOME: join(cwd, "hf") };
  return (await promisify(execFile)(python, [...args], { cwd, env })).stdout;
}

/** Whether a test cannot run, which is then printed. */
function lacks(module: string): boolean {
  const reason = whyNot(module);
  if (reason !== undefined) process.stderr.write(`The test with ${module} does not run: ${reason}.\n`);
  return reason !== undefined;
}

describe.skipIf(lacks("sqlite3"))("the database in Python", () => {
  it("is whole, and its search is that of its texts", async () => {
    const { cwd } = await inDatabase(sample);
    const script = `
import json, sqlite3
db = sqlite3.connect("sessions.db")
db.execute("INSERT INTO messages_fts(messages_fts, rank) VALUES ('integrity-check', 1)")
db.execute("INSERT INTO tool_calls_fts(tool_calls_fts, rank) VALUES ('integrity-check', 1)")
ask = lambda sql: db.execute(sql).fetchall()
print(json.dumps([ask("PRAGMA integrity_check"), ask("PRAGMA user_version"), ask("SELECT count(*), round(sum(cost), 4) FROM usage")]))`;
    const cost = (JSON.parse((await ccdag(["usage", sample, "--json"])).stdout) as { total: { cost: number } }).total
      .cost;
    expect(JSON.parse(await run(["-c", script], cwd))).toEqual([[["ok"]], [[1]], [[30, Number(cost.toFixed(4))]]]);
  });
});

describe.skipIf(lacks("datasette"))("the database in Datasette", () => {
  it("has its tables, answers its views, and finds words", async () => {
    const { cwd } = await inDatabase(sample);
    const { sessions: found } = JSON.parse(await run(["-m", "datasette", "inspect", "sessions.db"], cwd)) as {
      sessions: { tables: Record<string, { count: number }> };
    };
    expect([found.tables["sessions"], found.tables["usage"]]).toEqual([{ count: 2 }, { count: 30 }]);
    const get = async (path: string) =>
      JSON.parse(await run(["-m", "datasette", "sessions.db", "--get", `/sessions/${path}`], cwd)) as object[];
    expect(await get("failed_calls.json?_shape=array")).toMatchObject([{ name: "Bash" }]);
    const rows = await get("messages.json?_shape=array&_search=emoji+slides");
    expect(rows).toMatchObject([{ text: expect.stringContaining("As soon as the sky is an emoji") }]);
  });
});

describe.skipIf(lacks("sqlite_utils"))("the database in sqlite-utils", () => {
  it("has its tables, their keys, and finds words", async () => {
    const { cwd } = await inDatabase(sample);
    const ask = async (...args: string[]) => JSON.parse(await run(["-m", "sqlite_utils", ...args], cwd)) as object[];
    expect(await ask("tables", "sessions.db", "--counts")).toContainEqual({ table: "messages", count: 49 });
    expect(await ask("indexes", "sessions.db", "usage")).toContainEqual(
      expect.objectContaining({ name: "session_id" }),
    );
    expect(await ask("search", "sessions.db", "messages", "emoji slides", "-c", "id")).toHaveLength(1);
    // Row numbers are keys: what moves rows does not part the search from its texts.
    await run(["-m", "sqlite_utils", "vacuum", "sessions.db"], cwd);
    expect(await ask("search", "sessions.db", "messages", "emoji slides", "-c", "id")).toHaveLength(1);
  });
});

describe.skipIf(lacks("datasets"))("--to sharegpt in Hugging Face datasets", () => {
  it("loads with one type for each column", async () => {
    const cwd = scratch();
    const { stdout } = await ccdag(["export", sample, "--to", "sharegpt", "-o", "train.jsonl"], { cwd });
    expect(stdout).toBe("");
    const script = `
import json
from datasets import load_dataset
data = load_dataset("json", data_files="train.jsonl", split="train")
print(json.dumps([data.column_names, [turn["from"] for turn in data[0]["conversations"]][:3], str(data.features["conversations"]), data.num_rows]))`;
    const [columns, from, type, count] = JSON.parse(await run(["-c", script], cwd)) as [
      string[],
      string[],
      string,
      number,
    ];
    expect([columns.slice(0, 2), from]).toEqual([
      ["id", "conversations"],
      ["human", "function_call", "observation"],
    ]);
    expect(type).toContain("'from': Value('string'), 'value': Value('string')");
    expect(count).toBeGreaterThan(2);
  });
});
