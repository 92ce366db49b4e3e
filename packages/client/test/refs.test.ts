import { expect, test } from "vitest";
import { StoreRequestError } from "../src/index.ts";
import { serveForTests, user } from "./serve.ts";

const served = serveForTests();

test("issue 42 branches are created, guarded, read, tagged and deleted", async () => {
  const { sessions } = served.client;
  const { id } = await sessions.create();
  const plan = await sessions.storeMessage(id, user("plan"));
  const a = await sessions.storeMessage(id, user("a"), { branch: "a", from: plan.id });
  await sessions.storeMessage(id, user("b"), { branch: "b", from: plan.id });
  const turn = await sessions.storeMessages(id, [user("a2"), user("a3")], { branch: "a", expectedLeafId: a.id });
  expect(turn.map(({ depth, isNew }) => [depth, isNew])).toEqual([
    [3, true],
    [4, true],
  ]);
  const late = sessions.storeMessage(id, user("x"), { branch: "a", expectedLeafId: a.id });
  await expect(late).rejects.toMatchObject({ status: 409, code: "LEAF_MOVED" });
  const { items, leafId } = await sessions.getMessages(id, { branch: "a" });
  expect(items).toEqual(["plan", "a", "a2", "a3"].map(user));
  const { totalTokens } = await sessions.tokenCounts(id, { branch: "a" });
  expect(totalTokens).toBe(4);
  const tag = await sessions.setRef(id, "best/one", { messageId: leafId!, kind: "tag", expectedVersion: 0 });
  expect(await sessions.getRef(id, "best/one")).toEqual(tag);
  await expect(sessions.setRef(id, "best/one", { messageId: a.id, expectedVersion: 0 })).rejects.toThrow(
    StoreRequestError,
  );
  await sessions.setRef(id, "best/one", { messageId: a.id, expectedVersion: tag.version, meta: { score: 1 } });
  const { refs, hasMore } = await sessions.listRefs(id);
  expect([refs.map(({ name, version }) => [name, version]), hasMore]).toEqual([
    [
      ["main", 0],
      ["a", 2],
      ["b", 1],
      ["best/one", 2],
    ],
    false,
  ]);
  await sessions.deleteRef(id, "best/one", 2);
  await expect(sessions.getRef(id, "best/one")).rejects.toMatchObject({ status: 404, code: "REF_NOT_FOUND" });
});
