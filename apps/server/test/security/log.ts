import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createApp, type LogEntry } from "../../src/index.ts";
import { Api, type World } from "../api.ts";

/** Tests of what a server says of its requests. */
export function logTests(world: World): void {
  test("has neither texts nor tokens nor values of parameters, also when the server fails", async () => {
    const secret = "s3cr3t";
    const entries: LogEntry[] = [];
    const failure = () =>
      Promise.reject(
        Object.assign(new Error(`Unexpected ${secret}\n    at ${secret}`), {
          detail: secret,
          params: [secret],
          query: secret,
          where: secret,
          cause: secret,
          code: "42P01",
        }),
      );
    const { store } = world;
    const failing = { ...store, append: failure, createSession: failure };
    for (const one of [store, failing]) {
      const app = createApp(one, { log: (entry) => entries.push(entry) });
      const api = new Api((request) => app.fetch(request));
      const session = (await store.createSession()).id;
      const headers = { "Idempotency-Key": secret, "X-Header": secret, Cookie: secret, "User-Agent": secret };
      const given = { token: secret, headers };
      const body = { blob: { role: "user", content: secret, name: secret }, meta: { [secret]: secret } };
      await api.post(`session/${session}/messages`, body, given);
      await api.post(`session/${session}/messages`, { ...body, parent_id: secret, format: secret }, given);
      await api.post(`session/${session}/messages`, { blob: { role: secret } }, given);
      await api.post(`session/${session}/messages`, `{"${secret}`, {
        headers: { ...headers, "Content-Type": "application/json" },
      });
      await api.post("session", { configs: { [secret]: secret }, use_uuid: secret }, given);
      await api.post("import", secret, given);
      for (const name of [
        "leaf_id",
        "cursor",
        "limit",
        "format",
        "scope",
        "time_desc",
        "edit_strategies",
        "with_events",
      ])
        await api.get(`session/${session}/messages?${name}=${secret}`, given);
      await api.get(`session/${secret}/messages`, given);
      await api.get(`${secret}/${secret}?${secret}=${secret}`, given);
      await api.get("session", { ...given, origin: `http://${secret}.example` });
    }
    expect(entries).toHaveLength(34);
    for (const entry of entries) {
      expect(
        `${inspect(entry, { depth: 20, showHidden: true })}${JSON.stringify(entry)}${entry.cause?.stack}`,
      ).not.toContain(secret);
      expect(
        Object.keys(entry).filter(
          (key) => !["id", "method", "route", "status", "milliseconds", "error", "cause"].includes(key),
        ),
      ).toEqual([]);
    }
    // It still says what failed, and where.
    const failed = entries.filter(({ error }) => error === "INTERNAL");
    expect(failed.map(({ method, route, status }) => [method, route, status])).toEqual([
      ["POST", "/api/v1/session/:session_id/messages", 500],
      ["POST", "/api/v1/session", 500],
    ]);
    expect(failed[0]!.cause!.stack).toMatch(/^Error: 42P01\n {4}at .*log\.ts/);
    expect(entries.filter(({ route }) => route === "-")).toHaveLength(2);
  });

  test("an error of the server does not show its cause to the client", async () => {
    const fail = async () => {
      throw new Error("relation ccdag.messages at /home/me does not exist");
    };
    const app = createApp({ ...world.store, path: fail });
    const api = new Api((request) => app.fetch(request));
    const session = await api.session();
    const { status, text } = await api.get(`session/${session}/messages`);
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { code: 500, msg: "The server failed; its log names the request", error: "INTERNAL" },
    ]);
  });

  test("names a request as its sender or a proxy did, in the answer, too", async () => {
    const entries: LogEntry[] = [];
    const app = createApp(world.store, { log: (entry) => entries.push(entry) });
    const api = new Api((request) => app.fetch(request));
    const named = await api.get("ping", { headers: { "X-Request-Id": "from-the-proxy" } });
    const others = [await api.get("ping", { headers: { "X-Request-Id": "a b\t<script>" } }), await api.get("nowhere")];
    const ids = [named, ...others].map(({ headers }) => headers.get("X-Request-Id"));
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect(ids[0]).toBe("from-the-proxy");
    for (const id of ids.slice(1)) expect(id).toMatch(/^[\da-f-]{36}$/);
  });
}
