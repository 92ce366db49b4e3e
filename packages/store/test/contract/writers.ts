import { beforeAll, expect, test } from "vitest";
import type { StoredMessage, Store } from "../../src/index.ts";
import { codeOf, say, textsOf, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Many writers at once. */
export function writersAtOnce(opened: Opened): void {
  let stores: readonly [Store, Store];
  beforeAll(() => void ({ stores } = opened));

  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const newSession = async () => (await stores[0].createSession()).id;
  const all = async (id: string) => (await stores[1].messages(id)).items;
  const links = (messages: readonly StoredMessage[]) => messages.map(({ parentId, depth }) => ({ parentId, depth }));

  /** The leaves as the messages show them. */
  const leavesOf = (messages: readonly StoredMessage[]) => {
    const parents = new Set(messages.map(({ parentId }) => parentId));
    return messages.filter(({ id }) => !parents.has(id)).map(({ id, depth }) => [id, depth]);
  };

  test("P1 64 writers without a parent make one chain, and no message is lost", async () => {
    const id = await newSession();
    const answers = await Promise.all(numbers(64).map((at) => stores[at % 2]!.append(id, user(`${at}`))));
    const messages = await all(id);
    expect(messages.map(({ id }) => id).sort()).toEqual(answers.map(({ message }) => message.id).sort());
    expect(links(messages)).toEqual(
      messages.map((_, at) => ({ parentId: messages[at - 1]?.id ?? null, depth: at + 1 })),
    );
    expect((await stores[0].path(id)).items).toEqual(messages);
    // What each writer got is what is stored.
    const byId = new Map(messages.map((message) => [message.id, message]));
    for (const { message } of answers) expect(byId.get(message.id)).toEqual(message);
  });

  test("S002 P1 writers with a parent make exactly the forks that they ask for", async () => {
    const id = await newSession();
    const ids = await say(stores[0], id, "1", "2", "3");
    await Promise.all(numbers(64).map((at) => stores[at % 2]!.append(id, user(`${at}`), { parentId: ids[at % 3] })));
    const messages = await all(id);
    for (const [at, parent] of ids.entries()) {
      const children = messages.filter(({ id, parentId }) => parentId === parent && !ids.includes(id));
      expect(
        textsOf(children)
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual(numbers(64).filter((n) => n % 3 === at));
      expect(children.every(({ depth }) => depth === at + 2)).toBe(true);
    }
    expect(new Set(messages.map(({ seq }) => seq)).size).toBe(67);
    const { leaves } = await stores[1].leaves(id);
    expect(leaves.map(({ messageId, depth }) => [messageId, depth])).toEqual(leavesOf(messages));
  });

  test("P1 P2 P3 writers of all kinds at once: each message without a parent follows the newest one, and they are a chain", async () => {
    const id = await newSession();
    const [first] = await say(stores[0], id, "first");
    const kinds = [{}, { parentId: first }, { root: true }, {}];
    await Promise.all(
      numbers(64).map((at) => stores[at % 2]!.append(id, { ...user(`${at}`), meta: { kind: at % 4 } }, kinds[at % 4])),
    );
    const messages = await all(id);
    expect(messages).toHaveLength(65);
    const byId = new Map(messages.map((message) => [message.id, message]));
    // Two branches do not wait for each other: what is newest is what was there when a message without a parent came.
    let before = messages[0]!.seq;
    for (const { meta, parentId, depth, seq } of messages.slice(1)) {
      expect(depth).toBe(1 + (byId.get(parentId ?? "")?.depth ?? 0));
      if (meta["kind"] === 1) expect(parentId).toBe(first);
      else if (meta["kind"] === 2) expect(parentId).toBeNull();
      else {
        const parent = byId.get(parentId!)!.seq;
        expect(parent).toBeLessThan(seq);
        expect(parent).toBeGreaterThanOrEqual(before);
        before = seq;
      }
    }
    const { leaves } = await stores[1].leaves(id);
    expect(leaves.map(({ messageId, depth }) => [messageId, depth])).toEqual(leavesOf(messages));
  });

  test("P1 of 20 writers that saw the same leaf one is stored, and 19 learn that it moved", async () => {
    const id = await newSession();
    const [leaf] = await say(stores[0], id, "1");
    const answers = await Promise.allSettled(
      numbers(20).map((at) => stores[at % 2]!.append(id, user(`${at}`), { expectedLeafId: leaf })),
    );
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
    expect(await Promise.all(refused.map((error) => codeOf(Promise.reject(error))))).toEqual(
      numbers(19).map(() => "LEAF_MOVED"),
    );
    expect(await all(id)).toHaveLength(2);
  });

  test("a message that is refused holds up none of those behind it", async () => {
    const id = await newSession();
    const answers = await Promise.allSettled(
      numbers(9).map((at) => stores[0].append(id, user(`${at}`), at % 3 === 1 ? { parentId: id } : {})),
    );
    expect(answers.map(({ status }) => status === "fulfilled")).toEqual(numbers(9).map((at) => at % 3 !== 1));
    expect(textsOf(await all(id))).toEqual(["0", "2", "3", "5", "6", "8"]);
  });

  test("writers of different sessions do not meet", async () => {
    const ids = await Promise.all(numbers(8).map(newSession));
    await Promise.all(numbers(64).map((at) => stores[at % 2]!.append(ids[at % 8]!, user(`${at}`))));
    for (const [at, id] of ids.entries()) {
      const messages = await all(id);
      expect(
        textsOf(messages)
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual(numbers(64).filter((n) => n % 8 === at));
      expect(messages.map(({ depth }) => depth)).toEqual(numbers(8).map((n) => n + 1));
    }
  });

  test("P10 a session that is deleted while others write is gone, and no message outlives it", async () => {
    const id = await newSession();
    const writeUntilRefused = async (store: Store): Promise<unknown> => {
      for (;;) {
        const refused = await store.append(id, user("more")).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refused !== undefined) return refused;
      }
    };
    const writers = numbers(6).map((at) => writeUntilRefused(stores[at % 2]!));
    await stores[0].append(id, user("first"));
    await stores[1].deleteSession(id);
    for (const refused of await Promise.all(writers)) expect(refused).toMatchObject({ code: "SESSION_NOT_FOUND" });
    await stores[0].createSession({ id });
    expect(await all(id)).toEqual([]);
    expect(await stores[0].leaves(id)).toEqual({ leaves: [] });
  });

  test.runIf(opened.database.isShared)(
    "stores that are opened at once over a new database all find their tables",
    async () => {
      const many = await Promise.all(numbers(4).map(() => opened.database.open()));
      const made = await Promise.all(many.map((store) => store.createSession()));
      const { items } = await many[0]!.sessions();
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
      await Promise.all(many.map((store) => store.close()));
    },
  );
}
