import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { defaultProject, type JsonRecord, type Store } from "../../src/index.ts";
import { codeOf, refusal, say, textsOf, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Creating, listing and deleting sessions. */
export function sessions(opened: Opened): void {
  let store: Store;
  beforeAll(() => void ({ store } = opened));

  const listed = async (projectId?: string) => (await store.sessions({ projectId })).items;

  test("a new session is what was asked for, and what is read and listed", async () => {
    const plain = await store.createSession();
    expect(plain).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      projectId: defaultProject,
      configs: {},
      disableTaskTracking: false,
      isNew: true,
      createdAt: plain.createdAt,
      updatedAt: plain.createdAt,
    });
    const given = { id: randomUUID(), projectId: randomUUID(), configs: { a: [1] }, disableTaskTracking: true };
    const { isNew: _, ...session } = await store.createSession(given);
    expect(session).toMatchObject(given);
    expect(await store.session(session.id)).toEqual(session);
    expect(await store.session(session.id.toUpperCase())).toEqual(session);
    expect(await listed(given.projectId)).toEqual([session]);
    expect((await listed()).map(({ id }) => id)).not.toContain(session.id);
  });

  test("a session that exists in the project is returned as it is; also 20 callers at once make one", async () => {
    const [id, projectId] = [randomUUID(), randomUUID()];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => store.createSession({ id, projectId, configs: { at } })),
    );
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    for (const session of made) expect(session).toEqual({ ...made[0], isNew: session.isNew });
    await say(store, id, "1");
    const again = await store.createSession({ id: id.toUpperCase(), projectId, configs: { other: true } });
    expect(again).toEqual({ ...made[0], isNew: false, updatedAt: again.updatedAt });
    const { isNew: _, ...session } = again;
    expect(await listed(projectId)).toEqual([session]);
    expect(textsOf((await store.path(id)).items)).toEqual(["1"]);
  });

  test("a session of another project is not given away", async () => {
    const [id, projectId] = [randomUUID(), randomUUID()];
    const { isNew: _, ...session } = await store.createSession({ id, projectId, configs: { secret: 1 } });
    expect(await codeOf(store.createSession({ id }))).toBe("ID_CONFLICT");
    const { code, message } = await refusal(store.createSession({ id, projectId: randomUUID() }));
    expect(code).toBe("ID_CONFLICT");
    expect(message).not.toContain(projectId);
    expect(await store.session(id)).toEqual(session);
  });

  test("what is not a session is refused, and nothing is made", async () => {
    const before = await listed();
    expect(await codeOf(store.createSession({ id: "1" }))).toBe("INVALID_SESSION_ID");
    expect(await codeOf(store.createSession({ projectId: "1" }))).toBe("INVALID_BODY");
    expect(await codeOf(store.sessions({ projectId: "1" }))).toBe("INVALID_BODY");
    for (const configs of [null, [], "text", 1] as readonly unknown[])
      expect(await codeOf(store.createSession({ configs: configs as JsonRecord }))).toBe("INVALID_BODY");
    expect(await listed()).toEqual(before);
  });

  test("S005 S006 every call refuses a session that is no UUID, and one that does not exist", async () => {
    const calls: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => store.session(id),
      (id) => store.deleteSession(id),
      (id) => store.append(id, user("1")),
      (id) => store.append(id, user("1"), { parentId: randomUUID(), expectedLeafId: randomUUID(), key: "k" }),
      (id) => store.append(id, user("1"), { root: true }),
      (id) => store.path(id),
      (id) => store.path(id, { leafId: randomUUID(), limit: 1 }),
      (id) => store.messages(id),
      (id) => store.leaves(id),
      (id) => store.tree(id),
      (id) => store.buildContext(id),
    ];
    for (const call of calls) {
      for (const id of ["", "1", `${randomUUID()}'`, undefined, null, 1])
        expect(await codeOf(call(id as string))).toBe("INVALID_SESSION_ID");
      expect(await codeOf(call(randomUUID()))).toBe("SESSION_NOT_FOUND");
    }
  });

  test("P10 deleting a session removes its messages and leaves, and nothing of others", async () => {
    const projectId = randomUUID();
    const [{ id }, { id: other }] = [
      await store.createSession({ projectId }),
      await store.createSession({ projectId }),
    ];
    const ids = await say(store, id, "1", "2", "3");
    await store.append(id, user("fork"), { parentId: ids[0], key: "k" });
    await say(store, other, "a", "b");
    const before = [await store.tree(other), await store.leaves(other), await store.session(other)];
    await store.deleteSession(id.toUpperCase());
    expect(await codeOf(store.session(id))).toBe("SESSION_NOT_FOUND");
    expect(await codeOf(store.deleteSession(id))).toBe("SESSION_NOT_FOUND");
    expect((await listed(projectId)).map((session) => session.id)).toEqual([other]);
    expect([await store.tree(other), await store.leaves(other), await store.session(other)]).toEqual(before);
    // Its id can be used again, and nothing comes back.
    await store.createSession({ id });
    expect([await store.messages(id), await store.leaves(id)]).toEqual([{ items: [] }, { leaves: [] }]);
    expect(await store.tree(id)).toEqual({ nodes: [], forks: [], leafId: null });
    expect(await store.append(id, user("fork"), { key: "k" })).toMatchObject({ isNew: true, message: { depth: 1 } });
  });

  test("P10 a session that is deleted during a call is not found, or was read whole", async () => {
    const count = 6;
    const calls: readonly ((id: string) => Promise<unknown>)[] = [
      async (id) => (await store.path(id)).items.length,
      async (id) => (await store.path(id, { limit: 5 })).items.length + 1,
      async (id) => (await store.messages(id)).items.length,
      async (id) => (await store.tree(id)).nodes.length,
      async (id) => (await store.buildContext(id)).messages.length,
    ];
    for (const call of calls)
      for (let round = 0; round < 5; round++) {
        const { id } = await store.createSession();
        await say(store, id, ...Array.from({ length: count }, (_, at) => `${at}`));
        const [read] = await Promise.allSettled([call(id), store.deleteSession(id)]);
        if (read.status === "fulfilled") expect(read.value).toBe(count);
        else expect(read.reason).toMatchObject({ code: "SESSION_NOT_FOUND" });
      }
  });

  test("a session that is deleted while it is created again belongs to no other project", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await store.createSession();
      const [made] = await Promise.all([store.createSession({ id }), store.deleteSession(id)]);
      expect(made.id).toBe(id);
    }
  });
}
