import { expect, test } from "vitest";
import type { WireMessage } from "../../src/wire.ts";
import type { World } from "../api.ts";

const say = (content: string) => ({ role: "user", content });

/** Tests of a server. */
export function refTests(world: World): void {
  const put = (session: string, name: string, body: object, headers?: Record<string, string>) =>
    world.api.send<{ version: number; message_id: string }>("PUT", `session/${session}/refs/${name}`, {
      body,
      headers,
    });

  test("three strategies at once, each on its branch; the best one is tagged, and becomes main", async () => {
    const session = await world.api.session();
    const [plan] = await world.api.sayAll(session, "plan");
    const names = ["a", "b", "c"];
    await Promise.all(
      names.map(async (branch) => {
        let from: string | undefined = plan;
        for (const step of [1, 2, 3]) {
          await world.api.say(session, `${branch}${step}`, { branch, ...(from === undefined ? {} : { from }) });
          from = undefined;
        }
      }),
    );
    for (const branch of names)
      expect(await world.api.texts(session, { branch })).toEqual([
        "plan",
        ...[1, 2, 3].map((step) => `${branch}${step}`),
      ]);
    const { leaf_id } = await world.api.read(session, { branch: "b" });
    expect((await put(session, "best", { message_id: leaf_id, kind: "tag", meta: { score: 9 } })).status).toBe(200);
    await put(session, "main", { message_id: leaf_id });
    await world.api.say(session, "c4", { branch: "c" });
    expect(await world.api.texts(session)).toEqual(["plan", "b1", "b2", "b3"]);
    await world.api.say(session, "end");
    expect(await world.api.texts(session)).toEqual(["plan", "b1", "b2", "b3", "end"]);
    const { data } = await world.api.get<{ refs: { name: string }[] }>(`session/${session}/refs`);
    expect(data.refs.map(({ name }) => name).sort()).toEqual(["a", "b", "best", "c", "main"]);
  });

  test("expected is the end of that branch: another branch does not move it", async () => {
    const session = await world.api.session();
    const [root] = await world.api.sayAll(session, "root");
    const a = await world.api.say(session, "a", { branch: "a", from: root });
    await world.api.say(session, "b", { branch: "b", from: root });
    const next = await world.api.say(session, "a2", { branch: "a", expected: a.id });
    expect(next.parent_id).toBe(a.id);
    const late = await world.api.post(`session/${session}/messages`, { blob: say("a3"), branch: "a", expected: a.id });
    expect([late.status, late.error]).toEqual([409, "LEAF_MOVED"]);
    const both = { blob: say("x"), expected: a.id, expected_leaf_id: a.id };
    expect((await world.api.post(`session/${session}/messages`, both)).status).toBe(400);
  });

  test("a turn is stored in one request, once, and read as three messages", async () => {
    const session = await world.api.session();
    const blobs = [say("1"), { role: "assistant", content: "2" }, say("3")];
    const send = () =>
      world.api.post<{ items: WireMessage[] }>(
        `session/${session}/messages/batch`,
        { blobs, meta: { step: 1 } },
        { headers: { "Idempotency-Key": "turn" } },
      );
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.data]).toEqual([201, 200, first.data]);
    expect(first.data.items.map(({ depth, meta }) => [depth, meta])).toEqual(
      [1, 2, 3].map((depth) => [depth, { step: 1 }]),
    );
    expect((await world.api.read(session)).items).toEqual(blobs);
  });

  test("a name is set only with the version that was seen, and may have slashes and letters of any language", async () => {
    const session = await world.api.session();
    const [one, two] = (await world.api.sayAll(session, "1", "2")) as [string, string];
    const name = encodeURIComponent("strategies/größe");
    const made = await put(session, name, { message_id: one }, { "If-None-Match": "*" });
    expect([made.status, made.headers.get("ETag")]).toEqual([200, '"1"']);
    expect((await put(session, name, { message_id: two }, { "If-None-Match": "*" })).status).toBe(412);
    const moved = await put(session, name, { message_id: two }, { "If-Match": '"1"' });
    expect([moved.status, moved.data.version, moved.data.message_id]).toEqual([200, 2, two]);
    expect((await put(session, name, { message_id: one }, { "If-Match": '"1"' })).status).toBe(412);
    const path = `session/${session}/refs/${name}`;
    expect((await world.api.get(path, { headers: { "If-None-Match": '"2"' } })).status).toBe(304);
    expect(await world.api.texts(session, { branch: "strategies/größe" })).toEqual(["1", "2"]);
    expect((await world.api.send("DELETE", path, { headers: { "If-Match": '"2"' } })).status).toBe(200);
    expect((await world.api.get(path)).status).toBe(404);
  });
}
