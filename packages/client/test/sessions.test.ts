import { describe, expect, test } from "vitest";
import type { ClientSession } from "../src/index.ts";
import { nobody, serveForTests, sessionWith } from "./serve.ts";

const served = serveForTests();

describe("the client", () => {
  test("asks whether the server answers, whether or not its address ends with a slash", async () => {
    const { StoreClient } = await import("../src/index.ts");
    expect(await served.client.ping()).toBe("pong");
    expect(await new StoreClient({ baseUrl: `${served.url}/` }).ping()).toBe("pong");
  });

  test("creates a session, reads it and deletes it with its messages", async () => {
    const { sessions } = served.client;
    const configs = { snake_case: { camelCase: [1, null] } };
    const made = await sessions.create({ configs, disableTaskTracking: true });
    const { isNew, ...session } = made;
    expect(isNew).toBe(true);
    expect(session).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      projectId: "00000000-0000-0000-0000-000000000000",
      disableTaskTracking: true,
      configs,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await sessions.get(made.id)).toEqual(session);
    await sessions.storeMessage(made.id, { role: "user", content: "Hello" });
    expect(await sessions.delete(made.id)).toBeUndefined();
    await expect(sessions.get(made.id)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    await expect(sessions.getMessages(made.id)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  });

  test("lists the sessions of a user, or with some configs, and changes configs and meta by their keys", async () => {
    const { sessions } = served.client;
    const made = await sessions.create({ user: "ada", configs: { team: { name: "beds" }, old: 1 } });
    await sessions.create({ user: "bob", configs: { team: { name: "pots" } } });
    expect(made.user).toBe("ada");
    for (const options of [{ user: "ada" }, { configs: { team: { name: "beds" } } }])
      expect((await sessions.list(options)).items.map(({ id }) => id)).toEqual([made.id]);
    expect(await sessions.patchConfigs(made.id, { old: null, new: 2 })).toEqual({ team: { name: "beds" }, new: 2 });
    expect((await sessions.setConfigs(made.id, { a: 1 })).configs).toEqual({ a: 1 });
    const { id } = await sessions.storeMessage(made.id, { role: "user", content: "Hello" }, { meta: { seen: false } });
    expect(await sessions.patchMeta(made.id, id, { seen: true, more: [] })).toEqual({ seen: true, more: [] });
    await expect(sessions.patchMeta(made.id, nobody, {})).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
    const copy = await sessions.copy(made.id);
    expect([copy === made.id, (await sessions.getMessages(copy)).ids]).toEqual([false, [id]]);
  });

  test("creates a session with an id once", async () => {
    const { sessions } = served.client;
    const first = await sessions.create({ useUuid: nobody, configs: { a: 1 } });
    const again = await sessions.create({ useUuid: nobody, configs: { a: 2 } });
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(again).toEqual({ ...first, isNew: false });
  });

  test("lists sessions in both orders, in pages that the caller asks for or iterates over", async () => {
    const { sessions } = served.client;
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await sessions.create()).id);
    const all = await sessions.list();
    const ids = all.items.map(({ id }) => id);
    // Sessions of one millisecond are in the order of their ids.
    expect(new Set(ids.slice(-5))).toEqual(new Set(made));
    expect([all.hasMore, all.nextCursor]).toEqual([false, undefined]);
    const newest = [...ids].reverse();
    const first = await sessions.list({ limit: 2, timeDesc: true });
    expect([first.items.map(({ id }) => id), first.hasMore]).toEqual([newest.slice(0, 2), true]);
    const second = await sessions.list({ limit: 2, timeDesc: true, cursor: first.nextCursor });
    expect(second.items.map(({ id }) => id)).toEqual(newest.slice(2, 4));
    const pages: (readonly ClientSession[])[] = [];
    for await (const { items } of sessions.pages({ limit: 3 })) pages.push(items);
    expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(Array(pages.length - 1).fill(3));
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
  });
});

describe("lists of the client", () => {
  test("of branches have pages", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "the task");
    const leaves: string[] = [];
    for (const content of ["A", "B", "C"])
      leaves.push((await sessions.storeMessage(id, { role: "assistant", content }, { parentId: messages[0]!.id })).id);
    const first = await sessions.listBranches(id, { limit: 2 });
    expect([first.leaves.map(({ messageId }) => messageId), first.hasMore]).toEqual([leaves.slice(0, 2), true]);
    const pages: string[][] = [];
    for await (const page of sessions.branchPages(id, { limit: 2 }))
      pages.push(page.leaves.map(({ messageId }) => messageId));
    expect(pages).toEqual([leaves.slice(0, 2), leaves.slice(2)]);
  });

  test("of a session without messages are empty", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    expect(await sessions.getMessages(id)).toEqual({
      items: [],
      ids: [],
      metas: [],
      parentIds: [],
      leafId: null,
      isLeaf: false,
      hasMore: false,
      thisTimeTokens: 0,
    });
    expect(await sessions.listBranches(id)).toEqual({ leaves: [], hasMore: false });
    expect(await sessions.getTree(id)).toEqual({ nodes: [], forks: [], leafId: null });
    expect((await sessions.tokenCounts(id)).totalTokens).toBe(0);
  });
});
