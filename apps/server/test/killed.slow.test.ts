import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openStore, type StoredMessage } from "@ccdag/store";
import { describe, expect, onTestFinished, test } from "vitest";
import { killLimit, kills } from "../../../tooling/tests/kills.ts";
import { servers } from "./databases.ts";
import { KilledServer } from "./killed-server.ts";
import { randomFrom } from "./random.ts";

/** Enough for each kill to come after some hundred messages. */
const count = Math.max(1500, 300 * kills);
/** Besides those while messages are stored: after every other one, one while the server opens its store. */
const killsAtStart = Math.ceil(kills / 2);
/** How many requests run at once. */
const clients = 8;

/** What the client sends, and what it was answered. */
interface Sent {
  /** The number of the message that this one is to follow; absent for the newest one. */
  readonly parent: number | undefined;
  /** The id of the stored message. */
  id?: string;
  parentId?: string | null;
  /** How often it was sent. */
  times: number;
}

/** Send a message until it is answered. A connection that ends says nothing of whether the message was stored. */
async function store(url: string, sent: readonly Sent[], at: number): Promise<void> {
  const { parent } = sent[at]!;
  const body = JSON.stringify({
    blob: { role: "user", content: `message ${at}` },
    meta: { at },
    ...(parent === undefined ? {} : { parent_id: sent[parent]!.id }),
  });
  for (;;) {
    sent[at]!.times++;
    try {
      const headers = { "Content-Type": "application/json", "Idempotency-Key": `message ${at}` };
      const response = await fetch(url, { method: "POST", body, headers });
      const { data, ...rest } = (await response.json()) as { data: { id: string; parent_id: string | null } };
      expect([response.status, rest]).toEqual([response.status === 200 ? 200 : 201, { code: 0, msg: "" }]);
      Object.assign(sent[at]!, { id: data.id, parentId: data.parent_id });
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await setTimeout(5);
    }
  }
}

/** Check that each message is there once, as it was acknowledged, after the parent that was asked for. */
function checkMessages(items: readonly StoredMessage[], sent: readonly Sent[]): void {
  expect(items).toHaveLength(count);
  const byNumber = new Map(items.map((item) => [Number(item.meta["at"]), item]));
  expect(byNumber.size).toBe(count);
  const wrong = sent.flatMap(({ id, parentId, parent }, at) => {
    const item = byNumber.get(at)!;
    // Without a parent it follows the newest message that was there when it came: one with a smaller number.
    const before = items.find((one) => one.id === parentId);
    const isNewest = before === undefined ? item === items[0] : before.seq < item.seq;
    const wanted = parent === undefined ? (isNewest ? item.parentId : "another") : sent[parent]!.id;
    const isRight =
      item.id === id && item.parentId === parentId && parentId === wanted && item.parts[0]!.text === `message ${at}`;
    return isRight ? [] : [{ at, item, wanted }];
  });
  expect(wrong).toEqual([]);
  const depths = new Map<string | null, number>([[null, 0]]);
  for (const { id, parentId, depth } of items) {
    expect(depth).toBe(depths.get(parentId)! + 1);
    depths.set(id, depth);
  }
}

const places = [
  {
    name: "PGlite",
    make: async () => {
      const folder = mkdtempSync(join(tmpdir(), "ccdag-killed-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return join(folder, "store");
    },
  },
  ...servers.map((database) => ({
    name: database.name,
    make: async () => {
      onTestFinished(() => database.remove());
      return (await database.make())!;
    },
  })),
];

describe.each(places)("a server over $name that is killed", ({ name, make }) => {
  test(
    "loses nothing that it acknowledged, and doubles nothing that is sent again",
    { timeout: killLimit },
    async () => {
      const random = randomFrom(20_261_125);
      const server = await KilledServer.over(await make());
      await server.start();
      onTestFinished(() => server.kill());
      const created = await fetch(`${server.url}/session`, { method: "POST" });
      const { data } = (await created.json()) as { data: { id: string } };
      const url = `${server.url}/session/${data.id}/messages`;

      const sent: Sent[] = [];
      let answered = 0;
      let failure: unknown;
      const hasReached = (goal: number) => answered > goal || failure !== undefined;
      const client = async () => {
        while (sent.length < count && !hasReached(count)) {
          const at = sent.length;
          const chosen = random() < 0.1 ? Math.floor(random() * at) : undefined;
          // Another client may wait for the answer that has its id.
          const isKnown = chosen !== undefined && sent[chosen]?.id !== undefined;
          sent.push({ parent: isKnown ? chosen : undefined, times: 0 });
          await store(url, sent, at);
          answered++;
        }
      };
      const all = Promise.all(Array.from({ length: clients }, client)).catch((error: unknown) => (failure = error));

      const goals = Array.from({ length: kills }, () => Math.floor(random() * (count - 500))).sort((a, b) => a - b);
      for (const [at, goal] of goals.entries()) {
        while (!hasReached(goal)) await setTimeout(1);
        await setTimeout(random() * 20);
        await server.kill();
        if (at % 2 === 0) {
          server.spawn();
          await setTimeout(100 + random() * 1500);
          await server.kill();
        }
        await server.start();
      }
      await all;
      expect(failure).toBeUndefined();
      expect(answered).toBe(count);
      await server.kill();
      expect(server.kills).toBe(kills + killsAtStart + 1);

      const reopened = await openStore(server.where);
      onTestFinished(() => reopened.close());
      const { items } = await reopened.messages(data.id);
      checkMessages(items, sent);
      const { leaves } = await reopened.leaves(data.id);
      const parents = new Set(items.map(({ parentId }) => parentId));
      expect(leaves.map(({ messageId }) => messageId)).toEqual(
        items.flatMap(({ id }) => (parents.has(id) ? [] : [id])),
      );
      const again = sent.filter(({ times }) => times > 1).length;
      expect(again).toBeGreaterThan(0);
      console.log(
        `${name}: ${server.kills} kills, ${items.length} messages, ${again} sent more than once, ${leaves.length} leaves`,
      );
    },
  );
});
