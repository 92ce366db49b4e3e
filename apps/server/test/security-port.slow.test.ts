import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LogEntry, type RunningServer, serveStore } from "../src/index.ts";
import { Api } from "./api.ts";

const log: LogEntry[] = [];
let server: RunningServer;
let port: string;
beforeAll(async () => {
  server = await serveStore({ port: 0, token: false, maxBodyBytes: 5_000_000, log: (entry) => log.push(entry) });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** Send a request with any header, as a browser or another program would. */
function send(path: string, { method = "GET", headers, body }: Sent = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode!, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Send bytes; what comes back until the connection ends. */
function sendBytes(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (piece: string) => (answer += piece));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

const api = () => new Api(fetch, `http://127.0.0.1:${port}`);
const sessions = async () => (await api().get<{ items: unknown[] }>("session")).data.items.length;

describe("a server on loopback without a token", () => {
  test.each([
    "evil.example",
    "evil.example:8765",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "10.0.0.1",
    "0.0.0.0",
    "[::2]",
    "localhost.",
    "xn--localhost",
  ])("refuses a request to the name %s: a page may let its own name lead here (DNS rebinding)", async (Host) => {
    const before = await sessions();
    for (const headers of [{ Host }, { Host, Origin: `http://${Host}` }]) {
      for (const path of ["/api/v1/session", "/api/v1/ping", "/healthz", "/nowhere"])
        expect(await send(path, { headers })).toMatchObject({
          status: 403,
          text: expect.stringContaining("FORBIDDEN"),
        });
      expect((await send("/api/v1/session", { method: "POST", headers })).status).toBe(403);
    }
    expect(await sessions()).toBe(before);
  });

  test("answers requests to the names of this machine", async () => {
    for (const Host of [
      `127.0.0.1:${port}`,
      "127.0.0.1",
      `localhost:${port}`,
      "LOCALHOST",
      "127.1.2.3",
      `[::1]:${port}`,
    ])
      expect([Host, (await send("/api/v1/session", { headers: { Host } })).status]).toEqual([Host, 200]);
  });

  test.each([
    "http://evil.example",
    "https://127.0.0.1",
    "http://127.0.0.1:1",
    "http://localhost",
    "null",
    "",
    "file://",
    "http://127.0.0.1.evil.example",
  ])("refuses the page of another origin: %s", async (Origin) => {
    const before = await sessions();
    const simple = [{ "Content-Type": "text/plain" }, { "Content-Type": "application/x-www-form-urlencoded" }, {}];
    for (const headers of simple)
      for (const body of ["{}", ""])
        expect((await send("/api/v1/session", { method: "POST", body, headers: { Origin, ...headers } })).status).toBe(
          403,
        );
    expect((await send("/api/v1/session", { headers: { Origin } })).status).toBe(403);
    const preflight = { Origin, "Access-Control-Request-Method": "POST" };
    expect((await send("/api/v1/session", { method: "OPTIONS", headers: preflight })).status).toBe(403);
    expect(await sessions()).toBe(before);
  });

  test("answers its own origin, and allows no other in any header", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/session`, {
      headers: { Origin: `http://127.0.0.1:${port}` },
    });
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("shows documents so that their scripts reach nothing of the server", async () => {
    const session = await api().session();
    await api().say(session, "<script>alert(1)</script>");
    for (const as of ["html", "markdown", "json", "jsonl"]) {
      const { headers, text } = await api().get(`session/${session}/export?as=${as}`);
      expect(headers.get("Content-Security-Policy")).toMatch(/^sandbox(?!.*allow-same-origin)/);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      if (as === "html") expect(text).not.toContain("<script>alert(1)");
    }
  });

  test("survives what is no request, a huge header, a body of any kind, and clients that go away", async () => {
    const hosts = `Host: 127.0.0.1:${port}\r\n`;
    const end = "Connection: close\r\n\r\n";
    const bytes = [
      ["GET /api/v1/ping HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
      [`GET /api/v1/ping HTTP/1.1\r\nHost: a b\r\n${end}`, 400],
      [`GET /api/v1/ping HTTP/1.1\r\nHost: x@127.0.0.1\r\n${end}`, 400],
      [`GET /api/v1/ping HTTP/1.1\r\n${hosts}X: ${"x".repeat(100_000)}\r\n${end}`, 431],
      [`GET /api/v1/${"x".repeat(100_000)} HTTP/1.1\r\n${hosts}${end}`, 431],
      ["\u0000\u0001\u0002\r\n\r\n", 400],
      [`GET /api/v1/session/%E0%A4%A/messages HTTP/1.1\r\n${hosts}${end}`, 400],
      [`GET /api/v1/session/..%2f..%2fetc HTTP/1.1\r\n${hosts}${end}`, 400],
      [`GET /api/v1/session?limit=%E0%A4%A&__proto__=1&constructor[prototype]=1 HTTP/1.1\r\n${hosts}${end}`, 400],
      [
        `POST /api/v1/session HTTP/1.1\r\n${hosts}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
        400,
      ],
    ] as const;
    for (const [text, status] of bytes) expect(await sendBytes(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const headers = { "Content-Type": "application/json" };
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const session = await api().session();
    for (const body of [
      deep,
      `{"blob":${deep}}`,
      `{"blob":{"role":"user","content":${deep}}}`,
      `{"meta":{"a":${deep}},"blob":{"role":"user","content":"a"}}`,
    ])
      expect((await send(`/api/v1/session/${session}/messages`, { method: "POST", headers, body })).status).toBe(400);
    const large = JSON.stringify({ configs: { a: "a".repeat(5_000_000) } });
    for (const more of [{ "Content-Length": `${large.length}` }, { "Transfer-Encoding": "chunked" }])
      expect(
        (await send("/api/v1/session", { method: "POST", headers: { ...headers, ...more }, body: large })).status,
      ).toBe(413);
    expect(await api().get("ping")).toMatchObject({ status: 200, msg: "pong" });
  });

  test("logs a client that goes away in the middle of its body as a request that is refused", async () => {
    for (const length of ["Content-Length: 100", "Transfer-Encoding: chunked"]) {
      const text = `POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${text}5\r\n{"a":\r\n`));
      socket.on("error", () => {});
      await once(socket, "connect");
      // What is sent after it is answered, so the server has it.
      await send("/healthz");
      log.length = 0;
      socket.destroy();
      await expect.poll(() => log).toHaveLength(1);
      expect(log[0]).toMatchObject({ route: "/api/v1/session", status: 400, error: "INVALID_BODY" });
    }
  });
});

describe("issue 42: a request that is refused before its body has arrived", () => {
  /** Send the beginning of a request, later its rest, then another request on the same connection. */
  async function sendSlowly(path: string, bytes: number): Promise<string> {
    const socket = connect(Number(port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (piece: string) => (answer += piece));
    socket.on("error", (error) => (answer += error.message)).setTimeout(5000, () => socket.destroy());
    const body = "x".repeat(bytes);
    const head = `Host: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
    socket.write(`POST ${path} HTTP/1.1\r\n${head}Content-Length: ${bytes}\r\n\r\n${body.slice(0, bytes / 2)}`);
    await setTimeout(900);
    socket.write(body.slice(bytes / 2));
    socket.write(`GET /api/v1/ping HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    await once(socket, "close");
    return answer;
  }

  test.each([
    ["/api/v1/nothing", "NOT_FOUND"],
    ["/api/v1/session/x/messages?a=1", "INVALID_QUERY"],
  ])("is answered, and its connection is used again: %s", async (path, error) => {
    const answer = await sendSlowly(path, 100_000);
    expect(answer).toContain(error);
    expect(answer).toContain("pong");
  });

  test("ends its connection if the body is longer than any that is read", async () => {
    const { status, closes } = await new Promise<{ status: number | undefined; closes: string | undefined }>(
      (resolve) => {
        const headers = { "Content-Type": "application/json", "Content-Length": "6000000" };
        const request = httpRequest({ host: "127.0.0.1", port, path: "/api/v1/session", method: "POST", headers });
        request.on("response", (response) => {
          resolve({ status: response.statusCode, closes: response.headers.connection });
          request.destroy();
        });
        request.on("error", () => {});
        request.write("{");
      },
    );
    expect([status, closes]).toEqual([413, "close"]);
  });
});
