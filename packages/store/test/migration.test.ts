import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../src/index.ts";
import { checkMigrated } from "./check-migrated.ts";
import { newDatabase } from "./databases.ts";
import { makeOldStore } from "./old-store.ts";
import { codeOf } from "./say.ts";

const address = process.env["DATABASE_URL"];

describe("issue 42: a store of the first version", () => {
  test("in a folder is read as before, and continues", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ccdag-old-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const sessions = await makeOldStore(folder, 1000);
    // A fast test unpacks its database; the slow ones prove what is flushed.
    const store = await openStore(folder, { durable: false });
    onTestFinished(() => store.close());
    expect(sessions).toHaveLength(10);
    await checkMigrated(store, sessions);
  });

  describe.skipIf(address === undefined)("on a server", () => {
    async function newOldStore(count: number) {
      const database = newDatabase(address!);
      await database.create();
      const sessions = await makeOldStore(database.place, count);
      const client = new Client({ connectionString: database.place });
      client.on("error", () => {});
      await client.connect();
      onTestFinished(async () => {
        await client.end();
        await database.remove();
      });
      return { place: database.place, sessions, client };
    }

    test("is read as before, also if its migration was broken off, which leaves all that was there", async () => {
      const { place, sessions, client } = await newOldStore(3000);
      // The migration waits for this lock in the middle of its work.
      await client.query("begin; lock table ccdag.messages in access share mode");
      const opened = codeOf(openStore(place));
      const other = new Client({ connectionString: place });
      other.on("error", () => {});
      await other.connect();
      for (let ended = 0; ended === 0; await setTimeout(20)) {
        const { rows } = await other.query<{ pid: number }>(
          "select pg_terminate_backend(pid) from pg_stat_activity where query like 'alter table ccdag.messages%' and wait_event_type = 'Lock'",
        );
        ended = rows.length;
      }
      expect(await opened).toBe("UNAVAILABLE");
      await client.query("rollback");
      const { rows } = await other.query(
        "select to_regclass('ccdag.refs') as refs, count(*)::integer as count from ccdag.messages",
      );
      expect(rows).toEqual([{ refs: null, count: 3000 }]);
      await other.end();
      const stores = await Promise.all([openStore(place), openStore(place)]);
      await checkMigrated(stores[0], sessions);
      await Promise.all(stores.map((store) => store.close()));
    });

    test("that a newer version has opened is refused with one clear message, also by what still runs", async () => {
      const { place, client, sessions } = await newOldStore(100);
      await (await openStore(place)).close();
      await client.query("insert into ccdag.kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
      expect(await codeOf(openStore(place))).toBe("NEWER_STORE");
      // What a server of the first version calls.
      await expect(
        client.query(
          "select * from ccdag.append_message($1, gen_random_uuid(), false, null, false, null, 'user', '[]', '{}')",
          [sessions[0]!.id],
        ),
      ).rejects.toThrow("newer version of ccdag");
    });
  });
});
