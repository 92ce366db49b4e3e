import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { StoreClient } from "../src/index.ts";
import { serveForTests, sessionWith, user } from "./serve.ts";

const served = serveForTests();

/** An address that leads to the server, and a function that breaks all connections to it. */
async function breakable(): Promise<{ client: StoreClient; cut: () => void }> {
  const { port, pathname } = new URL(served.url);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const other = connect(Number(port), "127.0.0.1");
    for (const one of [socket, other]) {
      sockets.add(one);
      one.on("error", () => {}).on("close", () => sockets.delete(one));
    }
    socket.pipe(other).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const cut = () => {
    for (const one of sockets) one.destroy();
  };
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${pathname}`;
  return { client: new StoreClient({ baseUrl, token: served.token }), cut };
}

test("issue 42 an iteration over events resumes after connections that break, and has each once", async () => {
  const { client, cut } = await breakable();
  const { id, messages } = await sessionWith(served.client, "0");
  const write = async () => {
    for (let at = 1; at < 30; at++) await served.client.sessions.storeMessage(id, user(`${at} é`));
  };
  const written = write();
  const seen: (string | null)[] = [];
  let first = "";
  for await (const event of client.sessions.events(id)) {
    expect([event.kind, event.ref, event.message!.id]).toEqual(["message", "main", event.messageId]);
    if (seen.length === 0) first = event.id;
    seen.push(event.message!.parts[0]!.text!);
    if (seen.length % 10 === 0) cut();
    if (seen.length === 30) break;
  }
  await written;
  expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => (at === 0 ? "0" : `${at} é`)));
  const controller = new AbortController();
  const ref = await served.client.sessions.setRef(id, "best", { messageId: messages[0]!.id, kind: "tag" });
  let count = 0;
  for await (const event of client.sessions.events(id, { after: first, signal: controller.signal })) {
    count++;
    if (event.kind === "ref") {
      expect(event).toMatchObject({ ref: ref.name, messageId: messages[0]!.id, message: null });
      setTimeout(() => controller.abort(), 20);
    }
  }
  expect(count).toBe(30);
});

test("issue 42 an iteration ends with an error if it is refused, nobody listens at first, or the session is deleted", async () => {
  const { id } = await sessionWith(served.client, "0");
  const nobody = new StoreClient({ baseUrl: served.url, token: "x" });
  await expect(nobody.sessions.events(id).next()).rejects.toMatchObject({ status: 401 });
  await expect(new StoreClient({ baseUrl: "http://127.0.0.1:9" }).sessions.events(id).next()).rejects.toThrow(
    TypeError,
  );
  const page = new StoreClient({ baseUrl: "http://127.0.0.1", fetch: async () => new Response("<p>") });
  await expect(page.sessions.events(id).next()).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER" });
  const events = served.client.sessions.events(id);
  await events.next();
  await served.client.sessions.delete(id);
  await expect(events.next()).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
});

test("issue 42 consumers of a group take events, and get again what was not acknowledged", async () => {
  const { sessions } = served.client;
  const { id, messages } = await sessionWith(served.client, "0", "1", "2");
  const { lease, events } = await sessions.takeEvents(id, "a/b", { limit: 2, seconds: 1 });
  expect(events.map(({ messageId }) => messageId)).toEqual(messages.slice(0, 2).map((one) => one.id));
  await expect(sessions.takeEvents(id, "a/b")).rejects.toMatchObject({ code: "LEASE_HELD" });
  await sessions.acknowledgeEvents(id, "a/b", lease!, events[0]!.id);
  await expect(sessions.acknowledgeEvents(id, "a/b", lease!, events[1]!.id)).rejects.toMatchObject({
    code: "LEASE_LOST",
  });
  const rest = await sessions.takeEvents(id, "a/b");
  expect(rest.events.map((event) => event.messageId)).toEqual(messages.slice(1).map((one) => one.id));
  await sessions.acknowledgeEvents(id, "a/b", rest.lease!, rest.events[1]!.id);
  expect(await sessions.takeEvents(id, "a/b")).toEqual({ lease: null, events: [] });
});
