import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openStore } from "@ccdag/store";
import { describe, expect, onTestFinished, test } from "vitest";
import { killLimit, kills } from "../../../tooling/tests/kills.ts";
import { quickNode } from "../../../tooling/tests/quick-node.ts";
import { scratch } from "../../../tooling/tests/scratch.ts";
import { contentOf } from "./content-of.ts";
import { servers } from "./databases.ts";
import { transcript } from "./openapi-requests.ts";
import { OwnPostgres } from "./own-postgres.ts";
import { randomFrom } from "./random.ts";
import { serveStore } from "../src/index.ts";

const script = fileURLToPath(new URL("import-until-killed.mjs", import.meta.url));

// `databases.ts` says it where no server is named.
describe.skipIf(servers.length === 0)("issue 42: a database that is stopped at once", () => {
  test("has what was acknowledged, once, after each start", { timeout: killLimit }, async () => {
    const database = await OwnPostgres.make();
    onTestFinished(() => database.remove());
    const server = await serveStore({ where: database.address, port: 0, token: false });
    const created = await fetch(`${server.url}/session`, { method: "POST" });
    const { data } = (await created.json()) as { data: { id: string } };
    const url = `${server.url}/session/${data.id}/messages`;
    const acknowledged: string[] = [];
    const end = new AbortController();
    const write = async (writer: number) => {
      for (let number = 0; !end.signal.aborted; number++) {
        const content = `${writer} ${number}`;
        const headers = { "Content-Type": "application/json", "Idempotency-Key": content };
        const body = JSON.stringify({ blob: { role: "user", content } });
        for (let isStored = false; !isStored;) {
          const response = await fetch(url, { method: "POST", headers, body });
          isStored = response.ok;
          expect([200, 201, 503]).toContain(response.status);
          await response.text();
          if (!isStored) await setTimeout(20);
        }
        acknowledged.push(content);
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, at) => write(at)));
    for (let time = 0; time < kills; time++) {
      const { length } = acknowledged;
      while (acknowledged.length < length + 100) await setTimeout(5);
      database.stopAtOnce();
      database.start();
    }
    const { length } = acknowledged;
    while (acknowledged.length < length + 16) await setTimeout(5);
    end.abort();
    await writers;
    await server.close();
    const store = await openStore(database.address);
    const { items } = await store.messages(data.id);
    expect(items.map(({ parts }) => String(parts[0]!.text)).sort()).toEqual(acknowledged.sort());
    await store.close();
    // oxlint-disable-next-line no-console -- says that it happened
    console.log(`database stopped at once: ${kills} times, ${items.length} messages`);
  });
});

const places = [
  { name: "PGlite", make: async () => `${scratch()}/store` },
  ...servers.map((database) => ({
    name: database.name,
    make: async () => {
      onTestFinished(() => database.remove());
      return (await database.make())!;
    },
  })),
];

describe.each(places)("issue 42: an import over $name that is killed", ({ name, make }) => {
  test("stores in the end what an import that nobody kills stores", { timeout: killLimit }, async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `0190c6f2-8d5e-4a41-b2a3-5f0c1d2e${1000 + at}`);
    const folder = scratch(Object.fromEntries(ids.map((id) => [`-p/${id}.jsonl`, transcript(id, id)])));
    const alone = `${scratch()}/store`;

    /** Import in a process; `delay` milliseconds after it has opened the store it is killed. How long the import took. */
    async function run(place: string, delay?: number): Promise<number | undefined> {
      const child = spawn(process.execPath, [...quickNode, script, place, folder], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const closed = once(child, "close");
      await once(child.stdout, "data");
      const began = performance.now();
      if (delay !== undefined) {
        await Promise.race([closed, setTimeout(delay)]);
        child.kill("SIGKILL");
      }
      const [code, signal] = (await closed) as [number | null, string | null];
      if (signal === "SIGKILL") return undefined;
      expect(code).toBe(0);
      return performance.now() - began;
    }

    const takes = (await run(alone))!;
    const one = await openStore(alone);
    const wanted = await contentOf(one);
    expect((await one.sessions()).items.map(({ id }) => id).sort()).toEqual(ids);
    await one.close();
    const check = async (place: string) => {
      const store = await openStore(place);
      expect(await contentOf(store)).toEqual(wanted);
      await store.close();
    };
    const random = randomFrom(20_261_130);
    let where = await make();
    for (let killed = 0; killed < kills;) {
      if ((await run(where, random() * takes * 0.5)) === undefined) killed++;
      else {
        // It had not much left to do.
        await check(where);
        where = await make();
      }
    }
    await run(where);
    await check(where);
    // oxlint-disable-next-line no-console -- says that it happened
    console.log(`import killed over ${name}: ${kills} kills, ${ids.length} sessions`);
  });
});
