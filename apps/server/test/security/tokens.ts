import { randomUUID } from "node:crypto";
import { defaultProject } from "@ccdag/store";
import { beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../src/index.ts";
import { Api, type Session, type World } from "../api.ts";
import { operations } from "../document.ts";
import { ask, transcript } from "../openapi-requests.ts";

const unknown = "11111111-1111-4111-8111-111111111111";
/** Operations that answer everybody. */
const openOperations = new Set(["ping", "getDocument", "isAlive", "isReady"]);

/** Tests of the tokens of a store. */
export function tokenTests(world: World): void {
  const projects = { a: randomUUID(), b: randomUUID() };
  let tokens: { a: string; b: string };
  beforeAll(async () => {
    const create = (name: "a" | "b") => world.store.tokens.create({ name, projectId: projects[name] });
    tokens = { a: await create("a"), b: await create("b") };
  });

  test("a store with a token answers 401 to every request without one, and says how to send it", async () => {
    const wrong = [
      "",
      "Bearer",
      "Bearer ",
      `Basic ${tokens.a}`,
      tokens.a,
      `Bearer ${tokens.a}x`,
      `Bearer ${tokens.a.slice(0, -1)}`,
    ];
    for (const { id, method, path } of operations) {
      const isOpen = openOperations.has(id);
      for (const Authorization of isOpen ? [""] : wrong) {
        const url = path.replace("{session_id}", unknown);
        const { status, error, headers } = await world.api.send(method, url, { headers: { Authorization } });
        const found = [id, Authorization, status, error, headers.get("WWW-Authenticate")];
        expect(found).toEqual([
          id,
          Authorization,
          ...(isOpen ? [200, undefined, null] : [401, "UNAUTHORIZED", "Bearer"]),
        ]);
      }
    }
    for (const Authorization of [`Bearer ${tokens.a}`, `bearer  ${tokens.a}`])
      expect((await world.api.get("session", { headers: { Authorization } })).status).toBe(200);
  });

  test("a session of another project is the same as one that does not exist, on every route", async () => {
    const session = await world.api.session({ token: tokens.a });
    const message = await world.api.say(session, "a secret", {}, { token: tokens.a });
    const others = { open: world.api, session: unknown } as never;
    for (const { id, path } of operations) {
      if (!path.includes("{session_id}")) continue;
      for (const more of [{}, { query: `?leaf_id=${message.id}` }, { query: "?limit=999" }, { body: "{" }]) {
        // Bodies and parameters are not looked at before it is known whose session it is.
        if ("body" in more && !["storeMessage", "updateConfigs"].includes(id)) continue;
        const send = (one: string) => ask(id, others, world.api, { ...more, session: one, token: tokens.b });
        const [foreign, missing] = [await send(session), await send(unknown)];
        expect([id, more, foreign.status, foreign.error, foreign.text]).toEqual([
          id,
          more,
          404,
          "SESSION_NOT_FOUND",
          missing.text,
        ]);
        const names = (headers: Headers) => [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
        expect(names(foreign.headers)).toEqual(names(missing.headers));
      }
    }
    const read = await world.api.get(`session/${session}/messages`, { token: tokens.a });
    expect([read.status, read.data.ids]).toEqual([200, [message.id]]);
  });

  test("a token lists, makes and imports sessions of its project only", async () => {
    const mine = await world.api.session({ token: tokens.a });
    await world.store.createSession();
    const list = async (token: string) => (await world.api.get<{ items: Session[] }>("session", { token })).data.items;
    expect(new Set((await list(tokens.a)).map(({ project_id }) => project_id))).toEqual(new Set([projects.a]));
    expect((await list(tokens.b)).map(({ id }) => id)).not.toContain(mine);
    const taken = await world.api.post("session", { use_uuid: mine }, { token: tokens.b });
    expect([taken.status, taken.error]).toEqual([409, "ID_CONFLICT"]);
    const lines = transcript(mine, randomUUID());
    const imported = await world.api.post<{ sessions: string[] }>("import", lines, { token: tokens.b });
    expect([imported.status, imported.data.sessions.includes(mine)]).toEqual([200, false]);
    const [made] = imported.data.sessions;
    expect((await world.api.get(`session/${made}/messages`, { token: tokens.b })).data.items).toHaveLength(1);
    expect((await world.api.get(`session/${made}`, { token: tokens.a })).status).toBe(404);
    expect((await world.api.get(`session/${mine}/messages`, { token: tokens.a })).data.items).toEqual([]);
    // A cursor opens nothing: it says where a page ends, not whose it is.
    const foreign = await world.api.post("session", { use_uuid: randomUUID() }, { token: tokens.a });
    expect(foreign.status).toBe(201);
    const { data } = await world.api.get<{ next_cursor: string }>("session?limit=1", { token: tokens.a });
    const page = await world.api.get(`session?cursor=${data.next_cursor}`, { token: tokens.b });
    expect([page.status, page.error]).toEqual([400, "INVALID_CURSOR"]);
  });

  test("a token that is deleted opens nothing any more", async () => {
    const token = await world.store.tokens.create({ name: "c" });
    const session = await world.api.post<Session>("session", {}, { token });
    expect(session.data.project_id).toBe(defaultProject);
    await world.store.tokens.delete("c");
    expect((await world.api.get(`session/${session.data.id}`, { token })).status).toBe(401);
  });

  test("a token that may only read stores and deletes nothing, on every route", async () => {
    const token = await world.store.tokens.create({ name: "reader", projectId: projects.a, isReadOnly: true });
    const session = await world.api.session({ token: tokens.a });
    await world.api.say(session, "Hello", {}, { token: tokens.a });
    expect((await world.api.get(`session/${session}/messages`, { token })).data.items).toHaveLength(1);
    const app = createApp(world.store);
    const head = { method: "HEAD", headers: { Authorization: `Bearer ${token}` } };
    expect((await app.request(`http://localhost/api/v1/session/${session}`, head)).status).toBe(200);
    for (const { id, method, path } of operations) {
      if (method === "GET" || openOperations.has(id)) continue;
      const { status, error } = await world.api.send(method, path.replace("{session_id}", session), { token });
      expect([id, status, error]).toEqual([id, 403, "FORBIDDEN"]);
    }
    expect((await world.api.get(`session/${session}/messages`, { token: tokens.a })).data.items).toHaveLength(1);
  });

  test("a token ends at its time, and the list says when it was last used", async () => {
    const soon = new Date(Date.now() + 1500);
    const token = await world.store.tokens.create({ name: "soon", expiresAt: soon });
    const found = async () => (await world.store.tokens.list()).find(({ name }) => name === "soon");
    expect(await found()).toMatchObject({ expiresAt: soon, usedAt: undefined, isReadOnly: false });
    const before = Date.now();
    expect((await world.api.get("session", { token })).status).toBe(200);
    const { usedAt } = (await found())!;
    expect(Math.abs(usedAt!.getTime() - before)).toBeLessThan(60_000);
    // It is noted once an hour: a request costs no write.
    await world.api.get("session", { token });
    expect((await found())!.usedAt).toEqual(usedAt);
    await vi.waitUntil(async () => (await world.api.get("session", { token })).status === 401, { timeout: 30_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
    await expect(world.store.tokens.create({ name: "past", expiresAt: new Date(0) })).rejects.toThrow("a time to come");
  });

  test("a server that other machines reach lets nobody in after its last token is gone, whatever name it is asked by", async () => {
    const list = async () => [];
    const without = createApp({ ...world.store, tokens: { ...world.store.tokens, list } }, { isPublic: true });
    const refused = await new Api((request) => without.fetch(request)).get("session");
    expect([refused.status, refused.error]).toEqual([401, "UNAUTHORIZED"]);
    const app = createApp(world.store, { isPublic: true });
    const api = new Api((request) => app.fetch(request), "http://store.example");
    expect((await api.get("session", { token: tokens.a })).status).toBe(200);
    const page = await api.get("session", { token: tokens.a, headers: { Origin: "http://evil.example" } });
    expect([page.status, page.error]).toEqual([403, "FORBIDDEN"]);
  });
}
