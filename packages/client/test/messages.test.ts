import { describe, expect, expectTypeOf, test } from "vitest";
import type { AcontextItem, ClientItem, ClientMessageFormat } from "../src/index.ts";
import { assistant, serveForTests, sessionWith, user } from "./serve.ts";

const served = serveForTests();

/** A question, a call and its result in each format. */
const conversations: Readonly<Record<ClientMessageFormat, readonly object[]>> = {
  acontext: [
    { role: "user", parts: [{ type: "text", text: "Rain?" }], meta: { mine: 1 } },
    { role: "assistant", parts: [{ type: "tool-call", meta: { id: "c1", name: "rain", arguments: "{}" } }] },
    { role: "user", parts: [{ type: "tool-result", text: "0 mm", meta: { tool_call_id: "c1" } }] },
  ],
  openai: [
    { role: "user", content: "Rain?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "rain", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "c1", content: "0 mm" },
  ],
  responses: [
    { type: "message", role: "user", content: "Rain?" },
    { type: "function_call", call_id: "c1", name: "rain", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: "0 mm" },
  ],
  anthropic: [
    { role: "user", content: "Rain?" },
    { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "rain", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "0 mm" }] },
  ],
  gemini: [
    { role: "user", parts: [{ text: "Rain?" }] },
    { role: "model", parts: [{ functionCall: { id: "c1", name: "rain", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { id: "c1", name: "rain", response: { result: "0 mm" } } }] },
  ],
  "ai-sdk": [
    { id: "1", role: "user", parts: [{ type: "text", text: "Rain?" }] },
    {
      id: "2",
      role: "assistant",
      parts: [{ type: "tool-rain", toolCallId: "c1", state: "output-available", input: {}, output: "0 mm" }],
    },
    { id: "3", role: "user", parts: [{ type: "text", text: "Thanks" }] },
  ],
  "ai-sdk-model": [
    { role: "user", content: "Rain?" },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "rain", input: {} }] },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "c1", toolName: "rain", output: { type: "text", value: "0 mm" } }],
    },
  ],
  langchain: [
    { type: "human", data: { content: "Rain?" } },
    { type: "ai", data: { content: "", tool_calls: [{ name: "rain", args: {}, id: "c1", type: "tool_call" }] } },
    { type: "tool", data: { content: "0 mm", tool_call_id: "c1", name: "rain" } },
  ],
};
const formats = Object.keys(conversations) as ClientMessageFormat[];

describe.each(formats)("messages in the format %s", (format) => {
  test("are stored and read again as they were", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    for (const blob of conversations[format]) await sessions.storeMessage(id, blob, { format });
    const { items, ids, parentIds, metas, leafId, isLeaf } = await sessions.getMessages(id, { format });
    expect(items).toMatchObject(conversations[format]);
    expect(parentIds).toEqual([null, ids[0], ids[1]]);
    expect([metas.length, leafId, isLeaf]).toEqual([3, ids[2], true]);
  });

  test("are written in every other format, and only acontext shows the parent in an item", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    for (const blob of conversations[format]) await sessions.storeMessage(id, blob, { format });
    for (const other of formats) {
      const { items, parentIds } = await sessions.getMessages(id, { format: other });
      // In the AI SDK a call and its result are one part.
      const isDivided = format === "ai-sdk" && other !== "ai-sdk" && other !== "acontext";
      expect(items).toHaveLength(isDivided ? 4 : other === "ai-sdk" && format !== "ai-sdk" ? 2 : 3);
      expect(JSON.stringify(items[1])).toMatch(/"(?:tool-)?rain"/);
      const shown = items.map((item) => ("parent_id" in item ? item.parent_id : "none"));
      expect(shown).toEqual(other === "acontext" ? parentIds : items.map(() => "none"));
    }
  });
});

describe("getMessages", () => {
  test("reads openai unless another format is named, and items have the type of the format", async () => {
    const { sessions } = served.client;
    const { id } = await sessionWith(served.client, "1");
    const openai = await sessions.getMessages(id);
    expect(openai.items).toEqual([user("1")]);
    expectTypeOf(openai.items).toEqualTypeOf<readonly ClientItem[]>();
    const acontext = await sessions.getMessages(id, { format: "acontext" });
    expectTypeOf(acontext.items).toEqualTypeOf<readonly AcontextItem[]>();
    expect(acontext.items[0]!.parts).toEqual([{ type: "text", text: "1", asset: null, filename: null }]);
  });

  test("an item in acontext can be stored again as it is", async () => {
    const { sessions } = served.client;
    const { id } = await sessionWith(served.client, "1");
    const [item] = (await sessions.getMessages(id, { format: "acontext" })).items;
    const copy = await sessions.storeMessage(id, item!, { format: "acontext" });
    expect([copy.parts, copy.role, copy.parentId]).toEqual([item!.parts, item!.role, item!.id]);
  });

  test("reads pages of a branch in both orders, which others do not disturb", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "1", "2", "3", "4", "5");
    const texts = ({ items }: { items: readonly ClientItem[] }) => items.map(({ content }) => content);
    const first = await sessions.getMessages(id, { limit: 2 });
    // The branch that was read first stays the one that is read, although another one is the newest by now.
    await sessions.storeMessage(id, user("another branch"), { parentId: messages[0]!.id });
    const second = await sessions.getMessages(id, { limit: 2, cursor: first.nextCursor });
    const third = await sessions.getMessages(id, { limit: 2, cursor: second.nextCursor });
    expect([first, second, third].map(texts)).toEqual([["1", "2"], ["3", "4"], ["5"]]);
    expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    const pages: unknown[] = [];
    for await (const page of sessions.messagePages(id, { limit: 2, timeDesc: true, leafId: messages[4]!.id }))
      pages.push(texts(page));
    expect(pages).toEqual([["5", "4"], ["3", "2"], ["1"]]);
  });

  test("iterates over more messages than one answer may have", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    for (let count = 1; count <= 201; count++) await sessions.storeMessage(id, user(String(count)));
    const lengths: number[] = [];
    for await (const { items } of sessions.messagePages(id, { scope: "session" })) lengths.push(items.length);
    expect(lengths).toEqual([200, 1]);
  });

  test("makes messages smaller by strategies", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    for (const blob of conversations.openai) await sessions.storeMessage(id, blob);
    const { items, thisTimeTokens } = await sessions.getMessages(id, {
      editStrategies: [
        { type: "remove_tool_result", params: { keep_recent_n_tool_results: 0, tool_result_placeholder: "gone" } },
      ],
    });
    expect(items[2]).toEqual({ role: "tool", tool_call_id: "c1", content: "gone" });
    const limited = await sessions.getMessages(id, {
      editStrategies: [{ type: "token_limit", params: { limit_tokens: 0 } }],
    });
    expect(limited.items).toEqual(conversations.openai.slice(1));
    expect(limited.thisTimeTokens).toBeLessThan(thisTimeTokens);
  });

  test("counts tokens of a session and of a branch", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "one", "two");
    const fork = await sessions.storeMessage(id, assistant("another answer"), { parentId: messages[0]!.id });
    const all = await sessions.tokenCounts(id);
    const branch = await sessions.tokenCounts(id, { leafId: fork.id });
    expect(branch.totalTokens).toBeLessThan(all.totalTokens);
    expect(branch.totalTokens).toBe((await sessions.getMessages(id)).thisTimeTokens);
    expect(all.estimator).toBe(branch.estimator);
    expect(all.estimator).not.toBe("");
  });
});

describe("storeMessage", () => {
  test("keeps meta as it is given, and returns what was stored", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const meta = { snake_case: { camelCase: "✓ \ud800", n: null } };
    const { meta: stored, ...message } = await sessions.storeMessage(id, user("Héllo \u0000 🙂"), { meta });
    expect(stored).toMatchObject(meta);
    expect(message).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      sessionId: id,
      parentId: null,
      role: "user",
      parts: [{ type: "text", text: "Héllo \u0000 🙂", asset: null, filename: null }],
      depth: 1,
      seq: message.seq,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: message.createdAt,
      isNew: true,
    });
    expect((await sessions.getMessages(id)).metas).toEqual([stored]);
  });

  test("begins again at the top with root, and treats a parent of null as none", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "1");
    const next = await sessions.storeMessage(id, assistant("2"), { parentId: null });
    expect(next.parentId).toBe(messages[0]!.id);
    const root = await sessions.storeMessage(id, user("again"), { root: true });
    expect([root.parentId, root.depth]).toEqual([null, 1]);
  });

  test("stores a message once that is sent again with its key", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const send = (content: string) => sessions.storeMessage(id, user(content), { idempotencyKey: "turn 1" });
    const first = await send("1");
    const again = await send("1");
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(again).toEqual({ ...first, isNew: false });
    await expect(send("2")).rejects.toMatchObject({ status: 409, code: "ID_CONFLICT" });
    expect((await sessions.getMessages(id)).ids).toEqual([first.id]);
  });

  test("is refused if another message is the newest by now", async () => {
    const { sessions } = served.client;
    const { id, messages } = await sessionWith(served.client, "1", "2");
    const expectedLeafId = messages[1]!.id;
    await sessions.storeMessage(id, user("3"), { expectedLeafId });
    const late = sessions.storeMessage(id, user("3, too late"), { expectedLeafId });
    await expect(late).rejects.toMatchObject({ status: 409, code: "LEAF_MOVED" });
  });
});
