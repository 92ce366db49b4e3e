import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openStore } from "@ccdag/store";
import { describe, expect, onTestFinished, test } from "vitest";
import { Proxy } from "../../../tooling/tests/database-proxy.ts";
import { importWithWorkers, openQueue, serveStore, startWorker } from "../src/index.ts";
import { servers } from "./databases.ts";
import { transcript } from "./openapi-requests.ts";

describe.skipIf(servers.length === 0)("issue 42: a database that goes away and comes back", () => {
  async function newProxy(): Promise<Proxy> {
    const database = servers[0]!;
    const proxy = await Proxy.before((await database.make())!);
    onTestFinished(async () => {
      await proxy.stop();
      await database.remove();
    });
    return proxy;
  }

  test("a server answers 503 with Retry-After meanwhile; what was acknowledged is stored, once", async () => {
    const proxy = await newProxy();
    const server = await serveStore({ where: proxy.address, port: 0, token: false });
    const created = await fetch(`${server.url}/session`, { method: "POST" });
    const { data } = (await created.json()) as { data: { id: string } };
    const url = `${server.url}/session/${data.id}/messages`;
    const statuses = new Map<number, number>();
    const acknowledged: string[] = [];
    const end = new AbortController();
    const write = async (writer: number) => {
      for (let number = 0; !end.signal.aborted; number++)
        for (let isStored = false; !isStored;) {
          const content = `${writer} ${number}`;
          const headers = { "Content-Type": "application/json", "Idempotency-Key": content };
          const body = JSON.stringify({ blob: { role: "user", content } });
          const response = await fetch(url, { method: "POST", headers, body });
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          await response.text();
          isStored = response.ok;
          if (isStored) acknowledged.push(content);
          else {
            expect(response.headers.get("Retry-After")).toBe("1");
            await setTimeout(20);
          }
        }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, at) => write(at)));
    const untilMore = async (count: number) => {
      const { length } = acknowledged;
      while (acknowledged.length < length + count) await setTimeout(5);
    };
    await untilMore(16);
    proxy.breakAll();
    await untilMore(16);
    await proxy.stop();
    while (!statuses.has(503)) await setTimeout(5);
    const ready = await fetch(new URL("/readyz", server.url));
    expect([ready.status, ready.headers.get("Retry-After")]).toEqual([503, "1"]);
    await proxy.start();
    await untilMore(16);
    end.abort();
    await writers;
    const all = await fetch(`${url}?scope=session`);
    const { data: read } = (await all.json()) as { data: { items: { content: string }[] } };
    expect(read.items.map(({ content }) => content).sort()).toEqual(acknowledged.sort());
    expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    await server.close();
  });

  test("a worker, and the import that waits for it, continue", async () => {
    const proxy = await newProxy();
    const folder = mkdtempSync(join(tmpdir(), "ccdag-away-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const ids = Array.from({ length: 12 }, (_, at) => `0190c6f2-8d5e-4a41-b2a3-5f0c1d2e3f${at + 10}`);
    for (const id of ids) writeFileSync(join(folder, `${id}.jsonl`), transcript(id, id));
    const store = await openStore(proxy.address);
    const errors: unknown[] = [];
    const worker = await startWorker(proxy.address, { expireSeconds: 2, onError: (error) => errors.push(error) });
    const problems: unknown[] = [];
    const options = { expireSeconds: 2, report: (problem: unknown) => problems.push(problem), onError: () => {} };
    const imported = importWithWorkers(store, proxy.address, folder, options);
    await setTimeout(100);
    proxy.breakAll();
    await setTimeout(200);
    await proxy.stop();
    await setTimeout(300);
    await proxy.start();
    await imported;
    expect(problems).toEqual([]);
    expect((await store.sessions()).items.map(({ id }) => id).sort()).toEqual(ids);
    await worker.close();
    await store.close();
  });

  test("a queue that is opened while connections break is open in the end", async () => {
    const proxy = await newProxy();
    for (let round = 0; round < 5; round++) {
      const breaking = setInterval(() => proxy.breakAll(), 5 + 7 * round);
      const opening = openQueue(proxy.address, { onError: () => {} });
      await setTimeout(400);
      clearInterval(breaking);
      const queue = await opening;
      expect(await queue.send("import", { round }, `round ${round}`)).toEqual(expect.any(String));
      await queue.close();
    }
  });
});
