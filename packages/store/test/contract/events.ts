import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { SessionEvent, Store } from "../../src/index.ts";
import { stuckAfter } from "../../../../tooling/tests/limits.ts";
import { codeOf, say, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** What happened in a session. */
export function events(opened: Opened): void {
  let stores: readonly [Store, Store];
  let store: Store;
  beforeAll(() => void ({ stores, store } = opened));

  const newSession = async () => (await store.createSession()).id;
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const shown = ({ kind, ref, message }: SessionEvent) => [kind, ref, message?.parts[0]?.text];
  /** All events, once as many as are wanted are there: another test of the server may have a transaction that still runs. */
  async function settled(id: string, count: number): Promise<readonly SessionEvent[]> {
    await expect.poll(async () => (await store.events.read(id)).length, { timeout: stuckAfter }).toBe(count);
    return store.events.read(id);
  }

  test("each message and each change of a ref is one, with the branch; pages follow one another", async () => {
    const id = await newSession();
    expect(await store.events.read(id)).toEqual([]);
    const [m1] = (await say(store, id, "1")) as [string];
    await store.appendTurn(id, [user("a"), user("b")], { branch: "one", from: m1 });
    const { message } = await store.append(id, user("c"), { parentId: m1, key: "k" });
    await store.append(id, user("c"), { parentId: m1, key: "k" });
    await store.refs.set(id, "best", { messageId: m1, kind: "tag" });
    await store.refs.delete(id, "best");
    await codeOf(store.append(id, user("refused"), { branch: "none" }));
    const all = await settled(id, 6);
    expect(all.map(shown)).toEqual([
      ["message", "main", "1"],
      ["message", "one", "a"],
      ["message", "one", "b"],
      ["message", undefined, "c"],
      ["ref", "best", undefined],
      ["ref", "best", undefined],
    ]);
    expect(all[3]!.message).toEqual(message);
    expect(all.slice(4).map(({ messageId }) => messageId)).toEqual([m1, null]);
    const found: SessionEvent[] = [];
    for (let after: string | undefined; found.length < 6; after = found.at(-1)!.id)
      found.push(...(await store.events.read(id, { after, limit: 1 })));
    expect(found).toEqual(all);
    expect(await store.events.read(id, { after: all[5]!.id })).toEqual([]);
  });

  test("whoever reads while many write gets each message once, after the one that it follows", async () => {
    const id = await newSession();
    const [m1] = (await say(store, id, "root")) as [string];
    for (const at of numbers(4)) await store.append(id, user("begin"), { branch: `b${at}`, from: m1 });
    const writers = numbers(8).map(async (at) => {
      let parentId = m1;
      for (const turn of numbers(8)) {
        if (at % 2) await stores[turn % 2]!.append(id, user("on"), { branch: `b${at % 4}` });
        else if (at % 4) await stores[turn % 2]!.append(id, user("default"));
        else parentId = (await stores[turn % 2]!.append(id, user("explicit"), { parentId })).message.id;
      }
    });
    const found: SessionEvent[] = [];
    let isDone = false;
    const all = Promise.all(writers).then(() => (isDone = true));
    for (const end = Date.now() + stuckAfter; Date.now() < end && found.length < 69;) {
      found.push(...(await store.events.read(id, { after: found.at(-1)?.id, limit: 3 })));
      if (isDone) await setTimeout(5);
    }
    await all;
    const ids = found.map(({ messageId }) => messageId!);
    expect(new Set(ids)).toEqual(new Set((await store.messages(id)).items.map((one) => one.id)));
    expect(ids).toHaveLength(69);
    const seen = new Set<string | null>([null]);
    for (const { message } of found) {
      expect(seen.has(message!.parentId)).toBe(true);
      seen.add(message!.id);
    }
  });

  test("a group has each event once, in order, and again if the one who had it does not say that it is done", async () => {
    const id = await newSession();
    await say(store, id, ..."abcdef");
    await settled(id, 6);
    const take = (limit: number, seconds = 60) => store.events.lease(id, "tasks", { limit, seconds });
    const first = await take(2);
    expect(await codeOf(take(2))).toBe("LEASE_HELD");
    // Another group is not concerned.
    expect((await store.events.lease(id, "other")).events).toHaveLength(6);
    await store.events.acknowledge(id, "tasks", first.lease!, first.events[0]!.id);
    expect(await codeOf(store.events.acknowledge(id, "tasks", first.lease!, first.events[1]!.id))).toBe("LEASE_LOST");
    const second = await take(3, 1);
    expect(second.events.map((event) => shown(event)[2])).toEqual(["b", "c", "d"]);
    // It was killed.
    await setTimeout(1100);
    expect(await codeOf(store.events.acknowledge(id, "tasks", second.lease!, second.events[2]!.id))).toBe("LEASE_LOST");
    const third = await take(200);
    expect(third.events.map((event) => shown(event)[2])).toEqual(["b", "c", "d", "e", "f"]);
    expect(await codeOf(store.events.acknowledge(id, "tasks", third.lease!, first.events[0]!.id))).toBe("LEASE_LOST");
    await store.events.acknowledge(id, "tasks", third.lease!, third.events[4]!.id);
    expect(await take(1)).toEqual({ events: [] });
    const race = await Promise.allSettled(numbers(8).map((at) => stores[at % 2]!.events.lease(id, "race")));
    expect(race.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("what is no event, session or group is refused", async () => {
    const id = await newSession();
    expect(await codeOf(store.events.read(randomUUID()))).toBe("SESSION_NOT_FOUND");
    expect(await codeOf(store.events.lease(randomUUID(), "g"))).toBe("SESSION_NOT_FOUND");
    expect(await codeOf(store.events.acknowledge(randomUUID(), "g", randomUUID(), "1-1"))).toBe("SESSION_NOT_FOUND");
    for (const after of ["", "1", "x-1", "-1-1", "1-1-1", "9".repeat(30)])
      expect(await codeOf(store.events.read(id, { after }))).toBe("INVALID_CURSOR");
    for (const limit of [0, 201, -1, 0.5]) expect(await codeOf(store.events.read(id, { limit }))).toBe("INVALID_QUERY");
    for (const seconds of [0, 3601, Number.NaN])
      expect(await codeOf(store.events.lease(id, "g", { seconds }))).toBe("INVALID_BODY");
    expect(await codeOf(store.events.lease(id, "a b"))).toBe("INVALID_REF");
    expect(await codeOf(store.events.acknowledge(id, "g", randomUUID(), "1-1"))).toBe("LEASE_LOST");
  });
}
