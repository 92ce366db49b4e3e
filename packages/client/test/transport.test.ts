import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { StoreClient } from "../src/index.ts";

/** The address of a server that is not a store. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an answer that is not of a store", () => {
  test.each([
    [200, "<!doctype html><title>A page</title>"],
    [502, "<h1>Bad gateway</h1>"],
    [404, "{}"],
    [200, "[]"],
    [200, "null"],
    [200, ""],
    [200, '{"code":0'],
    [200, '{"data":{"id":"x"}}'],
    [200, '{"code":500,"msg":"","data":null}'],
    [500, '{"code":0,"msg":"","data":null}'],
  ])("with status %d and the body %j is a StoreRequestError", async (status, body) => {
    const baseUrl = await serve((_, response) => response.writeHead(status).end(body));
    const call = new StoreClient({ baseUrl }).sessions.create();
    await expect(call).rejects.toMatchObject({ name: "StoreRequestError", status, code: "UNEXPECTED_ANSWER" });
  });

  test("is not looked for elsewhere: a redirected call would lose its body, or show its token", async () => {
    const asked: string[] = [];
    const other = await serve((request, response) => {
      asked.push(request.url!);
      response.end('{"code":0,"msg":"","data":{}}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const baseUrl = await serve((_, response) => response.writeHead(status, { Location: other }).end());
      const { sessions } = new StoreClient({ baseUrl, token: "t" });
      await expect(sessions.create()).rejects.toMatchObject({ status, code: "UNEXPECTED_ANSWER" });
    }
    expect(asked).toEqual([]);
  });

  test("keeps the code of a later server that the types do not name", async () => {
    const baseUrl = await serve((_, response) =>
      response.writeHead(429).end('{"code":429,"msg":"Too many","error":"RATE_LIMITED"}'),
    );
    const call = new StoreClient({ baseUrl }).ping();
    await expect(call).rejects.toMatchObject({ status: 429, code: "RATE_LIMITED", message: "Too many" });
  });
});

describe("a call without an answer throws what fetch throws", () => {
  test("if nobody listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const call = new StoreClient({ baseUrl: `http://127.0.0.1:${port}` }).ping();
    await expect(call).rejects.toSatisfy(
      (error: Error) => error instanceof TypeError && (error.cause as { code?: string }).code === "ECONNREFUSED",
    );
  });

  test.each([
    ["nothing is answered", () => {}],
    ["the answer does not end", (_: unknown, response: { write(text: string): void }) => response.write('{"code":0,')],
  ])("after the time limit, if %s", async (_, listener) => {
    const baseUrl = await serve(listener as RequestListener);
    const call = new StoreClient({ baseUrl, timeoutMs: 50 }).ping();
    await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("a call", () => {
  /** What a client sends for one call. */
  async function sent(options: object, call: (client: StoreClient) => Promise<unknown>) {
    let request: [unknown, RequestInit | undefined] | undefined;
    const client = new StoreClient({
      baseUrl: "https://store.example/base",
      fetch: async (input, init) => {
        request = [input, init];
        return new Response('{"code":0,"msg":"","data":{"items":[],"has_more":false}}');
      },
      ...options,
    });
    await call(client);
    const [url, { signal, ...init } = {}] = request!;
    return { url, init, hasSignal: signal instanceof AbortSignal };
  }

  test("sends only what is given", async () => {
    expect(await sent({}, (client) => client.sessions.list())).toEqual({
      url: "https://store.example/base/session",
      init: { method: "GET", headers: { Accept: "application/json" }, redirect: "manual" },
      hasSignal: true,
    });
  });

  test("sends options by the names of the server, and the token and the key as headers", async () => {
    const { url, init } = await sent({ token: "t" }, (client) =>
      client.sessions.getMessages("a b/c", {
        leafId: "l&",
        scope: "path",
        format: "gemini",
        limit: 0,
        cursor: "c",
        timeDesc: false,
        editStrategies: [],
      }),
    );
    expect(url).toBe(
      "https://store.example/base/session/a%20b%2Fc/messages" +
        "?leaf_id=l%26&scope=path&format=gemini&limit=0&cursor=c&time_desc=false&edit_strategies=%5B%5D",
    );
    expect(init.headers).toEqual({ Accept: "application/json", Authorization: "Bearer t" });
    const options = { idempotencyKey: "k", parentId: "p", root: false, expectedLeafId: "l", meta: {} };
    const stored = await sent({}, (client) => client.sessions.storeMessage("s", { role: "user" }, options));
    expect(stored.init.headers).toMatchObject({ "Content-Type": "application/json", "Idempotency-Key": "k" });
    expect(JSON.parse(stored.init.body as string)).toEqual({
      blob: { role: "user" },
      format: "openai",
      meta: {},
      parent_id: "p",
      root: false,
      expected_leaf_id: "l",
    });
  });

  test("has no time limit with 0", async () => {
    expect(await sent({ timeoutMs: 0 }, (client) => client.ping())).toMatchObject({ hasSignal: false });
  });
});
