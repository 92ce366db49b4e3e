import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "../src/index.ts";
import { databases } from "./databases.ts";
import { assistant, textsOf, user } from "./say.ts";

describe.each(databases)("the examples of seed 004 over $name", (database) => {
  let store: Store;
  beforeAll(async () => void (store = await database.open()));
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  /** A session with messages, each after the one before. */
  async function sessionWith(...texts: readonly string[]): Promise<{ id: string; ids: string[] }> {
    const { id } = await store.createSession();
    const ids: string[] = [];
    for (const [at, text] of texts.entries())
      ids.push((await store.append(id, at % 2 === 0 ? user(text) : assistant(text))).message.id);
    return { id, ids };
  }

  const read = async (id: string, leafId?: string) => textsOf((await store.path(id, { leafId })).items);

  test("S012 S013 M7 forks from M2: two leaves, two paths, one session, nothing copied", async () => {
    const { id, ids } = await sessionWith("M1", "M2", "M3", "M4", "M5", "M6");
    const m7 = (await store.append(id, user("M7"), { parentId: ids[1] })).message;
    const m8 = (await store.append(id, assistant("M8"), { parentId: m7.id })).message;
    const { leaves } = await store.leaves(id);
    expect(leaves.map(({ messageId, depth }) => [messageId, depth])).toEqual([
      [ids[5], 6],
      [m8.id, 4],
    ]);
    expect(await read(id, m8.id)).toEqual(["M1", "M2", "M7", "M8"]);
    expect(await read(id, ids[5])).toEqual(["M1", "M2", "M3", "M4", "M5", "M6"]);
    expect(await read(id)).toEqual(["M1", "M2", "M7", "M8"]);
    expect((await store.sessions()).items.filter((session) => session.id === id)).toHaveLength(1);
    expect((await store.messages(id)).items).toHaveLength(8);
  });

  test("S017 the four parts of the request, in its order: stored, read, listed, and the context is the branch alone", async () => {
    const { id, ids } = await sessionWith("M1", "M2", "M3");
    const { message } = await store.append(id, user("M4"), { parentId: ids[1] });
    expect(message.parentId).toBe(ids[1]);
    expect(await read(id, message.id)).toEqual(["M1", "M2", "M4"]);
    expect((await store.leaves(id)).leaves.map(({ messageId }) => messageId)).toEqual([ids[2], message.id]);
    expect(textsOf((await store.buildContext(id, { leafId: message.id })).messages)).toEqual(["M1", "M2", "M4"]);
  });

  test("S018 a conversation that went off track at turn 5 continues from turn 4", async () => {
    const { id, ids } = await sessionWith("1", "2", "3", "4", "off track");
    await store.append(id, user("5, better"), { parentId: ids[3] });
    expect(await read(id)).toEqual(["1", "2", "3", "4", "5, better"]);
    expect(await read(id, ids[4])).toEqual(["1", "2", "3", "4", "off track"]);
  });

  test("S018 several strategies are tried at once in one session", async () => {
    const { id, ids } = await sessionWith("the task", "a plan");
    const attempts = await Promise.all(
      ["A", "B", "C"].map((name) => store.append(id, user(name), { parentId: ids[1] })),
    );
    await Promise.all(
      attempts.map(({ message }, at) => store.append(id, assistant(`answer ${at}`), { parentId: message.id })),
    );
    const { leaves } = await store.leaves(id);
    const paths = await Promise.all(leaves.map(({ messageId }) => read(id, messageId)));
    expect(paths.map((path) => path.slice(2)).sort(([a = ""], [b = ""]) => a.localeCompare(b))).toEqual([
      ["A", "answer 0"],
      ["B", "answer 1"],
      ["C", "answer 2"],
    ]);
    expect((await store.tree(id)).forks).toEqual([ids[1]]);
  });

  test("S018 a checkpoint is retried, and nothing before it is stored again", async () => {
    const { id, ids } = await sessionWith("1", "2, known to be good", "3", "failed");
    await store.append(id, user("3 again"), { parentId: ids[1] });
    await store.append(id, assistant("done"));
    expect(await read(id)).toEqual(["1", "2, known to be good", "3 again", "done"]);
    expect((await store.messages(id)).items).toHaveLength(6);
  });
});
