import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, test } from "vitest";
import { openStore, type Store } from "@ccdag/store";
import { importFolder } from "../src/index.ts";
import { filesOfSession } from "../src/transcripts/stored-files.ts";
import { databases } from "./databases.ts";
import { Projects, Transcript } from "./transcripts.ts";

describe.each(databases)("transcripts in a store over $name", (database) => {
  let store: Store;
  let projects: Projects;
  beforeAll(async () => void (store = await openStore(await database.make())), 60_000);
  beforeEach(() => void (projects = new Projects()));
  afterEach(() => projects.remove());
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const textOf = (parts: readonly { readonly type: string; readonly text?: string | undefined }[]) =>
    parts.map(({ type, text }) => text ?? type).join("+");
  const read = async (id: string, leafId?: string) =>
    (await store.path(id, { leafId })).items.map(({ parts }) => textOf(parts));
  /** The paths to all leaves, as texts, sorted. */
  const paths = async (id: string) => {
    const { leaves } = await store.leaves(id);
    const texts = await Promise.all(leaves.map(async ({ messageId }) => (await read(id, messageId)).join(" ")));
    return texts.sort();
  };

  test("a time that no database can write does not stop an import: the nearest one is stored, the line as it was", async () => {
    const at = new Transcript();
    const times = ["-271821-04-20T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "0000-12-31T00:00:00.000Z"];
    const lines = [at.user("p1", null), at.assistant("a1", "p1"), at.user("p2", "a1")];
    projects.write(
      `${at.session}.jsonl`,
      lines.map((line, index) => ({ ...(line as object), timestamp: times[index] })) as typeof lines,
    );
    expect((await importFolder(store, projects.folder)).inserted).toBe(3);
    const { items } = await store.path(at.session);
    expect(items.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))).toEqual([
      "1000-01-01",
      "9999-12-31",
      "1000-01-01",
    ]);
  });

  test("S012 a rewind is a branch, parallel results are none, and the active branch is read without a leaf", async () => {
    const at = new Transcript();
    projects.write(`${at.session}.jsonl`, [
      at.user("p1", null),
      at.assistant("a1", "p1", [{ type: "tool_use", id: "t1", name: "Read", input: {} }]),
      at.assistant("a2", "a1", [{ type: "tool_use", id: "t2", name: "Read", input: {} }], "a1"),
      at.result("r1", "a1", "t1", "one"),
      at.result("r2", "a2", "t2", "two"),
      at.assistant("a3", "r2"),
      at.user("p2", "a3"),
      at.assistant("a4", "p2"),
      at.user("p3", "a3"),
      at.assistant("a5", "p3"),
    ]);
    const { sessions, inserted } = await importFolder(store, projects.folder);
    expect([...sessions]).toEqual([at.session]);
    expect(inserted).toBe(9);
    const first = ["p1", "tool-call+tool-call", "one", "two", "a3"];
    expect(await paths(at.session)).toEqual([`${first.join(" ")} p2 a4`, `${first.join(" ")} p3 a5`]);
    expect(await read(at.session)).toEqual([...first, "p3", "a5"]);
    expect(await read(at.session, at.uuid("a3"))).toEqual(first);
  });

  test("a record that is no message is omitted, and what follows it follows the message before", async () => {
    const at = new Transcript();
    projects.write(`${at.session}.jsonl`, [at.user("p1", null), at.notice("n1", "p1"), at.assistant("a1", "n1")]);
    await importFolder(store, projects.folder);
    expect(await read(at.session)).toEqual(["p1", "a1"]);
    // Its uuid names the message that stands for it.
    expect((await store.path(at.session, { leafId: at.uuid("n1") })).leafId).toBe(at.uuid("p1"));
  });

  test("P6 another name of a message is its id everywhere: in pages, as a parent, and with a key", async () => {
    const at = new Transcript();
    projects.write(`${at.session}.jsonl`, [at.user("p1", null), at.assistant("a1", "p1"), at.notice("n1", "a1")]);
    await importFolder(store, projects.folder);
    const first = await store.path(at.session, { leafId: at.uuid("n1"), limit: 1 });
    const next = await store.path(at.session, { leafId: at.uuid("n1"), limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...next.items].map(({ id }) => id)).toEqual([at.uuid("p1"), at.uuid("a1")]);
    const say = { role: "user", parts: [{ type: "text", text: "more" }], meta: {} } as const;
    for (const isNew of [true, false]) {
      const appended = await store.append(at.session, say, { parentId: at.uuid("n1"), key: "once" });
      expect(appended).toMatchObject({ isNew, message: { parentId: at.uuid("a1") } });
    }
  });

  test("again, nothing changes; a longer file adds what is new; what a program added stays where it is", async () => {
    const at = new Transcript();
    const lines = [at.user("p1", null), at.assistant("a1", "p1")];
    projects.write(`${at.session}.jsonl`, lines);
    await importFolder(store, projects.folder);
    expect(await importFolder(store, projects.folder)).toMatchObject({ skipped: 1, files: 0, inserted: 0 });
    const added = await store.append(
      at.session,
      { role: "user", parts: [{ type: "text", text: "by a program" }], meta: {} },
      { parentId: at.uuid("p1") },
    );
    projects.write(`${at.session}.jsonl`, [...lines, at.user("p2", "a1"), at.assistant("a2", "p2")]);
    expect(await importFolder(store, projects.folder)).toMatchObject({ inserted: 2, updated: 0, unchanged: 2 });
    expect(await paths(at.session)).toEqual(["p1 a1 p2 a2", "p1 by a program"]);
    expect((await store.path(at.session)).leafId).toBe(added.message.id);
  });

  test("a file that was rewritten is kept beside what it was, and both are one session", async () => {
    const at = new Transcript();
    projects.write(`${at.session}.jsonl`, [at.user("p1", null), at.assistant("a1", "p1")]);
    await importFolder(store, projects.folder);
    projects.write(`${at.session}.jsonl`, [at.user("p9", null), at.assistant("a9", "p9")]);
    await importFolder(store, projects.folder);
    expect(await paths(at.session)).toEqual(["p1 a1", "p9 a9"]);
    expect(await store.transcripts.filesOf(at.session)).toHaveLength(2);
  });

  test("a session that continues one that only the store has left is one with it", async () => {
    const [old, next] = [new Transcript(), new Transcript()];
    projects.write(`${old.session}.jsonl`, [old.user("p1", null), old.assistant("a1", "p1")]);
    await importFolder(store, projects.folder);
    projects.remove();
    projects = new Projects();
    const prompt = { ...next.user("p2", null), parentUuid: old.uuid("a1") };
    projects.write(`${next.session}.jsonl`, [prompt, next.assistant("a2", "p2")]);
    const { sessions } = await importFolder(store, projects.folder);
    expect([...sessions]).toEqual([old.session]);
    expect(await read(old.session)).toEqual(["p1", "a1", "p2", "a2"]);
  });

  test("a session that turns out to continue another one becomes a part of it", async () => {
    const [old, next] = [new Transcript(), new Transcript()];
    const prompt = { ...next.user("p2", null), parentUuid: old.uuid("a1") };
    projects.write(`${next.session}.jsonl`, [prompt, next.assistant("a2", "p2")]);
    expect([...(await importFolder(store, projects.folder)).sessions]).toEqual([next.session]);
    projects.write(`${old.session}.jsonl`, [old.user("p1", null), old.assistant("a1", "p1")]);
    await importFolder(store, projects.folder);
    expect(await read(old.session)).toEqual(["p1", "a1", "p2", "a2"]);
    await expect(store.session(next.session)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  });

  test("the files of a session are its transcripts, and one more only if a program added something", async () => {
    const at = new Transcript();
    projects.write(`${at.session}.jsonl`, [at.user("p1", null)]);
    await importFolder(store, projects.folder);
    const paths = async () => (await filesOfSession(store, await store.session(at.session))).map(({ path }) => path);
    const main = `-home-me-app/${at.session}`;
    expect(await paths()).toEqual([`${main}.jsonl`]);
    await store.append(at.session, { role: "user", parts: [{ type: "text", text: "more" }], meta: {} });
    expect(await paths()).toEqual([`${main}.jsonl`, `${main}~2.jsonl`]);
  });

  test("P10 with a session its transcripts are deleted, unless another session was made of them", async () => {
    const [one, other] = [new Transcript(), new Transcript()];
    projects.write(`${one.session}.jsonl`, [one.user("p1", null)]);
    projects.write(`${other.session}.jsonl`, [other.user("p2", null)]);
    const projectId = one.session;
    await importFolder(store, projects.folder, { projectId });
    await store.deleteSession(one.session);
    expect((await store.transcripts.files(projectId)).map(({ path }) => path)).toEqual([
      `-home-me-app/${other.session}.jsonl`,
    ]);
    // It is still on disk: a further import brings it back.
    expect(await importFolder(store, projects.folder, { projectId })).toMatchObject({ inserted: 1, skipped: 1 });
  });

  test("a damaged line is reported with its file and line, and the rest is imported", async () => {
    const at = new Transcript();
    const lines = [at.user("p1", null), at.assistant("a1", "p1")].map((one) => JSON.stringify(one));
    projects.write(`${at.session}.jsonl`, `${lines[0]}\n{broken\n${lines[1]}\n`);
    const problems: string[] = [];
    await importFolder(store, projects.folder, { report: ({ path, reason }) => problems.push(`${path} ${reason}`) });
    expect(problems).toEqual([expect.stringContaining(`-home-me-app/${at.session}.jsonl:2 `)]);
    expect(await read(at.session)).toEqual(["p1", "a1"]);
  });

  test("two projects of the store that import one session each have it", async () => {
    const at = new Transcript();
    projects.write(`${at.session}.jsonl`, [at.user("p1", null)]);
    const [one, other] = ["10000000-0000-4000-8000-000000000000", "20000000-0000-4000-8000-000000000000"];
    const first = await importFolder(store, projects.folder, { projectId: one });
    const second = await importFolder(store, projects.folder, { projectId: other });
    expect([...first.sessions]).not.toEqual([...second.sessions]);
    expect(await read([...second.sessions][0]!)).toEqual(["p1"]);
  });
});
