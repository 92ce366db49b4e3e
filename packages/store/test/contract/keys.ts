import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Store } from "../../src/index.ts";
import { assistant, codeOf, say, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Calls that are sent again. */
export function keysOfCalls(opened: Opened): void {
  let store: Store;
  let stores: readonly [Store, Store];
  beforeAll(() => void ({ store, stores } = opened));

  const newSession = async () => (await store.createSession()).id;
  const all = async (id: string) => (await store.messages(id)).items;

  test("the same key and message again are answered with the stored message, also after others", async () => {
    const id = await newSession();
    const first = await store.append(id, user("1"), { key: "k" });
    expect(first.isNew).toBe(true);
    await say(store, id, "2", "3");
    const before = await store.session(id);
    expect(await store.append(id, user("1"), { key: "k" })).toEqual({ message: first.message, isNew: false });
    expect(await store.session(id)).toEqual(before);
    expect(await all(id)).toHaveLength(3);
  });

  test("20 callers at once with one key store one message", async () => {
    const id = await newSession();
    await say(store, id, "1");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => stores[at % 2]!.append(id, user("2"), { key: "k" })),
    );
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    for (const { message } of answers) expect(message).toEqual(answers[0]!.message);
    expect((await all(id)).map(({ depth }) => depth)).toEqual([1, 2]);
  });

  test("a message with values that JSON writes in another way is the same one again", async () => {
    const id = await newSession();
    const strange = JSON.parse(
      '{"role":"user","parts":[{"type":"data","meta":{"__proto__":{"b":1,"2":0,"a":"\\u0000\\ud800"},"n":-0.0}}],"meta":{"z":1e300,"1":"é"}}',
    ) as ReturnType<typeof user>;
    const first = await store.append(id, strange, { key: "k" });
    expect(await store.append(id, strange, { key: "k" })).toEqual({ ...first, isNew: false });
    expect(await store.append(id, first.message, { key: "k" })).toEqual({ ...first, isNew: false });
  });

  test("the same key with another message, parent or place is a conflict, and nothing changes", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1");
    const { message } = await store.append(id, user("2"), { key: "k" });
    const before = await all(id);
    const others = [
      store.append(id, user("other"), { key: "k" }),
      store.append(id, assistant("2"), { key: "k" }),
      store.append(id, { ...user("2"), meta: { a: 1 } }, { key: "k" }),
      store.append(id, { ...user("2"), parts: [...user("2").parts, { type: "text", text: "" }] }, { key: "k" }),
      store.append(id, user("2"), { key: "k", root: true }),
      store.append(id, user("2"), { key: "k", parentId: message.id }),
      store.append(id, user("2"), { key: "k", parentId: randomUUID() }),
    ];
    expect(await Promise.all(others.map(codeOf))).toEqual(others.map(() => "ID_CONFLICT"));
    expect(await all(id)).toEqual(before);
    // A writer that names what the store chose the first time means the same message.
    expect((await store.append(id, user("2"), { key: "k", parentId: m1 })).isNew).toBe(false);
  });

  test("a call that is sent again does not fail because its own message moved the leaf", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1");
    const at = { key: "k", expectedLeafId: m1 };
    const { message } = await store.append(id, user("2"), at);
    expect(await store.append(id, user("2"), at)).toEqual({ message, isNew: false });
  });

  test("a call that was refused has not used up its key", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1");
    expect(await codeOf(store.append(id, user("2"), { key: "k", parentId: randomUUID() }))).toBe("PARENT_NOT_FOUND");
    expect(await codeOf(store.append(id, user("2"), { key: "k", expectedLeafId: randomUUID() }))).toBe("LEAF_MOVED");
    expect((await store.append(id, user("2"), { key: "k", parentId: m1 })).isNew).toBe(true);
  });

  test("a key belongs to its session, and different keys are different messages", async () => {
    const [id, other] = [await newSession(), await newSession()];
    const keys = ["k", "K", "k ", "é", "e\u0301", "\0", "__proto__", "1".repeat(200)];
    const ids = new Set<string>();
    for (const session of [id, other])
      for (const key of keys) {
        const { message, isNew } = await store.append(session, user("same"), { key });
        expect(isNew).toBe(true);
        ids.add(message.id);
      }
    expect(ids.size).toBe(2 * keys.length);
    expect(await all(id)).toHaveLength(keys.length);
  });

  test.each([
    ["no character", ""],
    ["201 characters", "k".repeat(201)],
    ["half a surrogate", "k\ud800"],
  ])("a key of %s is refused", async (_, key) => {
    const id = await newSession();
    expect(await codeOf(store.append(id, user("1"), { key }))).toBe("INVALID_BODY");
    expect(await all(id)).toEqual([]);
  });
}
