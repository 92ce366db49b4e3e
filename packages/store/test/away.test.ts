import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStore, type Store, withServerLock } from "../src/index.ts";
import { Proxy } from "../../../tooling/tests/database-proxy.ts";
import { newDatabase } from "./databases.ts";
import { codeOf, user } from "./say.ts";

const address = process.env["DATABASE_URL"];

describe.skipIf(address === undefined)("issue 42: a database that goes away and comes back", () => {
  const database = newDatabase(address ?? "postgres://none");
  let proxy: Proxy;
  let store: Store;
  beforeAll(async () => {
    await database.create();
    proxy = await Proxy.before(database.place);
    store = await openStore(proxy.address);
  });
  afterAll(async () => {
    await store.close();
    await proxy.stop();
    await database.remove();
  });

  /** Writers that append until they are stopped; what was acknowledged, and what was refused. */
  function startWriters(count: number, sessions: readonly string[]) {
    const acknowledged: string[] = [];
    const refused: unknown[] = [];
    const end = new AbortController();
    const write = async (at: number) => {
      for (let number = 0; !end.signal.aborted; number++) {
        const text = `${at} ${number}`;
        for (;;)
          try {
            await store.append(sessions[at % sessions.length]!, user(text), { key: text });
            acknowledged.push(text);
            break;
          } catch (error) {
            refused.push((error as { code?: unknown }).code);
          }
      }
    };
    const all = Promise.all(Array.from({ length: count }, (_, at) => write(at)));
    const stop = async () => {
      end.abort();
      await all;
      return { acknowledged, refused };
    };
    return { acknowledged, stop };
  }

  const stored = async (sessions: readonly string[]) => {
    const lists = await Promise.all(sessions.map((id) => store.messages(id)));
    return lists.flatMap(({ items }) => items.map(({ parts }) => parts[0]!.text!));
  };
  const newSessions = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await store.createSession()).id));

  test("connections that break in the middle of calls end no process; nothing is lost and nothing is doubled", async () => {
    const sessions = await newSessions(4);
    const { acknowledged, stop } = startWriters(8, sessions);
    for (let round = 0; round < 6; round++) {
      const { length } = acknowledged;
      while (acknowledged.length < length + 8) await setTimeout(2);
      proxy.breakAll();
    }
    const result = await stop();
    expect(result.refused).toEqual([]);
    expect((await stored(sessions)).sort()).toEqual(result.acknowledged.sort());
  });

  test("a disk without room is said, and what finds room again is stored", async () => {
    const [id] = await newSessions(1);
    const admin = new Client({ connectionString: database.place });
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query(`
      create function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on ccdag.messages for each row execute function full_disk();`);
    const error = await store.append(id!, user("no room")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "UNAVAILABLE", message: "The disk of the database is full" });
    await admin.query("drop trigger full_disk on ccdag.messages; drop function full_disk");
    await store.append(id!, user("room"));
    expect(await stored([id!])).toEqual(["room"]);
  });

  test("a server that ends its connections itself does no harm either", async () => {
    const sessions = await newSessions(2);
    const { acknowledged, stop } = startWriters(4, sessions);
    const admin = new Client({ connectionString: database.place });
    await admin.connect();
    onTestFinished(() => admin.end());
    for (let round = 0; round < 4; round++) {
      const { length } = acknowledged;
      while (acknowledged.length < length + 4) await setTimeout(2);
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    }
    const result = await stop();
    expect(result.refused).toEqual([]);
    expect((await stored(sessions)).sort()).toEqual(result.acknowledged.sort());
  });

  test("while it is away, every call is refused as UNAVAILABLE; afterwards it continues", async () => {
    const sessions = await newSessions(2);
    const { acknowledged, stop } = startWriters(4, sessions);
    while (acknowledged.length < 8) await setTimeout(2);
    await proxy.stop();
    expect(await codeOf(store.createSession())).toBe("UNAVAILABLE");
    expect(await codeOf(store.ready())).toBe("UNAVAILABLE");
    expect(await codeOf(store.deleteSession(sessions[0]!))).toBe("UNAVAILABLE");
    expect(await codeOf(store.append(sessions[0]!, user("unsent")))).toBe("UNAVAILABLE");
    await proxy.start();
    const { length } = acknowledged;
    while (acknowledged.length < length + 8) await setTimeout(2);
    const result = await stop();
    expect(new Set(result.refused)).toEqual(new Set(["UNAVAILABLE"]));
    expect((await stored(sessions)).sort()).toEqual(result.acknowledged.sort());
  });

  test("a message without a key is stored once, although the answer to its first try was lost", async () => {
    const [id] = await newSessions(1);
    const calls = Array.from({ length: 40 }, (_, at) => store.append(id!, user(`${at}`)));
    await Promise.race(calls);
    proxy.breakAll();
    const answers = await Promise.all(calls);
    expect(answers.map(({ isNew }) => isNew)).toEqual(calls.map(() => true));
    expect((await stored([id!])).sort()).toEqual(calls.map((_, at) => `${at}`).sort());
  });

  test("an import waits for it", async () => {
    await proxy.stop();
    const imported = store.transcripts.import(
      { files: [{ path: "a.jsonl", bytes: Buffer.from("a\n") }], variantOf: (path, number) => `${path}~${number}` },
      { idsIn: () => new Set(), derive: () => [] },
    );
    await setTimeout(200);
    await proxy.start();
    await imported;
    expect((await store.transcripts.files()).map(({ path }) => path)).toEqual(["a.jsonl"]);
  });

  test("a lock whose connection breaks ends no process", async () => {
    const result = await withServerLock(proxy.address, "test", async () => {
      proxy.breakAll();
      await setTimeout(50);
      return "done";
    });
    expect(result).toBe("done");
  });
});
