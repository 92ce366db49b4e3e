import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, read, sample, scratch } from "../world.ts";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(folder.length + 1))
    .sort();

const six = ["agents", "edges", "messages", "sessions", "tool_calls", "usage"];

/** A session with a prompt and an answer in each of some months. */
const inMonths = (...months: string[]): string => talkIn("", months);

const talkIn = (name: string, months: readonly string[]): string =>
  jsonl(
    ...months.flatMap((month, index) => [
      {
        type: "user",
        uuid: `${name}u${index}`,
        parentUuid: index === 0 ? null : `${name}a${index - 1}`,
        timestamp: `${month}-03T10:00:00.000Z`,
        message: { content: `Question ${name}${index}` },
      },
      {
        type: "assistant",
        uuid: `${name}a${index}`,
        parentUuid: `${name}u${index}`,
        timestamp: `${month}-03T10:00:01.000Z`,
        message: { id: `${name}m${index}`, model: "claude-sonnet-4-5", usage: { output_tokens: 5 }, content: "Answer" },
      },
    ]),
  );

describe("ccdag export --to csv and parquet", () => {
  it("writes messages to stdout, another table with --table, and into a file by its ending", async () => {
    const { code, stdout } = await ccdag(["export", sample, "--to", "csv"]);
    expect([code, stdout.split(",", 3)]).toEqual([0, ["project", "session_id", "message_id"]]);
    const { stdout: usage } = await ccdag(["export", sample, "--to", "csv", "--table", "usage"]);
    expect(usage.trim().split("\n")).toHaveLength(31);
    const cwd = scratch();
    expect((await ccdag(["export", sample, "-o", "one.csv", "--table", "usage"], { cwd })).code).toBe(0);
    expect(read(cwd, "one.csv")).toBe(usage);
    expect((await ccdag(["export", sample, "-o", "one.parquet"], { cwd })).code).toBe(0);
    expect(read(cwd, "one.parquet")).toMatch(/^PAR1[^]*PAR1$/);
  });

  it("a folder gets all six tables, and a list of them", async () => {
    const cwd = scratch();
    const { code, stderr } = await ccdag(["export", sample, "--to", "csv", "-o", "tables/"], { cwd });
    expect([code, stderr]).toEqual([0, "6 files in tables/\n"]);
    expect(filesIn(join(cwd, "tables"))).toEqual([...six.map((name) => `${name}.csv`), "ccdag-csv.json"].sort());
    const { stdout } = await ccdag(["export", sample, "--to", "csv", "--table", "edges"]);
    expect(read(cwd, "tables", "edges.csv")).toBe(stdout);
  });

  it("--partition divides them by project and month; a table without rows has an empty file", async () => {
    const cwd = scratch({
      "in/-home-me-app/s.jsonl": inMonths("2026-01", "2026-02"),
      "in/b%c=d 'é/t.jsonl": talkIn("t", ["2026-02"]),
    });
    const argv = ["export", "in", "--to", "parquet", "--partition", "project,month", "-o", "lake/"];
    expect((await ccdag(argv, { cwd })).code).toBe(0);
    const parts = filesIn(join(cwd, "lake"));
    expect(parts.filter((path) => path.startsWith("messages/"))).toEqual([
      "messages/project=-home-me-app/month=2026-01/part-0.parquet",
      "messages/project=-home-me-app/month=2026-02/part-0.parquet",
      "messages/project=b%25c%3Dd%20%27%C3%A9/month=2026-02/part-0.parquet",
    ]);
    const missing = "__HIVE_DEFAULT_PARTITION__";
    expect(parts).toContain(`agents/project=${missing}/month=${missing}/part-0.parquet`);
  });

  it("the next run removes the files that it does not write, which would count twice, and no others", async () => {
    const cwd = scratch({ "in/p/s.jsonl": inMonths("2026-01", "2026-02") });
    const argv = ["export", "in", "--to", "csv", "--partition", "month", "-o", "lake/"];
    await ccdag(argv, { cwd });
    put(cwd, "lake/messages/month=2026-01/notes.txt", "mine");
    put(cwd, "in/p/s.jsonl", inMonths("2026-02"));
    expect((await ccdag(argv, { cwd })).code).toBe(0);
    expect(filesIn(join(cwd, "lake")).filter((path) => path.startsWith("messages/"))).toEqual([
      "messages/month=2026-01/notes.txt",
      "messages/month=2026-02/part-0.csv",
    ]);
    expect((await ccdag(["export", "in", "--to", "csv", "-o", "lake/"], { cwd })).code).toBe(0);
    expect(filesIn(join(cwd, "lake")).filter((path) => path.includes("part-"))).toEqual([]);
    expect(existsSync(join(cwd, "lake/usage"))).toBe(false);
  });

  it("nothing is replaced that ccdag did not write, and nothing is left of the run", async () => {
    const cwd = scratch({ "tables/usage.csv": "mine" });
    const { code, stderr } = await ccdag(["export", sample, "--to", "csv", "-o", "tables/"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("usage.csv`, which ccdag did not write")]);
    expect([filesIn(join(cwd, "tables")), read(cwd, "tables/usage.csv")]).toEqual([["usage.csv"], "mine"]);
  });

  it.each([
    ["something else", "{}"],
    ["a list of files of somebody else", JSON.stringify({ ccdag: { tables: "csv" }, files: ["../precious"] })],
  ])("a list that holds %s is refused: what it names could be removed", async (_, list) => {
    const cwd = scratch({ "tables/ccdag-csv.json": list, precious: "mine" });
    const { code, stderr } = await ccdag(["export", sample, "--to", "csv", "-o", "tables/"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("which ccdag did not write")]);
    expect(filesIn(cwd)).toEqual(["precious", "tables/ccdag-csv.json"]);
  });

  it("a link in the folder leads nowhere", async () => {
    const cwd = scratch();
    mkdirSync(join(cwd, "elsewhere"));
    mkdirSync(join(cwd, "lake"));
    symlinkSync(join(cwd, "elsewhere"), join(cwd, "lake/messages"));
    const argv = ["export", sample, "--to", "csv", "--partition", "month", "-o", "lake/"];
    const { code, stderr } = await ccdag(argv, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Unexpected link, pipe or folder/)]);
    expect(filesIn(join(cwd, "elsewhere"))).toEqual([]);
  });

  it("a setting of threads is ignored: it is a default, and does not fit", async () => {
    const cwd = scratch({ "ccdag.config.json": JSON.stringify({ settings: { jobs: 2 } }), ".git/HEAD": "" });
    const argv = ["export", sample, "--to", "csv", "-o", "tables/"];
    const found = await ccdag(argv, { cwd });
    expect([found.code, found]).toEqual([0, await ccdag([...argv, "--no-config"], { cwd })]);
  });

  it("--redact holds for every table, the name of the project included", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const cwd = scratch({ [`${secret}/s.jsonl`]: inMonths("2026-01").replace("Question 0", `Use ${secret} here`) });
    expect((await ccdag(["export", secret, "--to", "csv", "--redact", "-o", "out/"], { cwd })).code).toBe(0);
    for (const name of filesIn(join(cwd, "out"))) expect(read(cwd, "out", name)).not.toContain(secret);
    const { stdout } = await ccdag(["export", secret, "--to", "jsonl", "--redact"], { cwd });
    expect([stdout.includes("Question"), stdout.includes(secret)]).toEqual([false, false]);
  });

  it("control characters in a text do not reach a terminal", async () => {
    const cwd = scratch({ "p/s.jsonl": inMonths("2026-01").replace("Question 0", "\\u001b[2Jgone") });
    const { stdout } = await ccdag(["export", "p", "--to", "csv"], { cwd });
    expect(stdout).toContain("␛[2Jgone");
  });

  it.each([
    [["--to", "parquet"], "Expected a file or a folder/ after --output for parquet"],
    [["--to", "csv", "--partition", "month"], "Unexpected --partition without a folder/"],
    [["--to", "csv", "--partition", "day", "-o", "x/"], "Unexpected --partition `day`"],
    [["--to", "csv", "--table", "usage", "-o", "x/"], "Unexpected --table with a folder/"],
    [["--to", "csv", "--table", "usages"], "usages"],
    [["--to", "html", "--table", "usage"], "Unexpected --table for html, expected csv or parquet"],
    [["--to", "csv", "--order", "kahn"], "Unexpected --order for csv"],
    [["--to", "csv", "--jobs", "2", "-o", "x/"], "Unexpected --jobs for csv"],
  ])("%s is refused in one line", async (argv, message) => {
    const cwd = scratch();
    const { code, stderr } = await ccdag(["export", sample, ...argv], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
