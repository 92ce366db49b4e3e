import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openStore } from "@ccdag/store";
import { afterEach, describe, expect, test } from "vitest";
import { importFolder, importWithWorkers, type WorkersLeft } from "../src/index.ts";
import { killLimit, kills } from "../../../tooling/tests/kills.ts";
import { contentOf } from "./content-of.ts";
import { servers } from "./databases.ts";

const script = fileURLToPath(new URL("worker-process.mjs", import.meta.url));
const running = new Set<ChildProcess>();
const folders: string[] = [];

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Start a process; `lines` is called with what it prints. */
async function start(kind: string, address: string, onLine: (line: string) => void = () => {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, kind, address], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      resolve();
      onLine(line);
    });
  });
  return child;
}

/** All recorded conversations that are here, as projects of one folder. */
function allProjects(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "ccdag-workers-")), "projects");
  folders.push(folder);
  const scenarios = fileURLToPath(new URL("../../../tooling/fixtures/scenarios/", import.meta.url));
  for (const name of readdirSync(scenarios))
    cpSync(join(scenarios, name, "projects"), join(folder, name), { recursive: true });
  const corpus = process.env["CCDAG_CORPUS"];
  if (corpus !== undefined && existsSync(corpus)) cpSync(corpus, join(folder, "corpus"), { recursive: true });
  return folder;
}

/** Import with four workers, of which two are killed. */
async function importWithKills(address: string, folder: string): Promise<void> {
  const store = await openStore(address);
  let killed = 0;
  let done = 0;
  const workers: ChildProcess[] = [];
  for (let at = 0; at < 4; at++)
    workers.push(
      await start("worker", address, (line) => {
        if (line === "done") done++;
        // In the middle of whatever it does then.
        if (line === "done" && done > 3 * (killed + 1) && killed < 2 && at === killed + 1) {
          killed++;
          setTimeout(() => workers[at]!.kill("SIGKILL"), 7 * killed);
        }
      }),
    );
  const { jobs } = await importWithWorkers(store, address, folder, { expireSeconds: 2 });
  expect(jobs).toBeGreaterThan(20);
  expect(killed).toBe(2);
  expect(workers.filter(({ signalCode }) => signalCode === "SIGKILL")).toHaveLength(2);
  await store.close();
}

// `databases.ts` says it where no server is named.
describe.skipIf(servers.length === 0)("workers", () => {
  test("an import says how much is left to workers, and once that none has begun", async () => {
    const address = (await servers[0]!.make())!;
    const store = await openStore(address);
    const scenarios = fileURLToPath(new URL("../../../tooling/fixtures/scenarios/", import.meta.url));
    const folder = join(scenarios, readdirSync(scenarios)[0]!, "projects");
    const seen: WorkersLeft[] = [];
    let worker: Promise<ChildProcess> | undefined;
    await importWithWorkers(store, address, folder, {
      waiting: (left) => {
        seen.push(left);
        if (left.isUntouched) worker ??= start("worker", address);
      },
    });
    expect(worker).toBeDefined();
    expect([seen[0]!.files > 0, seen[0]!.isUntouched]).toEqual([true, false]);
    expect(seen.at(-1)).toEqual({ files: 0, isUntouched: false });
    (await worker)!.kill();
    await store.close();
  });

  test(
    "P1 four workers, of which two are killed, import what one process imports; two servers show it",
    { timeout: killLimit },
    async () => {
      const database = servers[0]!;
      const folder = allProjects();
      const one = await openStore((await database.make())!);
      await importFolder(one, folder);
      const wanted = await contentOf(one);
      const [id] = (await one.sessions()).items.map((session) => session.id);
      await one.close();
      for (let round = 0; round < kills / 2; round++) {
        const shared = (await database.make())!;
        await importWithKills(shared, folder);
        const store = await openStore(shared);
        expect(await contentOf(store)).toEqual(wanted);
        await store.close();
        const answers: unknown[] = [];
        for (let at = 0; at < 2; at++) {
          let url = "";
          await start("server", shared, (line) => (url = line));
          answers.push(await (await fetch(`${url}/session/${id}/branches`)).json());
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]).toMatchObject({ code: 0 });
        for (const child of running) child.kill("SIGKILL");
      }
      await database.remove();
    },
  );
});
