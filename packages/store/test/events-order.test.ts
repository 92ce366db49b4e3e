import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "../src/index.ts";
import { newDatabase } from "./databases.ts";
import { say, user } from "./say.ts";

const address = process.env["DATABASE_URL"];

describe.skipIf(address === undefined)(
  "issue 42: events of transactions that end in another order than they began",
  () => {
    const database = newDatabase(address ?? "postgres://none");
    let store: Store;
    let slow: Client;
    beforeAll(async () => {
      await database.create();
      store = await openStore(database.place);
      slow = new Client({ connectionString: database.place });
      await slow.connect();
    });
    afterAll(async () => {
      await slow.end();
      await store.close();
      await database.remove();
    });

    const append = (session: string, parent: string | null, id: string) =>
      slow.query(
        "select * from ccdag.append_messages($1, array[$2::uuid], false, $3, false, null, null, null, array['user'], array['[]'], array['{}'])",
        [session, id, parent],
      );
    const read = async (id: string, after?: string) => {
      const events = await store.events.read(id, { after });
      return { ids: events.map(({ messageId }) => messageId), last: events.at(-1)?.id };
    };

    test("one that began earlier and ends later is not passed over", async () => {
      const { id } = await store.createSession();
      // What follows a leaf waits for another message that does; the first one is none.
      const [m1, m2] = (await say(store, id, "1", "1b")) as [string, string];
      const late = randomUUID();
      await slow.query("begin");
      await append(id, m1, late);
      const { message } = await store.append(id, user("2"), { parentId: m1 });
      // What is after the open one waits for it: it would be read first, and the other one never.
      // A transaction of another test on the same server delays what ended before, too.
      await expect.poll(async () => (await read(id)).ids).toEqual([m1, m2]);
      const before = await read(id);
      await slow.query("commit");
      await expect.poll(async () => (await read(id, before.last)).ids).toEqual([late, message.id]);
    });

    test("what follows a message comes after it, also if its transaction began before", async () => {
      const { id } = await store.createSession();
      const [m1] = (await say(store, id, "1", "1b")) as [string];
      const first = randomUUID();
      await slow.query("begin");
      await append(id, null, first);
      // They wait for the lock of the branch while others begin and end.
      const waiting = [store.append(id, user("2")), store.append(id, user("3"))];
      for (let at = 0; at < 5; at++) await store.append(id, user("x"), { parentId: m1 });
      await slow.query("commit");
      const [two, three] = (await Promise.all(waiting)).map(({ message }) => message.id);
      await expect.poll(async () => (await read(id)).ids.length).toBe(10);
      const { ids } = await read(id);
      const chain = ids.filter((one) => one === first || one === two || one === three);
      expect(chain).toEqual([first, two, three]);
    });
  },
);
