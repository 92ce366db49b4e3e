import { readFileSync } from "node:fs";
import { createApp, readDocument } from "@ccdag/server";
import { openStore } from "@ccdag/store";
import { describe, expect, onTestFinished, test } from "vitest";
import { StoreClient, type StoreClientOptions, StoreRequestError } from "../src/index.ts";
import { nobody, serveForTests, sessionWith, user } from "./serve.ts";

const served = serveForTests();

/** The error that a call throws. */
async function errorOf(call: Promise<unknown>): Promise<StoreRequestError> {
  const error: unknown = await call.then(
    () => expect.unreachable("It was not refused"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreRequestError);
  return error as StoreRequestError;
}

/** An id of a message or a session that a row of the table names. */
interface Ids {
  /** A session with one message. */
  readonly id: string;
  /** A message of another session. */
  readonly foreign: string;
}

const refusals: readonly [number, string, string, (ids: Ids) => Promise<unknown>][] = [
  [400, "INVALID_SESSION_ID", "a session id that is no UUID", () => served.client.sessions.get("a/../b?c#d")],
  [404, "SESSION_NOT_FOUND", "an unknown session", () => served.client.sessions.getTree(nobody)],
  [404, "SESSION_NOT_FOUND", "a session that is deleted twice", () => served.client.sessions.delete(nobody)],
  [400, "INVALID_PARENT_ID", "a parent that is no UUID", ({ id }) => store(id, { parentId: "M2" })],
  [404, "PARENT_NOT_FOUND", "an unknown parent", ({ id }) => store(id, { parentId: nobody })],
  [404, "PARENT_NOT_FOUND", "a parent of another session", ({ id, foreign }) => store(id, { parentId: foreign })],
  [400, "INVALID_LEAF_ID", "a leaf that is no UUID", ({ id }) => read(id, { leafId: "M8" })],
  [404, "LEAF_NOT_FOUND", "a leaf of another session", ({ id, foreign }) => read(id, { leafId: foreign })],
  [400, "INVALID_CURSOR", "a broken cursor", ({ id }) => read(id, { cursor: "x" })],
  [400, "INVALID_QUERY", "a limit above 200", ({ id }) => read(id, { limit: 201 })],
  [400, "INVALID_BODY", "a parent of a root", ({ id, foreign }) => store(id, { parentId: foreign, root: true })],
  [413, "TOO_LARGE", "too much meta", ({ id }) => store(id, { meta: { text: "x".repeat(65_536) } })],
  [409, "ID_CONFLICT", "another message with the same key", ({ id }) => store(id, { idempotencyKey: "k" })],
];

const store = (id: string, options: object) => served.client.sessions.storeMessage(id, user("Hello"), options);
const read = (id: string, options: object) => served.client.sessions.getMessages(id, options);

describe("a refused call throws a StoreRequestError", () => {
  test.each(refusals)("%d %s for %s", async (status, code, _, call) => {
    const { id } = await served.client.sessions.create();
    await served.client.sessions.storeMessage(id, user("1"), { idempotencyKey: "k" });
    const foreign = (await sessionWith(served.client, "1")).messages[0]!.id;
    const error = await errorOf(call({ id, foreign }));
    expect(error).toMatchObject({ name: "StoreRequestError", status, code });
    expect(error.message).toMatch(/^[A-Z].{8}/);
  });

  test("with a code that the types name", async () => {
    const { components } = (await readDocument()) as {
      components: { schemas: { Error: { properties: { error: { enum: string[] } } } } };
    };
    const text = readFileSync(new URL("../src/store-request-error.ts", import.meta.url), "utf8");
    const named = [...text.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, code]) => code);
    const sent = components.schemas.Error.properties.error.enum;
    expect(new Set(named)).toEqual(new Set([...sent, "UNEXPECTED_ANSWER"]));
  });
});

describe("a token", () => {
  test("is sent with each call, opens the sessions of its project only, and is in no error", async () => {
    const opened = await openStore();
    onTestFinished(() => opened.close());
    const app = createApp(opened);
    const clientWith = (token?: string) =>
      new StoreClient({
        baseUrl: "http://localhost/api/v1",
        token,
        fetch: async (input, init) => app.request(input as string, init),
      });
    const projectId = "22222222-2222-4222-8222-222222222222";
    const mine = clientWith(await opened.tokens.create({ name: "mine", projectId }));
    const wrong = clientWith("secret-token");
    const theirs = clientWith(await opened.tokens.create({ name: "theirs" }));
    expect(await wrong.ping()).toBe("pong");
    const session = await mine.sessions.create();
    expect(session.projectId).toBe(projectId);
    for (const client of [clientWith(), wrong]) {
      const error = await errorOf(client.sessions.get(session.id));
      expect(error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain("secret-token");
    }
    expect(await errorOf(theirs.sessions.getTree(session.id))).toMatchObject({ code: "SESSION_NOT_FOUND" });
    expect(await mine.sessions.getTree(session.id)).toMatchObject({ nodes: [] });
  });
});

describe("misuse throws a TypeError before anything is sent", () => {
  test.each(["", "127.0.0.1:8765", "localhost:8765/api/v1", "/api/v1", "file:///api/v1"])(
    "an address %j",
    (baseUrl) => {
      expect(() => new StoreClient({ baseUrl })).toThrow(TypeError);
      expect(() => new StoreClient({ baseUrl })).toThrow("Unexpected baseUrl");
    },
  );

  test.each(["", ".", ".."])("a session id %j, which would lead to another route", async (id) => {
    const fetch: StoreClientOptions["fetch"] = () => expect.unreachable("It was sent");
    const { sessions } = new StoreClient({ baseUrl: served.url, token: served.token, fetch });
    for (const call of [sessions.delete(id), sessions.getMessages(id), sessions.storeMessage(id, user("1"))])
      await expect(call).rejects.toThrow(new TypeError(`Unexpected session id "${id}", expected a UUID`));
  });
});
