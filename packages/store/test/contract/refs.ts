import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Store } from "../../src/index.ts";
import { assistant, codeOf, say, textsOf, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Branches and tags. */
export function refs(opened: Opened): void {
  let stores: readonly [Store, Store];
  let store: Store;
  beforeAll(() => void ({ stores, store } = opened));

  const newSession = async () => (await store.createSession()).id;
  const texts = async (id: string, branch?: string) =>
    textsOf((await store.path(id, branch === undefined ? {} : { branch })).items).join(" ");
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

  test("a branch begins where it is said to, and moves with what is appended to it, and with nothing else", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1", "2");
    await store.append(id, user("a"), { branch: "one", from: m1! });
    await store.append(id, user("x"), { branch: "two", from: "main" });
    await store.append(id, assistant("b"), { branch: "one" });
    expect([await texts(id, "one"), await texts(id, "two")]).toEqual(["1 a b", "1 a x"]);
    const { refs: list } = await store.refs.list(id);
    expect(list.map(({ name, kind, version }) => [name, kind, version])).toEqual([
      ["main", "branch", 0],
      ["one", "branch", 2],
      ["two", "branch", 1],
    ]);
    expect((await store.leaves(id)).leaves).toHaveLength(3);
  });

  test("main is the newest message until it is set; then it is what is read and followed by default", async () => {
    const id = await newSession();
    expect(await store.refs.get(id, "main")).toMatchObject({
      messageId: null,
      version: 0,
      updatedAt: (await store.session(id)).createdAt,
    });
    const [m1] = await say(store, id, "1", "2");
    const a = (await store.append(id, user("a"), { branch: "best", from: m1! })).message;
    const b = (await store.append(id, user("b"), { branch: "other", from: m1! })).message;
    expect((await store.refs.get(id, "main")).messageId).toBe(b.id);
    await store.refs.set(id, "main", { messageId: a.id });
    expect([(await store.path(id)).leafId, (await store.tree(id)).leafId]).toEqual([a.id, a.id]);
    const defaults = (await store.leaves(id)).leaves.filter(({ isDefault }) => isDefault);
    expect(defaults.map(({ messageId }) => messageId)).toEqual([a.id]);
    await store.append(id, user("c"), { branch: "other" });
    const next = (await store.append(id, user("d"))).message;
    expect(next.parentId).toBe(a.id);
    expect(await texts(id)).toBe("1 a d");
    expect((await store.refs.get(id, "best")).messageId).toBe(a.id);
    expect(await codeOf(store.append(id, user("e"), { expectedLeafId: a.id }))).toBe("LEAF_MOVED");
    // What names its parent begins a branch elsewhere.
    await store.append(id, user("f"), { parentId: m1! });
    expect(await texts(id)).toBe("1 a d");
    await store.append(id, user("g"), { branch: "main", expectedLeafId: next.id });
    expect(await texts(id)).toBe("1 a d g");
    await store.refs.delete(id, "main");
    expect((await store.refs.get(id, "main")).version).toBe(0);
    expect(await texts(id)).toBe("1 a d g");
    await store.append(id, user("h"), { branch: "other" });
    expect(await texts(id)).toBe("1 b c h");
  });

  test("what is expected is the end of that branch, whatever others did meanwhile", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1");
    const a = (await store.append(id, user("a"), { branch: "a", from: m1! })).message;
    await store.append(id, user("b"), { branch: "b", from: m1! });
    const next = (await store.append(id, user("a2"), { branch: "a", expectedLeafId: a.id })).message;
    expect(next.parentId).toBe(a.id);
    expect(await codeOf(store.append(id, user("a3"), { branch: "a", expectedLeafId: a.id }))).toBe("LEAF_MOVED");
    const answers = await Promise.allSettled(
      numbers(12).map((at) => stores[at % 2]!.append(id, user(`${at}`), { branch: "a", expectedLeafId: next.id })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await texts(id, "a")).split(" ")).toHaveLength(4);
  });

  test("16 writers on 16 branches, and 16 on one: each branch is a chain, nothing is lost", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "root");
    await Promise.all(numbers(16).map((at) => store.append(id, user(`${at}`), { branch: `b${at}`, from: m1! })));
    await store.append(id, user("s"), { branch: "shared", from: m1! });
    await Promise.all(
      numbers(16).flatMap((at) =>
        numbers(4).flatMap((turn) => [
          stores[turn % 2]!.append(id, user(`${at}`), { branch: `b${at}` }),
          stores[turn % 2]!.append(id, user(`${at}`), { branch: "shared" }),
        ]),
      ),
    );
    for (const at of numbers(16))
      expect(await texts(id, `b${at}`)).toBe(["root", ...numbers(5).map(() => at)].join(" "));
    expect((await texts(id, "shared")).split(" ")).toHaveLength(66);
    const { items } = await store.messages(id);
    expect(new Set(items.map(({ seq }) => seq)).size).toBe(1 + 16 * 5 + 65);
    const parents = new Set(items.map(({ parentId }) => parentId));
    const { leaves } = await store.leaves(id);
    expect(leaves.map(({ messageId }) => messageId)).toEqual(
      items.map((item) => item.id).filter((one) => !parents.has(one)),
    );
  });

  test("a turn of several messages is stored whole or not at all, and once with a key", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1");
    const turn = [assistant("call"), user("result"), assistant("answer")];
    const { messages, isNew } = await store.appendTurn(id, turn, { branch: "t", from: m1!, key: "k" });
    expect([isNew, messages.map(({ depth }) => depth)]).toEqual([true, [2, 3, 4]]);
    expect((await store.path(id, { branch: "t" })).items.slice(1)).toEqual(messages);
    const again = await store.appendTurn(id, turn, { branch: "t", from: m1!, key: "k" });
    expect(again).toEqual({ messages, isNew: false });
    for (const other of [turn.slice(0, 2), [...turn, user("more")], [...turn.slice(0, 2), user("answer")]])
      expect(await codeOf(store.appendTurn(id, other, { branch: "t", key: "k" }))).toBe("ID_CONFLICT");
    const broken = [user("good"), { ...user("bad"), role: "system" as "user" }];
    expect(await codeOf(store.appendTurn(id, broken, { branch: "t" }))).toBe("INVALID_BODY");
    expect(await codeOf(store.appendTurn(id, [], { branch: "t" }))).toBe("INVALID_BODY");
    expect(await texts(id, "t")).toBe("1 call result answer");
    const long = await store.appendTurn(
      id,
      numbers(200).map((at) => user(`${at}`)),
    );
    expect((await store.path(id, { leafId: long.messages[150]!.id })).items).toHaveLength(155);
    expect(
      await codeOf(
        store.appendTurn(
          id,
          numbers(201).map(() => user("x")),
        ),
      ),
    ).toBe("INVALID_BODY");
  });

  test("a ref is set only if it has the version that was seen, and a tag does not move", async () => {
    const id = await newSession();
    const [m1, m2] = (await say(store, id, "1", "2")) as [string, string];
    const made = await store.refs.set(id, "best", {
      messageId: m1,
      kind: "tag",
      meta: { score: 1 },
      expectedVersion: 0,
    });
    expect(made).toMatchObject({ kind: "tag", messageId: m1, version: 1, meta: { score: 1 } });
    expect(await codeOf(store.refs.set(id, "best", { messageId: m2, expectedVersion: 0 }))).toBe("REF_CHANGED");
    expect(await codeOf(store.append(id, user("x"), { branch: "best" }))).toBe("REF_IS_TAG");
    const moved = await store.refs.set(id, "best", { messageId: m2, expectedVersion: 1 });
    expect(moved).toMatchObject({ kind: "tag", messageId: m2, version: 2, meta: { score: 1 } });
    expect(await store.refs.get(id, "best")).toEqual(moved);
    const race = await Promise.allSettled(
      numbers(8).map((at) => stores[at % 2]!.refs.set(id, "best", { messageId: m1, expectedVersion: 2 })),
    );
    expect(race.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await codeOf(store.refs.set(id, "none", { messageId: m1, expectedVersion: 3 }))).toBe("REF_CHANGED");
    expect(await codeOf(store.refs.get(id, "none"))).toBe("REF_NOT_FOUND");
    expect(await codeOf(store.refs.delete(id, "best", 1))).toBe("REF_CHANGED");
    await store.refs.delete(id, "best", 3);
    expect(await codeOf(store.refs.delete(id, "best"))).toBe("REF_NOT_FOUND");
    expect(await texts(id)).toBe("1 2");
  });

  test("what is no place of this session is refused, and nothing is left of it", async () => {
    const [id, other] = [await newSession(), await newSession()];
    const [m1] = (await say(store, id, "1")) as [string];
    const [foreign] = (await say(store, other, "foreign")) as [string];
    const append = (where: Parameters<Store["append"]>[2]) => codeOf(store.append(id, user("x"), where));
    expect(await append({ branch: "new" })).toBe("REF_NOT_FOUND");
    expect(await append({ branch: "new", expectedLeafId: m1 })).toBe("REF_NOT_FOUND");
    for (const from of [foreign, randomUUID()]) expect(await append({ branch: "new", from })).toBe("PARENT_NOT_FOUND");
    expect(await append({ branch: "new", from: "none" })).toBe("REF_NOT_FOUND");
    expect(await append({ branch: "main", from: m1 })).toBe("REF_EXISTS");
    for (const where of [{ branch: "a", parentId: m1 }, { from: m1 }, { branch: "a", from: m1, root: true }])
      expect(await append(where)).toBe("INVALID_BODY");
    for (const branch of ["", "a b", "a\0", ".", "..", "x".repeat(201), "<b>", 1 as unknown as string])
      expect(await append({ branch, from: m1 })).toBe("INVALID_REF");
    expect(await codeOf(store.refs.set(id, "t", { messageId: foreign }))).toBe("LEAF_NOT_FOUND");
    expect(await codeOf(store.refs.set(randomUUID(), "t", { messageId: m1 }))).toBe("SESSION_NOT_FOUND");
    expect(await codeOf(store.refs.list(randomUUID()))).toBe("SESSION_NOT_FOUND");
    expect(await codeOf(store.refs.set(id, "main", { messageId: m1, kind: "tag" }))).toBe("INVALID_BODY");
    expect((await store.refs.list(id)).refs.map(({ name }) => name)).toEqual(["main"]);
    expect(await append({ branch: "päth/to-1.x", root: true }).catch(() => "stored")).toBe("stored");
    expect(await texts(id, "päth/to-1.x")).toBe("x");
  });

  test("pages of refs have each once, and a deleted session takes them with it", async () => {
    const id = await newSession();
    const [m1] = (await say(store, id, "1")) as [string];
    for (const at of numbers(7)) await store.refs.set(id, `r${at}`, { messageId: m1 });
    for (const limit of [1, 2, 3, 8, 200]) {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await store.refs.list(id, { limit, cursor });
        expect(page.refs.length).toBeLessThanOrEqual(limit);
        found.push(...page.refs.map(({ name }) => name));
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      expect(found).toEqual(["main", ...numbers(7).map((at) => `r${at}`)]);
    }
    await store.deleteSession(id);
    await store.createSession({ id });
    expect((await store.refs.list(id)).refs).toHaveLength(1);
  });

  test("pages of a branch lead to where it ended for the first one, although it moves", async () => {
    const id = await newSession();
    const [m1] = (await say(store, id, "1", "2", "3")) as [string];
    await store.append(id, user("a"), { branch: "b", from: m1 });
    await store.append(id, user("b"), { branch: "b" });
    const first = await store.path(id, { branch: "b", limit: 2 });
    await store.append(id, user("c"), { branch: "b" });
    const second = await store.path(id, { branch: "b", limit: 2, cursor: first.nextCursor });
    expect([textsOf(first.items), textsOf(second.items), second.nextCursor]).toEqual([["1", "a"], ["b"], undefined]);
  });
}
