import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StoreClient } from "@ccdag/client";
import { serveStore } from "@ccdag/server";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { type Row, tasksAfter } from "../src/index.js";

it("adds and ends tasks", () => {
  expect(tasksAfter(["dig"], [{ type: "text", text: "Fine:\n- [x] dig\n- [ ] sow" }, { type: "data" }])).toEqual([
    "sow",
  ]);
});

const { DATABASE_URL } = process.env;
const places = [["PGlite", undefined] as const, ...(DATABASE_URL ? [["PostgreSQL", DATABASE_URL] as const] : [])];

/** A new database on a server. */
async function newDatabase(address: string): Promise<string> {
  const name = `ccdag_${randomUUID().replaceAll("-", "")}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: address });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  return Object.assign(new URL(address), { pathname: `/${name}` }).href;
}

it.each(places)(
  "has the tasks of each branch, each message once and in order, over %s, though it is killed again and again",
  async (_, address) => {
    const where = address === undefined ? undefined : await newDatabase(address);
    const server = await serveStore({ port: 0, token: false, where });
    onTestFinished(() => server.close());
    const folder = mkdtempSync(join(tmpdir(), "tasks-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "tasks.jsonl");
    const rows = () => {
      const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [""];
      return lines.slice(0, -1).map((line) => JSON.parse(line) as Row);
    };
    const { sessions } = new StoreClient({ baseUrl: server.url });
    const { id } = await sessions.create();
    const plan = await sessions.storeMessage(id, { role: "user", content: "Plan:\n- [ ] measure" });
    const program = fileURLToPath(new URL("../dist/index.js", import.meta.url));
    let child: ChildProcess;
    const start = () => void (child = spawn(process.execPath, [program, server.url, id, file], { stdio: "inherit" }));
    start();
    onTestFinished(() => void child.kill("SIGKILL"));
    const stored: Record<string, string[]> = { a: [], b: [] };
    const write = async (branch: string, from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const blob = { role: "user", content: `- [ ] ${branch}${at}\n- [x] ${branch}${at - 2}` };
        const place = at === 0 ? { branch, from: plan.id } : { branch };
        stored[branch]!.push((await sessions.storeMessage(id, blob, place)).id);
      }
    };
    // Both have begun before one of them continues.
    const both = (from: number, to: number) => Promise.all([write("a", from, to), write("b", from, to)]);
    const written = both(0, 1).then(() => both(1, 40));
    for (const count of [3, 17, 33]) {
      await expect.poll(() => rows().length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(count);
      child!.kill("SIGKILL");
      start();
    }
    await written;
    await expect.poll(() => new Set(rows().map(({ message }) => message)).size, { timeout: 60_000 }).toBe(81);
    const seen = rows();
    expect(seen).toHaveLength(81);
    for (const branch of ["a", "b"]) {
      const own = seen.filter((row) => row.branch === branch);
      expect(own.map(({ message }) => message)).toEqual(stored[branch]);
      expect(own.at(-1)!.tasks).toEqual(["measure", `${branch}38`, `${branch}39`]);
    }
    // The branches interleave.
    expect(seen.findIndex(({ branch }) => branch === "b")).toBeLessThan(
      seen.findLastIndex(({ branch }) => branch === "a"),
    );
  },
  120_000,
);
