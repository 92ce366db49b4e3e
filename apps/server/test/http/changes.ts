import { expect, test } from "vitest";
import type { Branches, Session, World } from "../api.ts";

/** Tests of what changes beside messages, and of copies. */
export function changeTests(world: World): void {
  test("configs are replaced, or changed by their keys; a key that is null is removed", async () => {
    const { id } = (await world.api.post<Session>("session", { configs: { a: 1, b: { c: 2 } } })).data;
    const configs = async () => (await world.api.get<Session>(`session/${id}/configs`)).data.configs;
    const patch = (body: object) => world.api.send("PATCH", `session/${id}/configs`, { body: { configs: body } });
    expect((await patch({ b: null, d: "\u0000" })).data).toEqual({ configs: { a: 1, d: "\u0000" } });
    expect(await configs()).toEqual({ a: 1, d: "\u0000" });
    await world.api.send("PUT", `session/${id}/configs`, { body: { configs: { e: [] } } });
    expect(await configs()).toEqual({ e: [] });
    // Who changes different keys at once loses nothing.
    await Promise.all(["f", "g", "h"].map((key) => patch({ [key]: key })));
    expect(await configs()).toEqual({ e: [], f: "f", g: "g", h: "h" });
  });

  test("what a program wants to know of a message changes by its keys, and what the message says stays", async () => {
    const session = await world.api.session();
    const blob = { role: "user", content: [{ type: "text", text: "Hello" }], name: "ada" };
    const { id } = (await world.api.post(`session/${session}/messages`, { blob, meta: { seen: false, old: 1 } })).data;
    const other = await world.api.say(session, "Other", { meta: { seen: false } });
    const path = `session/${session}/messages/${id}/meta`;
    const patched = await world.api.send("PATCH", path, {
      body: { meta: { seen: true, old: null, source_format: "x" } },
    });
    const meta = { seen: true, source_format: "x" };
    expect(patched.data).toEqual({ meta });
    const read = await world.api.read(session);
    expect([read.ids, read.items[0], read.metas]).toEqual([[id, other.id], blob, [meta, { seen: false }]]);
    const large = await world.api.send("PATCH", path, { body: { meta: { ["a".repeat(1000)]: "b".repeat(65_000) } } });
    expect([large.status, (await world.api.read(session)).metas[0]]).toEqual([413, meta]);
  });

  test("a copy has the same messages, branches and tags, and goes its own way", async () => {
    const { id } = (await world.api.post<Session>("session", { user: "ada", configs: { a: 1 } })).data;
    const [first, second] = await world.api.sayAll(id, "a", "b");
    await world.api.say(id, "c", { parent_id: first });
    await world.api.send("PUT", `session/${id}/refs/best`, {
      body: { message_id: second, kind: "tag", meta: { d: 1 } },
    });
    const made = await world.api.post<{ old_session_id: string; new_session_id: string }>(`session/${id}/copy`);
    const { old_session_id: old, new_session_id: copy } = made.data;
    expect([made.status, old, copy === id]).toEqual([201, id, false]);
    expect(made.headers.get("Location")).toBe(`/api/v1/session/${copy}`);
    const all = async (session: string) => [
      (await world.api.get<object>(`session/${session}/tree`)).data,
      (await world.api.get<Branches>(`session/${session}/branches`)).data,
      (await world.api.get<object>(`session/${session}/refs`)).data,
      await world.api.read(session, { scope: "session" }),
    ];
    const withoutTimes = (value: unknown) =>
      JSON.stringify(value, (key, part: unknown) => (key === "updated_at" || key === "created_at" ? undefined : part));
    expect(withoutTimes(await all(copy))).toBe(withoutTimes(await all(id)));
    const { configs, user } = (await world.api.get<Session>(`session/${copy}`)).data;
    expect([configs, user]).toEqual([{ a: 1 }, "ada"]);
    await world.api.say(copy, "only here", { branch: "new", from: "best" });
    expect(await world.api.texts(id, { leaf_id: second! })).toEqual(["a", "b"]);
    await world.api.send("DELETE", `session/${id}`);
    expect(await world.api.texts(copy, { branch: "new" })).toEqual(["a", "b", "only here"]);
  });
}
