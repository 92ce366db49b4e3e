import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ccdag, sample, scratch } from "./world.ts";
import { inDatabase } from "./database-world.ts";

/** A Python that has the packages, such as that of a venv: `pip install datasette sqlite-utils datasets harbor inspect-ai`. */
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

const projects = [
  ["the sample", sample],
  ["the scenarios", new URL("../../../tooling/fixtures/scenarios", import.meta.url).pathname],
] as const;

describe.skipIf(lacks("harbor"))("--to atif in the validator of Harbor", () => {
  it.each(projects)("is valid, and each agent is found: %s", async (_, folder) => {
    const cwd = scratch();
    await ccdag(["export", folder, "--to", "atif", "-q", "-o", "trajectories.jsonl"], { cwd });
    const script = `
import json
from harbor.models.trajectories import Trajectory
from harbor.utils.trajectory_validator import TrajectoryValidator
errors, agents, copied = [], [], 0
def look(one):
    global copied
    inside = {agent.trajectory_id for agent in one.subagent_trajectories or []}
    for step in one.steps:
        copied += step.is_copied_context or 0
        for result in step.observation.results if step.observation else []:
            agents.extend(ref.trajectory_id in inside for ref in result.subagent_trajectory_ref or [])
    for agent in one.subagent_trajectories or []: look(agent)
for line in open("trajectories.jsonl"):
    validator = TrajectoryValidator()
    validator.validate(json.loads(line))
    errors += validator.get_errors()
    look(Trajectory(**json.loads(line)))
print(json.dumps([errors, len(agents), all(agents), copied]))`;
    const [errors, agents, areFound, copied] = JSON.parse(await run(["-c", script], cwd)) as unknown[];
    expect([errors, areFound]).toEqual([[], true]);
    expect([agents, copied]).toEqual([expect.toSatisfy(isMany), expect.toSatisfy(isMany)]);
  });
});

describe.skipIf(lacks("inspect_ai"))("--to inspect in Inspect", () => {
  it.each(projects)("is read, whole and as a head, and its usage is that of ccdag: %s", async (_, folder) => {
    const cwd = scratch();
    await ccdag(["export", folder, "--to", "inspect", "-q", "-o", "log.json"], { cwd });
    const script = `
import json
from inspect_ai.log import read_eval_log, read_eval_log_sample
log = read_eval_log("log.json")
head = read_eval_log("log.json", header_only=True)
sample = read_eval_log_sample("log.json", id=log.samples[0].id, epoch=1)
roles = {message.role for one in log.samples for message in one.messages}
print(json.dumps([log.status, head.eval.dataset.samples == len(log.samples), sample.input == log.samples[0].input,
    sorted(roles), sum(usage.output_tokens for usage in log.stats.model_usage.values())]))`;
    const { total } = JSON.parse((await ccdag(["usage", folder, "--json"])).stdout) as { total: { output: number } };
    expect(JSON.parse(await run(["-c", script], cwd))).toEqual([
      "success",
      true,
      true,
      expect.arrayContaining(["assistant", "tool", "user"]),
      total.output,
    ]);
  });
});

function isMany(count: unknown): boolean {
  return Number(count) > 0;
}
