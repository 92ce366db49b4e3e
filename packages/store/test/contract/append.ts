import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { MessageContent, Store } from "../../src/index.ts";
import { assistant, codeOf, refusal, say, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Where a message is appended, and what is refused. */
export function appending(opened: Opened): void {
  let store: Store;
  beforeAll(() => void ({ store } = opened));

  const newSession = async () => (await store.createSession()).id;
  const all = async (id: string) => (await store.messages(id)).items;

  test("S001 S004 the answer is the message that was stored, as every list returns it", async () => {
    const before = Date.now();
    const id = await newSession();
    const content: MessageContent = {
      role: "assistant",
      parts: [
        { type: "text", text: "Hello" },
        { type: "tool-call", meta: { id: "c1", name: "run", arguments: "{}" } },
      ],
      meta: { model: "m", nested: { list: [1, null, true] } },
    };
    const { message, isNew } = await store.append(id, content);
    expect(isNew).toBe(true);
    expect(message).toEqual({
      ...content,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      sessionId: id,
      parentId: null,
      depth: 1,
      seq: message.seq,
      createdAt: message.createdAt,
      updatedAt: message.createdAt,
    });
    expect(Math.abs(message.createdAt.getTime() - before)).toBeLessThan(600_000);
    expect((await store.path(id)).items).toEqual([message]);
    expect((await store.path(id, { limit: 1, timeDesc: true })).items).toEqual([message]);
    expect(await all(id)).toEqual([message]);
    expect((await store.session(id)).updatedAt).toEqual(message.createdAt);
  });

  test("S001 S002 the parent that is named becomes the parent, be it a leaf or not", async () => {
    const id = await newSession();
    const ids = await say(store, id, "1", "2", "3");
    for (const [at, parentId] of ids.entries()) {
      const { message } = await store.append(id, user("next"), { parentId });
      expect(message).toMatchObject({ parentId, depth: at + 2 });
    }
    const { message } = await store.append(id, user("upper"), { parentId: ids[0]!.toUpperCase() });
    expect(message.parentId).toBe(ids[0]);
  });

  test("S003 P1 P2 P3 without a parent, or with null, it follows the message that was stored last", async () => {
    const id = await newSession();
    const [m1, m2] = await say(store, id, "1", "2");
    const m3 = (await store.append(id, user("3"), { parentId: m1 })).message;
    // Not the deepest leaf, and not the one before: the newest.
    const m4 = (await store.append(id, assistant("4"))).message;
    const m5 = (await store.append(id, assistant("5"), { parentId: null, root: false })).message;
    const m6 = (await store.append(id, assistant("6"), { parentId: undefined })).message;
    expect([m3, m4, m5, m6].map(({ parentId }) => parentId)).toEqual([m1, m3.id, m4.id, m5.id]);
    expect((await store.leaves(id)).leaves.map(({ messageId }) => messageId)).toEqual([m2, m6.id]);
  });

  test("P3 P12 root starts again at the top, as often as one likes, and depth counts from there", async () => {
    const id = await newSession();
    const [, m2] = await say(store, id, "1", "2");
    const again = (await store.append(id, user("again"), { root: true })).message;
    const after = (await store.append(id, user("after"))).message;
    const third = (await store.append(id, user("third"), { root: true, parentId: null })).message;
    expect([again, after, third].map(({ parentId, depth }) => [parentId, depth])).toEqual([
      [null, 1],
      [again.id, 2],
      [null, 1],
    ]);
    expect(again.seq < after.seq && after.seq < third.seq).toBe(true);
    const { leaves } = await store.leaves(id);
    expect(leaves.map(({ messageId, depth }) => [messageId, depth])).toEqual([
      [m2, 2],
      [after.id, 2],
      [third.id, 1],
    ]);
    expect(await codeOf(store.append(id, user("both"), { root: true, parentId: m2 }))).toBe("INVALID_BODY");
    expect(await all(id)).toHaveLength(5);
  });

  test.each(["", "1", "M1", `${randomUUID()}0`, ` ${randomUUID()}`, `${randomUUID()}\n`, "' or true --", 1, {}, []])(
    "S005 a parent or an expected leaf that is not a UUID is refused: %j",
    async (wrong) => {
      const id = await newSession();
      await say(store, id, "1");
      const given = wrong as string;
      expect(await codeOf(store.append(id, user("2"), { parentId: given }))).toBe("INVALID_PARENT_ID");
      expect(await codeOf(store.append(id, user("2"), { expectedLeafId: given }))).toBe("INVALID_LEAF_ID");
      expect(await all(id)).toHaveLength(1);
    },
  );

  test("S006 P4 a parent that does not exist and one of another session give the same error, and nothing changes", async () => {
    const [id, other] = [await newSession(), await newSession()];
    await say(store, id, "1");
    const [foreign] = await say(store, other, "foreign");
    const before = await store.session(id);
    const errors = [
      await refusal(store.append(id, user("2"), { parentId: foreign })),
      await refusal(store.append(id, user("2"), { parentId: randomUUID() })),
      await refusal(store.append(id, user("2"), { parentId: id })),
    ];
    expect(errors[0]!.code).toBe("PARENT_NOT_FOUND");
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
    expect(await store.session(id)).toEqual(before);
    expect((await store.append(id, user("2"))).message).toMatchObject({ depth: 2 });
  });

  test("P1 a message is refused if the leaf that its writer saw is no longer the newest one", async () => {
    const id = await newSession();
    expect(await codeOf(store.append(id, user("0"), { expectedLeafId: randomUUID() }))).toBe("LEAF_MOVED");
    const [m1, m2] = await say(store, id, "1", "2");
    for (const expectedLeafId of [m1, randomUUID()])
      for (const where of [{}, { parentId: m1 }, { parentId: m2 }, { root: true }])
        expect(await codeOf(store.append(id, user("3"), { expectedLeafId, ...where }))).toBe("LEAF_MOVED");
    expect(await all(id)).toHaveLength(2);
    const m3 = (await store.append(id, user("3"), { expectedLeafId: m2!.toUpperCase() })).message;
    expect(m3.parentId).toBe(m2);
    const m4 = (await store.append(id, user("4"), { expectedLeafId: m3.id, parentId: m1 })).message;
    expect(m4.parentId).toBe(m1);
  });

  test("what is not a message is refused, and nothing is stored", async () => {
    const id = await newSession();
    const good = user("1");
    const wrong: readonly unknown[] = [
      { ...good, role: "system" },
      { ...good, role: undefined },
      { ...good, parts: undefined },
      { ...good, parts: "text" },
      { ...good, parts: { 0: {} } },
      { ...good, parts: [null] },
      { ...good, parts: ["text"] },
      { ...good, parts: [["text"]] },
      { ...good, parts: [{ text: "without a type" }] },
      { ...good, meta: undefined },
      { ...good, meta: null },
      { ...good, meta: [] },
      { ...good, meta: "text" },
      { ...good, meta: { number: 1n } },
    ];
    const codes = await Promise.all(wrong.map((content) => codeOf(store.append(id, content as MessageContent))));
    expect(codes).toEqual(wrong.map(() => "INVALID_BODY"));
    expect(await all(id)).toEqual([]);
    expect((await store.append(id, { role: "user", parts: [], meta: {} })).message.parts).toEqual([]);
  });
}
