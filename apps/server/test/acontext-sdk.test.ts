import { AcontextClient, APIError, FileUpload, MessagePart, AcontextMessage } from "@acontext/acontext";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, serveStore } from "../src/index.ts";

/** The SDK as it is published (0.0.16), which knows no branches, with the calls that the server promises. */
let server: RunningServer;
let client: AcontextClient;

beforeAll(async () => {
  server = await serveStore({ port: 0, token: false });
  client = new AcontextClient({ apiKey: "any", baseUrl: server.url });
});
afterAll(() => server.close());

const question = { role: "user", content: "Which beds need water?" };
const call = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c1", type: "function", function: { name: "rain", arguments: '{"days":1}' } }],
};
const result = { role: "tool", tool_call_id: "c1", content: "0 mm" };
const answer = { role: "assistant", content: "Both." };

/** A new session with messages of chat completions. */
async function sessionWith(...blobs: readonly Record<string, unknown>[]): Promise<string> {
  const { id } = await client.sessions.create();
  for (const blob of blobs) await client.sessions.storeMessage(id, blob);
  return id;
}

/** The error that a call throws. */
async function errorOf(sent: Promise<unknown>): Promise<APIError> {
  const error: unknown = await sent.then(
    () => expect.unreachable("It was not refused"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(APIError);
  return error as APIError;
}

describe("sessions of the published SDK", () => {
  test("ping is answered", async () => {
    expect(await client.ping()).toBe("pong");
  });

  test("are created, listed in pages, and deleted", async () => {
    const plain = await client.sessions.create();
    const made = await client.sessions.create({ disableTaskTracking: true, configs: { a: 1 } });
    expect(plain).toMatchObject({ disable_task_tracking: false, space_id: null, configs: {} });
    expect(made).toMatchObject({ disable_task_tracking: true, space_id: null, configs: { a: 1 } });
    const items = (await client.sessions.list()).items.slice(-2);
    // Sessions of one millisecond are in the order of their ids.
    expect(new Set(items)).toEqual(new Set([plain, made]));
    const first = await client.sessions.list({ limit: 1, timeDesc: true });
    expect([first.items, first.has_more]).toEqual([[items[1]], true]);
    const second = await client.sessions.list({ limit: 1, timeDesc: true, cursor: first.next_cursor! });
    expect(second.items).toEqual([items[0]]);
    await client.sessions.delete(made.id);
    expect((await client.sessions.list()).items.map(({ id }) => id)).not.toContain(made.id);
    expect(await errorOf(client.sessions.delete(made.id))).toMatchObject({
      statusCode: 404,
      code: 404,
      error: "SESSION_NOT_FOUND",
      message: "No such session",
    });
  });
});

test("configs of the published SDK are read and replaced", async () => {
  const { id } = await client.sessions.create({ configs: { a: 1 } });
  await client.sessions.updateConfigs(id, { configs: { b: 2 } });
  expect(await client.sessions.getConfigs(id)).toMatchObject({ id, configs: { b: 2 } });
});

describe("messages of the published SDK", () => {
  test.each([
    ["openai", question, question],
    ["anthropic", question, question],
    ["gemini", { role: "user", parts: [{ text: question.content }] }, undefined],
    ["acontext", { role: "user", parts: [{ type: "text", text: question.content }] }, { role: "user" }],
  ] as const)("are stored and read in the format %s", async (format, blob, expected) => {
    const id = await sessionWith();
    const stored = await client.sessions.storeMessage(id, blob as Record<string, unknown>, { format });
    expect(stored).toMatchObject({ session_id: id, parent_id: null, role: "user", task_id: null });
    expect(stored.parts[0]).toMatchObject({ type: "text", text: question.content });
    const { items, ids } = await client.sessions.getMessages(id, { format });
    expect(ids).toEqual([stored.id]);
    expect(items).toMatchObject([expected ?? blob]);
  });

  test("are stored as the SDK builds them, with null for what a part has not", async () => {
    const id = await sessionWith();
    const parts = [MessagePart.textPart("Hello"), MessagePart.textPart("Again", { meta: { a: 1 } })];
    const blob = new AcontextMessage({ role: "assistant", parts, meta: { b: 2 } });
    const stored = await client.sessions.storeMessage(id, blob, { format: "acontext" });
    expect(stored).toMatchObject({ role: "assistant", meta: { b: 2 } });
    expect(stored.parts).toEqual([
      { type: "text", text: "Hello", asset: null, filename: null },
      { type: "text", text: "Again", asset: null, filename: null, meta: { a: 1 } },
    ]);
  });

  test("form a chain, for this SDK names no parent", async () => {
    const id = await sessionWith(question, call, result, answer);
    const { items, ids } = await client.sessions.getMessages(id, { format: "acontext", timeDesc: false });
    expect(items).toMatchObject([null, ids[0], ids[1], ids[2]].map((parent_id) => ({ parent_id })));
    expect(await client.sessions.getMessages(id, { format: "openai", timeDesc: false })).toMatchObject({
      items: [question, call, result, answer],
      has_more: false,
    });
  });

  test("are read in pages, the newest first unless the SDK is asked for the other order", async () => {
    const id = await sessionWith(question, call, result, answer);
    const first = await client.sessions.getMessages(id, { format: "openai", limit: 3 });
    expect([first.items, first.has_more]).toEqual([[answer, result, call], true]);
    const second = await client.sessions.getMessages(id, { format: "openai", limit: 3, cursor: first.next_cursor! });
    expect([second.items, second.has_more]).toEqual([[question], false]);
    const oldest = await client.sessions.getMessages(id, { format: "openai", limit: 1, timeDesc: false });
    expect(oldest.items).toEqual([question]);
  });

  test("keep the call of each result that has no id, also the newest first", async () => {
    const id = await sessionWith();
    for (const day of [1, 2]) {
      const asked = { role: "model", parts: [{ functionCall: { name: "rain", args: { day } } }] };
      const returned = { role: "user", parts: [{ functionResponse: { name: "rain", response: { day } } }] };
      for (const blob of [asked, returned]) await client.sessions.storeMessage(id, blob, { format: "gemini" });
    }
    const { items } = await client.sessions.getMessages(id, { format: "openai" });
    const [result2, call2, result1, call1] = items as Record<string, string & { id: string }[]>[];
    expect([result1!["content"], result2!["content"]]).toEqual(['{"day":1}', '{"day":2}']);
    expect(result1!["tool_call_id"]).toBe(call1!["tool_calls"]![0]!.id);
    expect(result2!["tool_call_id"]).toBe(call2!["tool_calls"]![0]!.id);
  });

  test("are made smaller by each strategy of the SDK", async () => {
    const id = await sessionWith(question, call, result, answer);
    const read = async (
      ...editStrategies: NonNullable<Parameters<typeof client.sessions.getMessages>[1]>["editStrategies"] & object
    ) => (await client.sessions.getMessages(id, { format: "openai", timeDesc: false, editStrategies })).items;
    expect(await read({ type: "remove_tool_result", params: { keep_recent_n_tool_results: 0 } })).toEqual([
      question,
      call,
      { ...result, content: "Done" },
      answer,
    ]);
    const [, shortened] = await read({ type: "remove_tool_call_params", params: { keep_recent_n_tool_calls: 0 } });
    expect(shortened).toMatchObject({ tool_calls: [{ id: "c1", function: { name: "rain", arguments: "{}" } }] });
    expect(await read({ type: "token_limit", params: { limit_tokens: 0 } })).toEqual([answer]);
  });

  test("are counted in tokens", async () => {
    const id = await sessionWith(question);
    const { total_tokens } = await client.sessions.getTokenCounts(id);
    expect(total_tokens).toBeGreaterThan(0);
    await client.sessions.storeMessage(id, answer);
    expect((await client.sessions.getTokenCounts(id)).total_tokens).toBeGreaterThan(total_tokens);
  });
});

describe("files", () => {
  test("are refused with 415, and the message is not stored", async () => {
    const id = await sessionWith();
    const file = new FileUpload({ filename: "a.txt", content: Buffer.from("Hello"), contentType: "text/plain" });
    const blob = { role: "user", parts: [{ type: "file", file_field: "one" }] };
    const sent = client.sessions.storeMessage(id, blob, { format: "acontext", fileField: "one", file });
    expect(await errorOf(sent)).toMatchObject({
      statusCode: 415,
      error: "UNSUPPORTED_MEDIA_TYPE",
      message: expect.stringContaining("file"),
    });
    expect((await client.sessions.getMessages(id)).items).toEqual([]);
  });

  test("need not be in a form: one with the message alone is stored like JSON", async () => {
    const id = await sessionWith();
    const body = new FormData();
    body.append("payload", JSON.stringify({ format: "openai", blob: question }));
    const response = await fetch(`${server.url}/session/${id}/messages`, { method: "POST", body });
    expect(response.status).toBe(201);
    expect((await client.sessions.getMessages(id, { format: "openai" })).items).toEqual([question]);
  });
});

describe("calls that are not offered", () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ["task", (id) => client.sessions.getTasks(id)],
    ["flush", (id) => client.sessions.flush(id)],
    ["observing_status", (id) => client.sessions.messagesObservingStatus(id)],
    ["get_learning_status", (id) => client.sessions.getLearningStatus(id)],
    ["connect_to_space", (id) => client.sessions.connectToSpace(id, { spaceId: id })],
  ])("%s is an APIError with 501, which says why", async (name, send) => {
    const error = await errorOf(send(await sessionWith()));
    expect(error).toMatchObject({ statusCode: 501, code: 501, error: "NOT_IMPLEMENTED" });
    expect(error.message).toMatch(new RegExp(`^${name} is not offered: `));
  });

  test("with_asset_public_url is refused, since no page would have URLs", async () => {
    const id = await sessionWith(question);
    expect(await errorOf(client.sessions.getMessages(id, { withAssetPublicUrl: true }))).toMatchObject({
      statusCode: 400,
      error: "INVALID_QUERY",
    });
    expect((await client.sessions.getMessages(id, { withAssetPublicUrl: false })).items).toHaveLength(1);
  });

  test("of other parts of the service are an APIError with 404", async () => {
    expect(await errorOf(client.spaces.list())).toMatchObject({ statusCode: 404, error: "NOT_FOUND" });
  });
});
