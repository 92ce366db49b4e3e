import { describe, expect, test } from "vitest";
import { assistant, serveForTests, sessionWith, user } from "./serve.ts";

const served = serveForTests();

/** The texts of a branch. */
async function read(sessionId: string, leafId?: string): Promise<unknown[]> {
  const { items } = await served.client.sessions.getMessages(sessionId, { format: "openai", leafId });
  return items.map(({ content }) => content);
}

describe("the example of seed 004, with the client", () => {
  /** M1 to M6 in a row, M7 after M2, M8 after M7. */
  async function forked() {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "M1", "M2", "M3", "M4", "M5", "M6");
    const m7 = await sessions.storeMessage(id, user("M7"), { format: "openai", parentId: messages[1]!.id });
    const m8 = await sessions.storeMessage(id, assistant("M8"), { format: "openai", parentId: m7.id });
    return { id, messages: [...messages, m7, m8] };
  }

  test("S007 storeMessage with parentId begins a branch there; without it a message follows the newest one", async () => {
    const { id, messages } = await forked();
    const parents = messages.map(({ parentId }) => messages.findIndex((one) => one.id === parentId) + 1);
    expect(parents).toEqual([0, 1, 2, 3, 4, 5, 2, 7]);
    expect(messages.map(({ depth, sessionId }) => [depth, sessionId])).toEqual(
      [1, 2, 3, 4, 5, 6, 3, 4].map((depth) => [depth, id]),
    );
    const next = await served.client.sessions.storeMessage(id, user("M9"), { format: "openai" });
    expect(next.parentId).toBe(messages[7]!.id);
  });

  test("S010 S013 getMessages with leafId reads that branch, and without it the newest one", async () => {
    const { id, messages } = await forked();
    expect(await read(id, messages[7]!.id)).toEqual(["M1", "M2", "M7", "M8"]);
    expect(await read(id, messages[5]!.id)).toEqual(["M1", "M2", "M3", "M4", "M5", "M6"]);
    expect(await read(id)).toEqual(["M1", "M2", "M7", "M8"]);
    const page = await served.client.sessions.getMessages(id, { format: "acontext", leafId: messages[6]!.id });
    expect([page.leafId, page.isLeaf]).toEqual([messages[6]!.id, false]);
    expect(page.items.map(({ parts }) => parts[0]!.text)).toEqual(["M1", "M2", "M7"]);
    expect(page.items.map(({ parent_id }) => parent_id)).toEqual(page.parentIds);
  });

  test("S013 no new session is created, and nothing is copied", async () => {
    const before = (await served.client.sessions.list()).items.length;
    const { id, messages } = await forked();
    expect((await served.client.sessions.list()).items).toHaveLength(before + 1);
    const { ids, leafId, isLeaf } = await served.client.sessions.getMessages(id, { scope: "session" });
    expect(ids).toEqual(messages.map((message) => message.id));
    expect([leafId, isLeaf]).toEqual([null, false]);
  });

  test("S012 listBranches lists M6 with depth 6 and M8 with depth 4", async () => {
    const { id, messages } = await forked();
    expect(await served.client.sessions.listBranches(id)).toEqual({
      leaves: [
        { messageId: messages[5]!.id, depth: 6, createdAt: messages[5]!.createdAt, isDefault: false },
        { messageId: messages[7]!.id, depth: 4, createdAt: messages[7]!.createdAt, isDefault: true },
      ],
      hasMore: false,
    });
  });

  test("S019 getTree shows all messages, where they fork, and the newest one", async () => {
    const { id, messages } = await forked();
    const { nodes, forks, leafId } = await served.client.sessions.getTree(id);
    const childCounts = [1, 2, 1, 1, 1, 0, 1, 0];
    expect(nodes).toEqual(
      messages.map((message, at) => ({
        id: message.id,
        parentId: message.parentId,
        depth: message.depth,
        seq: message.seq,
        role: message.role,
        childCount: childCounts[at],
        createdAt: message.createdAt,
      })),
    );
    expect([forks, leafId]).toEqual([[messages[1]!.id], messages[7]!.id]);
  });
});

describe("the use cases of seed 004, with the client", () => {
  test("S018 a conversation that went off track at turn 5 continues from turn 4", async () => {
    const { id, messages } = await sessionWith(served.client, "1", "2", "3", "4", "off track");
    await served.client.sessions.storeMessage(id, user("5, better"), { parentId: messages[3]!.id });
    expect(await read(id)).toEqual(["1", "2", "3", "4", "5, better"]);
    expect(await read(id, messages[4]!.id)).toEqual(["1", "2", "3", "4", "off track"]);
  });

  test("S018 several strategies are tried at once in one session", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "the task", "a plan");
    const attempts = await Promise.all(
      ["A", "B", "C"].map((name) => sessions.storeMessage(id, user(name), { parentId: messages[1]!.id })),
    );
    await Promise.all(
      attempts.map((attempt, at) => sessions.storeMessage(id, assistant(`answer ${at}`), { parentId: attempt.id })),
    );
    const { leaves } = await sessions.listBranches(id);
    const paths = await Promise.all(leaves.map(({ messageId }) => read(id, messageId)));
    expect(paths.map((path) => path.join(", ")).sort()).toEqual([
      "the task, a plan, A, answer 0",
      "the task, a plan, B, answer 1",
      "the task, a plan, C, answer 2",
    ]);
    expect((await sessions.getTree(id)).forks).toEqual([messages[1]!.id]);
  });

  test("S018 a checkpoint is retried, and nothing before it is stored again", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "1", "2, known to be good", "3", "failed");
    await sessions.storeMessage(id, user("3 again"), { parentId: messages[1]!.id });
    await sessions.storeMessage(id, assistant("done"));
    expect(await read(id)).toEqual(["1", "2, known to be good", "3 again", "done"]);
    expect((await sessions.getMessages(id, { scope: "session" })).items).toHaveLength(6);
  });
});
