import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Session, World } from "../api.ts";
import { operations } from "../document.ts";

const blob = { role: "user", content: "a" };

/** Tests of a server. */
export function strictTests(world: World): void {
  test.each([
    ["parentId", "parent_id"],
    ["parent-id", "parent_id"],
    ["parent", "parent_id"],
    ["Root", "root"],
    ["expectedLeafId", "expected_leaf_id"],
    ["metadata", "meta"],
    ["message", "blob, format"],
    ["__proto__x", "blob, format"],
  ])("a field %s of a message is 400, and the answer says %s; nothing is stored", async (name, meant) => {
    const session = await world.api.session();
    const refused = await world.api.post(`session/${session}/messages`, { blob, [name]: randomUUID() });
    expect([refused.status, refused.error]).toEqual([400, "INVALID_BODY"]);
    expect(refused.msg).toContain(meant);
    expect((await world.api.read(session)).items).toEqual([]);
  });

  test.each([
    ["messages", "leafId", "leaf_id"],
    ["messages", "leaf", "leaf_id"],
    ["messages", "timeDesc", "time_desc"],
    ["messages", "LIMIT", "limit"],
    ["branches", "leaf_id", "limit, cursor"],
    ["tree", "limit", "none"],
    ["export", "format", "as, leaf_id"],
    ["token_counts", "leafId", "leaf_id"],
  ])("a parameter of %s called %s is 400, and the answer says %s", async (route, name, meant) => {
    const session = await world.api.session();
    const refused = await world.api.get(`session/${session}/${route}?${name}=1`);
    expect([refused.status, refused.error]).toEqual([400, "INVALID_QUERY"]);
    expect(refused.msg).toContain(meant);
  });

  test("a list of sessions has those of a user, or whose configs contain an object, in pages, and no other", async () => {
    const make = async (user: string | null, configs: object) =>
      (await world.api.post<Session>("session", { user, configs })).data;
    const ada = [
      await make("ada", { team: { name: "beds", tags: ["a", "b"] } }),
      await make("ada", { team: { name: "pots" } }),
    ];
    const bob = await make("bob", { team: { name: "beds", tags: ["b"] }, odd: "\u0000" });
    await make(null, {});
    const list = async (query: Record<string, string>) => {
      const ids: string[] = [];
      let cursor = "";
      do {
        const parameters = new URLSearchParams({ ...query, limit: "1", ...(cursor === "" ? {} : { cursor }) });
        const { data } = await world.api.get<{ items: Session[]; next_cursor?: string }>(`session?${parameters}`);
        for (const { id } of data.items) ids.push(id);
        cursor = data.next_cursor ?? "";
      } while (cursor !== "");
      return ids;
    };
    const filter = (configs: object) => ({ filter_by_configs: JSON.stringify(configs) });
    expect(await list({ user: "ada" })).toEqual(ada.map(({ id }) => id));
    expect(await list({ user: "nobody" })).toEqual([]);
    expect(await list(filter({ team: { name: "beds" } }))).toEqual([ada[0]!.id, bob.id]);
    expect(await list(filter({ team: { tags: ["a"] } }))).toEqual([ada[0]!.id]);
    expect(await list(filter({ odd: "\u0000" }))).toEqual([bob.id]);
    expect(await list({ user: "bob", ...filter({ team: { tags: ["a"] } }) })).toEqual([]);
    expect([ada[0]!.user, ada[0]!.user_id === ada[1]!.user_id, ada[0]!.user_id === bob.user_id]).toEqual([
      "ada",
      true,
      false,
    ]);
    expect(await world.api.get("session?project_id=x")).toMatchObject({ status: 400, error: "INVALID_QUERY" });
  });

  test("a parameter that is given twice is 400: one of the two would be ignored", async () => {
    const session = await world.api.session();
    const twice = await world.api.get(`session/${session}/messages?limit=1&limit=2`);
    expect(twice).toMatchObject({ status: 400, error: "INVALID_QUERY" });
  });

  test("a name of any length and any characters is refused as a short one", async () => {
    const session = await world.api.session();
    const name = `<script>${"x".repeat(5000)}`;
    const refused = await world.api.post(`session/${session}/messages`, { blob, [name]: 1 });
    expect(refused.status).toBe(400);
    expect(refused.msg.length).toBeLessThan(200);
  });

  test("every operation that is offered refuses a parameter that the document has not", async () => {
    const session = await world.api.session();
    for (const { method, path, statuses } of operations.filter((one) => one.statuses.includes(401))) {
      if (!statuses.includes(200)) continue;
      const place = path.replace("{session_id}", session).replaceAll(/\{\w+\}/g, session);
      const refused = await world.api.send(method, `${place}?no_such=1`);
      expect([method, path, refused.status, refused.error]).toEqual([method, path, 400, "INVALID_QUERY"]);
    }
  });

  test("what was made says where it is read", async () => {
    const made = await world.api.post<{ id: string }>("session");
    expect(made.headers.get("Location")).toBe(`/api/v1/session/${made.data.id}`);
    expect((await world.api.get<{ id: string }>(made.headers.get("Location")!)).data.id).toBe(made.data.id);
    const session = made.data.id;
    const first = await world.api.post(`session/${session}/messages`, { blob });
    await world.api.say(session, "b");
    const { data } = await world.api.get(first.headers.get("Location")!);
    expect(data.items).toEqual([first.data]);
  });
}
