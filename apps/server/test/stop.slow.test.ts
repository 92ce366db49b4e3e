import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@ccdag/store";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { serveStore, type ServeStoreOptions } from "../src/index.ts";

let where: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-stop-"));
  where = join(folder, "store");
  return () => rmSync(folder, { recursive: true, force: true });
});

const text = JSON.stringify({ blob: { role: "user", content: "a" } });

/** Serve a store, with a session. */
async function serve(options: ServeStoreOptions = {}) {
  const server = await serveStore({ where, port: 0, token: false, ...options });
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const created = await fetch(`${server.url}/session`, { method: "POST", headers: { Connection: "close" } });
  const { data } = (await created.json()) as { data: { id: string } };
  return { server, port, session: data.id, messages: `/api/v1/session/${data.id}/messages` };
}

/** Begin to send a message; `finish` sends the rest, and gives the status and how the connection continues. */
async function begin(port: string, path: string, agent: Agent | false = false) {
  const headers = { "Content-Type": "application/json", "Content-Length": text.length };
  const request = httpRequest({ host: "127.0.0.1", port, path, method: "POST", headers, agent });
  const answered = once(request, "response");
  answered.catch(() => {});
  await new Promise<void>((resolve) => void request.write(text.slice(0, 10), () => resolve()));
  return {
    request,
    finish: async () => {
      request.end(text.slice(10));
      const [response] = (await answered) as [{ statusCode: number; headers: { connection?: string }; resume(): void }];
      response.resume();
      return [response.statusCode, response.headers.connection];
    },
  };
}

/** Wait until the server has got what was sent before. */
async function settled(port: string): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { Connection: "close" } })).text();
}

const isRefused = async (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => false,
    ({ cause }: { cause: { code: string } }) => cause.code === "ECONNREFUSED",
  );

describe("a server that is stopped", () => {
  test("answers the requests that run, refuses new ones, and gives back its folder with all that it acknowledged", async () => {
    const { server, port, session, messages } = await serve();
    const agent = new Agent({ keepAlive: true });
    const running = await Promise.all(Array.from({ length: 10 }, () => begin(port, messages, agent)));
    await settled(port);
    await expect(openStore(where)).rejects.toMatchObject({ code: "STORE_IN_USE" });
    const closed = server.close();
    expect(server.close()).toBe(closed);
    expect(await isRefused(port)).toBe(true);
    const answers = await Promise.all(running.map(({ finish }) => finish()));
    // A client is not promised that the connection takes another request.
    expect(answers).toEqual(running.map(() => [201, "close"]));
    await closed;
    expect(await isRefused(port)).toBe(true);
    const store = await openStore(where);
    expect((await store.messages(session)).items).toHaveLength(10);
    await store.close();
    agent.destroy();
  });

  test("does not wait for connections that never had a request, or wait for the next one", async () => {
    const { server, port } = await serve({ graceSeconds: 3600 });
    const silent = connect(Number(port), "127.0.0.1");
    silent.on("error", () => {});
    await once(silent, "connect");
    const half = connect(Number(port), "127.0.0.1", () => half.write("GET /api/v1/ping HTTP/1.1\r\nHost:"));
    half.on("error", () => {});
    const agent = new Agent({ keepAlive: true });
    const idle = httpRequest({ host: "127.0.0.1", port, path: "/api/v1/ping", agent }).end();
    const [response] = (await once(idle, "response")) as [{ resume(): void }];
    response.resume();
    await settled(port);
    await expect(server.close()).resolves.toBeUndefined();
    agent.destroy();
  });

  test("does not wait for ever for the rest of a request", async () => {
    const { server, port, session, messages } = await serve({ graceSeconds: 0.5 });
    const { request, finish } = await begin(port, messages);
    const broken = once(request, "error");
    await settled(port);
    await server.close();
    await broken;
    await expect(finish()).rejects.toThrow("socket hang up");
    const store = await openStore(where);
    expect((await store.messages(session)).items).toEqual([]);
    await store.close();
  });
});
