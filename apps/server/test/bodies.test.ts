import { randomUUID } from "node:crypto";
import { openStore, type Store } from "@ccdag/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../src/index.ts";
import { serveStore } from "../src/serve.ts";

let store: Store;
beforeAll(async () => void (store = await openStore()));
afterAll(() => store.close());

const url = "http://localhost/api/v1/session";
const json = { "Content-Type": "application/json" };
const post = (app: ReturnType<typeof createApp>, body: BodyInit, headers: Record<string, string> = {}) =>
  app.request(url, { method: "POST", body, headers: { ...json, ...headers } });

describe("bodies", () => {
  it.each<[string, BodyInit, Record<string, string>, number, string]>([
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), {}, 400, "INVALID_BODY"],
    ["an encoding", "{}", { "Content-Encoding": "gzip" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    [
      "other characters than UTF-8",
      "{}",
      { "Content-Type": "application/json; charset=latin1" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
  ])("%s are refused: they would be stored as something else", async (_, body, headers, status, error) => {
    const answer = await post(createApp(store), body, headers);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([status, error]);
  });

  it("in a form are refused, too, where they are no UTF-8; UTF-8 in any letters is taken", async () => {
    const bytes = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{"a":"\xff"}\r\n--x--',
      "latin1",
    );
    const form = { "Content-Type": "multipart/form-data; boundary=x" };
    expect((await post(createApp(store), bytes, form)).status).toBe(400);
    const plain = { "Content-Type": 'application/json; Charset="UTF-8"', "Content-Encoding": "identity" };
    expect((await post(createApp(store), "{}", plain)).status).toBe(201);
  });

  it("are limited together: while some are read, one too many must come again", async () => {
    const app = createApp(store, { maxBodyBytes: 1000 });
    let send = () => {};
    const slow = () =>
      new ReadableStream({
        start(controller) {
          const before = send;
          send = () => {
            before();
            controller.enqueue(new TextEncoder().encode(`{"configs":{"a":"${"x".repeat(900)}"}}`));
            controller.close();
          };
        },
      });
    const request = (length: string) =>
      app.request(
        new Request(url, {
          method: "POST",
          body: slow(),
          headers: { ...json, "Content-Length": length },
          duplex: "half",
        } as RequestInit),
      );
    const [first, second] = [request("920"), request("920")];
    const third = await request("920");
    expect([third.status, third.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect((await post(app, "{}", { "Content-Length": "2" })).status).toBe(201);
    send();
    expect([(await first).status, (await second).status]).toEqual([201, 201]);
    expect((await post(app, "{}", { "Content-Length": "920" })).status).toBe(201);
  });
});

describe("a server on this machine", () => {
  it("has a token of its own, unless it is switched off; it opens every project", async () => {
    const server = await serveStore({ port: 0 });
    const ask = async (token?: string, path = "session") =>
      (
        await fetch(
          `${server.url}/${path}`,
          token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
        )
      ).status;
    expect(server.token).toMatch(/^ccdag_[\w-]{43}$/);
    expect([await ask(), await ask("ccdag_another"), await ask(`${server.token}x`), await ask(server.token)]).toEqual([
      401, 401, 401, 200,
    ]);
    expect(await ask(undefined, "ping")).toBe(200);
    expect(await ask(server.token, `session/${randomUUID()}/branches`)).toBe(404);
    await server.close();
    const open = await serveStore({ port: 0, token: false });
    expect([open.token, (await fetch(`${open.url}/session`)).status]).toEqual([undefined, 200]);
    await open.close();
  });

  it("keeps connections for longer than a database needs", async () => {
    const server = await serveStore({ port: 0, token: false });
    const { headers } = await fetch(`${server.url}/ping`);
    expect(headers.get("keep-alive")).toBe("timeout=120");
    await server.close();
  });
});
