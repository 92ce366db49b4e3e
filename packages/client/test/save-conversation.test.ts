import {
  AIMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
} from "@langchain/core/messages";
import { convertToModelMessages, generateId, streamText, type UIMessage } from "ai";
import { convertArrayToReadableStream, convertReadableStreamToArray, MockLanguageModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";
import { assistant, serveForTests, user } from "./serve.ts";

const served = serveForTests();

describe("a conversation is saved as a whole (issue 42)", () => {
  test("what is known is not stored again", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const talk = [user("a"), assistant("b")];
    expect((await sessions.saveConversation(id, talk)).messages).toHaveLength(2);
    const longer = [...talk, user("c")];
    const { messages, leafId, isNewBranch } = await sessions.saveConversation(id, longer);
    expect([messages.length, isNewBranch, (await sessions.getMessages(id)).items]).toEqual([1, false, longer]);
    expect(await sessions.saveConversation(id, longer)).toEqual({ messages: [], leafId, isNewBranch: false });
    expect((await sessions.listBranches(id)).leaves).toHaveLength(1);
    expect(await sessions.saveConversation(id, [])).toMatchObject({ messages: [], leafId: null });
  });

  test("an edit, another answer and another beginning are branches, and the old ones stay", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const talks = [
      [user("a"), assistant("b"), user("c"), assistant("d")],
      [user("a"), assistant("b"), user("c"), assistant("e")],
      [user("a"), assistant("b"), user("f")],
      [user("g")],
    ];
    const saved = [];
    for (const talk of talks) saved.push(await sessions.saveConversation(id, talk));
    expect(saved.map(({ messages, isNewBranch }) => [messages.length, isNewBranch])).toEqual([
      [4, false],
      [1, true],
      [1, true],
      [1, true],
    ]);
    for (const [at, { leafId }] of saved.entries())
      expect((await sessions.getMessages(id, { leafId: leafId! })).items).toEqual(talks[at]);
    expect((await sessions.getTree(id)).nodes).toHaveLength(7);
  });

  test("a named branch follows, and main stays", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    await sessions.saveConversation(id, [user("a"), assistant("b")]);
    const { leafId } = await sessions.getMessages(id);
    await sessions.setRef(id, "main", { messageId: leafId! });
    await sessions.setRef(id, "try", { messageId: leafId! });
    await sessions.saveConversation(id, [user("a"), assistant("b"), user("c")], { branch: "try" });
    await sessions.saveConversation(id, [user("a"), assistant("d")], { branch: "try" });
    expect((await sessions.getMessages(id, { branch: "try" })).items).toEqual([user("a"), assistant("d")]);
    expect((await sessions.getMessages(id)).items).toEqual([user("a"), assistant("b")]);
  });

  test("programs that save at once lose nothing", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    await sessions.saveConversation(id, [user("a")]);
    await Promise.all(["1", "2", "3", "4"].map((text) => sessions.saveConversation(id, [user("a"), assistant(text)])));
    const { leaves } = await sessions.listBranches(id);
    const ends = [];
    for (const { messageId } of leaves) ends.push((await sessions.getMessages(id, { leafId: messageId })).items.at(-1));
    expect(new Set(ends.map((one) => one!["content"]))).toEqual(new Set(["1", "2", "3", "4"]));
    expect(ends).toHaveLength(4);
  });

  test("of more messages than one call takes, all are stored, once", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const talk = Array.from({ length: 450 }, (_, at) => (at % 2 === 0 ? user(`${at}`) : assistant(`${at}`)));
    expect((await sessions.saveConversation(id, talk)).messages).toHaveLength(450);
    expect((await sessions.getMessages(id)).items).toEqual(talk);
  });
});

describe("libraries, with one line (issue 42)", () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = (text: string) =>
    new MockLanguageModelV3({
      doStream: () =>
        Promise.resolve({
          stream: convertArrayToReadableStream([
            { type: "stream-start" as const, warnings: [] },
            { type: "text-start" as const, id: "1" },
            { type: "text-delta" as const, id: "1", delta: text },
            { type: "text-end" as const, id: "1" },
            { type: "finish" as const, finishReason: { unified: "stop" as const, raw: "stop" }, usage },
          ]),
        }),
    });

  test("a chat of the AI SDK: turns, and another answer to the last one", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const load = async () =>
      (await sessions.getMessages(id, { format: "ai-sdk" })).items as unknown as readonly UIMessage[];
    /** What the route of a chat does. */
    const answer = async (messages: UIMessage[], text: string) => {
      const result = streamText({ model: model(text), messages: await convertToModelMessages(messages) });
      const stream = result.toUIMessageStream({
        originalMessages: messages,
        generateMessageId: generateId,
        onFinish: async ({ messages: all }) => {
          await sessions.saveConversation(id, all, { format: "ai-sdk" });
        },
      });
      await convertReadableStreamToArray(stream);
    };
    const ask = (text: string): UIMessage => ({ id: generateId(), role: "user", parts: [{ type: "text", text }] });
    const textsOf = (messages: readonly UIMessage[]) =>
      messages.map(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""));
    await answer([ask("Which beds?")], "North.");
    await answer([...(await load()), ask("And south?")], "Dry.");
    expect(textsOf(await load())).toEqual(["Which beds?", "North.", "And south?", "Dry."]);
    await answer((await load()).slice(0, 3), "Wet.");
    expect(textsOf(await load())).toEqual(["Which beds?", "North.", "And south?", "Wet."]);
    expect((await sessions.listBranches(id)).leaves).toHaveLength(2);
    // Another program reads the same conversation.
    expect((await sessions.getMessages(id)).items.map(({ content }) => content)).toEqual(textsOf(await load()));
  });

  test("a history of LangChain", async () => {
    const { sessions } = served.client;
    const { id } = await sessions.create();
    const history = [new HumanMessage("Which beds?"), new AIMessage("North.")];
    const save = () => sessions.saveConversation(id, mapChatMessagesToStoredMessages(history), { format: "langchain" });
    await save();
    history.push(new HumanMessage("And south?"));
    expect((await save()).messages).toHaveLength(1);
    const { items } = await sessions.getMessages(id, { format: "langchain" });
    expect(mapStoredMessagesToChatMessages(items as never).map(({ content }) => content)).toEqual(
      history.map(({ content }) => content),
    );
  });
});
