import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { estimatorName, type Store } from "../../src/index.ts";
import { assistant, codeOf, refusal, say, textsOf, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Paths, leaves, the tree and contexts. */
export function reading(opened: Opened): void {
  let store: Store;
  beforeAll(() => void ({ store } = opened));

  const newSession = async () => (await store.createSession()).id;

  /** A session with two roots and three leaves: 1 ─ 2 ┬ 3 ─ 4, 2 ─ 5, 6 ─ 7. The ids have the numbers as indexes. */
  async function sampleSession(): Promise<{ id: string; ids: string[] }> {
    const id = await newSession();
    const ids = ["", ...(await say(store, id, "1", "2", "3", "4"))];
    ids.push((await store.append(id, assistant("5"), { parentId: ids[2] })).message.id);
    ids.push((await store.append(id, assistant("6"), { root: true })).message.id);
    ids.push(...(await say(store, id, "7")));
    return { id, ids };
  }

  test("S008 S014 P4 P5 P12 a path leads from the root to any message; is a leaf only without children", async () => {
    const { id, ids } = await sampleSession();
    const paths: Readonly<Record<string, string>> = { 1: "1", 2: "12", 3: "123", 4: "1234", 5: "125", 6: "6", 7: "67" };
    for (const [last, texts] of Object.entries(paths)) {
      const { items, leafId, isLeaf, nextCursor } = await store.path(id, { leafId: ids[Number(last)] });
      expect([last, textsOf(items).join(""), items.map(({ depth }) => depth)]).toEqual([
        last,
        texts,
        items.map((_, at) => at + 1),
      ]);
      expect([leafId, isLeaf, nextCursor]).toEqual([ids[Number(last)], ["4", "5", "7"].includes(last), undefined]);
      const back = await store.path(id, { leafId: ids[Number(last)]!.toUpperCase(), timeDesc: true });
      expect(back.items).toEqual([...items].reverse());
    }
  });

  test("S009 P2 without a leaf it is the path to the message that was stored last", async () => {
    const { id, ids } = await sampleSession();
    expect(await store.path(id)).toEqual(await store.path(id, { leafId: ids[7] }));
    const m8 = (await store.append(id, user("8"), { parentId: ids[1] })).message.id;
    expect(await store.path(id)).toMatchObject({ leafId: m8, isLeaf: true });
    expect(textsOf((await store.path(id)).items)).toEqual(["1", "8"]);
  });

  test("S009 a session without forks reads as a list", async () => {
    const id = await newSession();
    const texts = Array.from({ length: 30 }, (_, at) => `${at}`);
    await say(store, id, ...texts);
    const { items } = await store.path(id);
    expect(textsOf(items)).toEqual(texts);
    expect(items).toEqual((await store.messages(id)).items);
  });

  test("P5 all messages are in the order in which they were stored", async () => {
    const { id, ids } = await sampleSession();
    const { items } = await store.messages(id);
    expect(items.map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await store.messages(id, { timeDesc: true })).items).toEqual([...items].reverse());
  });

  test("S011 P2 P9 P12 leaves are in the order in which they were stored, with depth and time; one is the default", async () => {
    const { id, ids } = await sampleSession();
    const { items } = await store.messages(id);
    const leaf = (at: number, depth: number, isDefault: boolean) => ({
      messageId: ids[at],
      depth,
      createdAt: items[at - 1]!.createdAt,
      isDefault,
    });
    expect(await store.leaves(id)).toEqual({ leaves: [leaf(4, 4, false), leaf(5, 3, false), leaf(7, 2, true)] });
    // The order is that of the leaf, not of the branch.
    const m8 = (await store.append(id, user("8"), { parentId: ids[4] })).message;
    expect((await store.leaves(id)).leaves).toEqual([
      leaf(5, 3, false),
      leaf(7, 2, false),
      { messageId: m8.id, depth: 5, createdAt: m8.createdAt, isDefault: true },
    ]);
  });

  test("S014 every leaf that is listed can be read and continued", async () => {
    const { id } = await sampleSession();
    for (const { messageId, depth } of (await store.leaves(id)).leaves) {
      expect(await store.path(id, { leafId: messageId })).toMatchObject({ leafId: messageId, isLeaf: true });
      expect((await store.path(id, { leafId: messageId })).items).toHaveLength(depth);
      const { message } = await store.append(id, user("next"), { parentId: messageId });
      expect(textsOf((await store.path(id)).items)).toHaveLength(depth + 1);
      expect(message.depth).toBe(depth + 1);
    }
    expect((await store.leaves(id)).leaves).toHaveLength(3);
  });

  test("S019 the tree has every message after its parent, the forks, and the leaf that is read", async () => {
    const { id, ids } = await sampleSession();
    const { items } = await store.messages(id);
    const counts = [1, 2, 1, 0, 0, 1, 0];
    expect(await store.tree(id)).toEqual({
      nodes: items.map((message, at) => ({
        id: message.id,
        parentId: message.parentId,
        depth: message.depth,
        seq: message.seq,
        role: message.role,
        childCount: counts[at],
        createdAt: message.createdAt,
      })),
      forks: [ids[2]],
      leafId: ids[7],
    });
  });

  test("S015 P11 the context of a leaf is its path, without its siblings, and names its estimator", async () => {
    const { id, ids } = await sampleSession();
    for (const leafId of [...ids.slice(1), undefined]) {
      const { items } = await store.path(id, { leafId });
      const context = await store.buildContext(id, { leafId });
      expect(context).toEqual({ messages: items, tokens: items.length, estimator: estimatorName, omitted: 0 });
    }
    const short = await store.buildContext(id, { leafId: ids[4], budget: 2 });
    expect([textsOf(short.messages), short.tokens, short.omitted]).toEqual([["3", "4"], 2, 2]);
  });

  test("P8 a session without messages has empty lists", async () => {
    const id = await newSession();
    expect(await store.path(id)).toEqual({ items: [], leafId: null, isLeaf: false });
    expect(await store.path(id, { limit: 5, timeDesc: true })).toEqual({ items: [], leafId: null, isLeaf: false });
    expect(await store.messages(id, { limit: 5 })).toEqual({ items: [] });
    expect(await store.leaves(id, { limit: 5 })).toEqual({ leaves: [] });
    expect(await store.tree(id)).toEqual({ nodes: [], forks: [], leafId: null });
    expect(await store.buildContext(id, { budget: 1 })).toMatchObject({ messages: [], tokens: 0, omitted: 0 });
  });

  test("S005 S006 P4 a leaf that is no UUID is invalid; unknown and foreign ones give one identical error", async () => {
    const { id } = await sampleSession();
    const [foreign] = await say(store, await newSession(), "foreign");
    const calls = [
      (leafId: string) => store.path(id, { leafId }),
      (leafId: string) => store.path(id, { leafId, limit: 1 }),
      (leafId: string) => store.buildContext(id, { leafId }),
    ];
    const errors: string[] = [];
    for (const call of calls) {
      for (const leafId of ["", "M1", `${randomUUID()} `]) expect(await codeOf(call(leafId))).toBe("INVALID_LEAF_ID");
      for (const leafId of [foreign!, randomUUID(), id]) errors.push(JSON.stringify(await refusal(call(leafId))));
    }
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toContain("LEAF_NOT_FOUND");
  });
}
