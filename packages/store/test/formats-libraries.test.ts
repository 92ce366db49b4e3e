import { mapChatMessagesToStoredMessages, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { convertToModelMessages, modelMessageSchema, type UIMessage, validateUIMessages } from "ai";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { fromFormat, type MessageFormat, toFormat } from "../src/format/index.ts";
import type { JsonRecord } from "../src/index.ts";
import { blobs } from "./formats-blobs.ts";

type Format = Exclude<MessageFormat, "acontext">;

function convert(list: readonly object[], from: Format, to: Format): JsonRecord[] {
  return toFormat(
    list.map((blob) => fromFormat(blob, from)),
    to,
  ).map(({ item }) => item);
}

const said = "Weather?";
const args = { city: "Bern" };

/** One conversation: a question, a call of two tools with a text before it, one that fails, the answer. */
const responses = [
  { type: "message", role: "user", content: said },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look", annotations: [] }] },
  { type: "function_call", call_id: "c1", name: "look", arguments: '{"city":"Bern"}' },
  { type: "function_call", call_id: "c2", name: "time", arguments: "{}" },
  { type: "function_call_output", call_id: "c1", output: "sun" },
  { type: "function_call_output", call_id: "c2", output: "no clock" },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "Sunny", annotations: [] }] },
] as const satisfies ReadonlyArray<Partial<OpenAI.Responses.ResponseInputItem>>;

const conversation: Readonly<Record<Format, readonly object[]>> = {
  openai: [
    { role: "user", content: said },
    {
      role: "assistant",
      content: "I look",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "look", arguments: '{"city":"Bern"}' } },
        { id: "c2", type: "function", function: { name: "time", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "sun" },
    { role: "tool", tool_call_id: "c2", content: "no clock" },
    { role: "assistant", content: "Sunny" },
  ] satisfies OpenAI.Chat.ChatCompletionMessageParam[],
  responses,
  anthropic: [
    { role: "user", content: said },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look" },
        { type: "tool_use", id: "c1", name: "look", input: args },
        { type: "tool_use", id: "c2", name: "time", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "c1", content: "sun" },
        { type: "tool_result", tool_use_id: "c2", content: "no clock", is_error: true },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "Sunny" }] },
  ],
  gemini: [
    { role: "user", parts: [{ text: said }] },
    {
      role: "model",
      parts: [
        { text: "I look" },
        { functionCall: { id: "c1", name: "look", args } },
        { functionCall: { id: "c2", name: "time", args: {} } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "c1", name: "look", response: { output: "sun" } } },
        { functionResponse: { id: "c2", name: "time", response: { error: "no clock" } } },
      ],
    },
    { role: "model", parts: [{ text: "Sunny" }] },
  ],
  "ai-sdk": [
    { id: "m1", role: "user", parts: [{ type: "text", text: said }] },
    {
      id: "m2",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "text", text: "I look", state: "done" },
        { type: "tool-look", toolCallId: "c1", state: "output-available", input: args, output: "sun" },
        {
          type: "dynamic-tool",
          toolName: "time",
          toolCallId: "c2",
          state: "output-error",
          input: {},
          errorText: "no clock",
        },
        { type: "step-start" },
        { type: "text", text: "Sunny", state: "done" },
      ],
    },
  ],
  "ai-sdk-model": [
    { role: "user", content: said },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look" },
        { type: "tool-call", toolCallId: "c1", toolName: "look", input: args },
        { type: "tool-call", toolCallId: "c2", toolName: "time", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c1", toolName: "look", output: { type: "text", value: "sun" } },
        { type: "tool-result", toolCallId: "c2", toolName: "time", output: { type: "error-text", value: "no clock" } },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "Sunny" }] },
  ],
  langchain: [
    { type: "human", data: { content: said, additional_kwargs: {}, response_metadata: {} } },
    {
      type: "ai",
      data: {
        content: "I look",
        tool_calls: [
          { name: "look", args, id: "c1", type: "tool_call" },
          { name: "time", args: {}, id: "c2", type: "tool_call" },
        ],
        invalid_tool_calls: [],
        additional_kwargs: {},
        response_metadata: {},
      },
    },
    { type: "tool", data: { content: "sun", tool_call_id: "c1", name: "look", status: "success" } },
    { type: "tool", data: { content: "no clock", tool_call_id: "c2", name: "time", status: "error" } },
    { type: "ai", data: { content: "Sunny", tool_calls: [] } },
  ],
};
const formats = Object.keys(conversation) as Format[];

/** What a conversation says, in the order in which it is said. */
function saidIn(list: readonly JsonRecord[], format: Format): string[] {
  return list
    .map((item) => fromFormat(item, format))
    .flatMap(({ parts }) => parts)
    .flatMap(({ type, text, meta }) => {
      if (type === "text") return [text ?? ""];
      if (type === "tool-call") return [`${meta!["name"] as string}(${meta!["arguments"] as string})`];
      if (type !== "tool-result") return [];
      // The response of a function of Gemini is an object.
      return [`= ${(text ?? "").replace(/^\{"(?:output|error)":"(.*)"\}$/, "$1")}`];
    });
}

describe("issue 42: a conversation arrives in the format of each library", () => {
  it.each(formats.flatMap((from) => formats.map((to) => [from, to] as const)))("from %s to %s", (from, to) => {
    const expected = [said, "I look", 'look({"city":"Bern"})', "time({})", "= sun", "= no clock", "Sunny"];
    // In a message of the AI SDK each result follows its call; in chat completions those of calls that are messages of their own.
    const isOther = to === "ai-sdk" || (from === "responses" && to === "openai");
    const inOrder = (one: string[]) => (isOther ? one.toSorted() : one);
    expect(inOrder(saidIn(convert(conversation[from], from, to), to))).toEqual(inOrder(expected));
  });

  it.each(formats)("from %s, as the AI SDK reads it", async (from) => {
    const messages = convert(conversation[from], from, "ai-sdk");
    await validateUIMessages({ messages });
    const model = await convertToModelMessages(messages as unknown as UIMessage[]);
    expect(saidIn(model as unknown as JsonRecord[], "ai-sdk-model")).toEqual(
      expect.arrayContaining([said, "I look", 'look({"city":"Bern"})', "= sun", "Sunny"]),
    );
    for (const one of convert(conversation[from], from, "ai-sdk-model"))
      expect(modelMessageSchema.safeParse(one)).toMatchObject({ success: true });
  });

  it.each(formats)("from %s, as LangChain reads it, and writes it again", (from) => {
    const stored = convert(conversation[from], from, "langchain");
    const chat = mapStoredMessagesToChatMessages(stored as never);
    // Each call is an item there, and a message of its own.
    const calls = from === "responses" ? ["ai", "ai", "ai"] : ["ai"];
    expect(chat.map((one) => one.type)).toEqual(["human", ...calls, "tool", "tool", "ai"]);
    const called = chat.flatMap((one) => ("tool_calls" in one ? (one.tool_calls as object[]) : []));
    expect(called).toMatchObject([{ name: "look", args, id: "c1" }, { id: "c2" }]);
    const again = mapChatMessagesToStoredMessages(chat) as unknown as JsonRecord[];
    expect(saidIn(again, "langchain")).toEqual(saidIn(stored, "langchain"));
    const kept = again.map((one) => toFormat([fromFormat(one, "langchain")], "langchain")[0]!.item);
    expect(kept).toEqual(JSON.parse(JSON.stringify(again)));
  });
});

describe("issue 42: messages of providers, as libraries read them", () => {
  const cases = (["openai", "anthropic", "gemini"] as const).flatMap((format) =>
    blobs[format].map(([name, blob]) => [format, name, blob] as const),
  );
  it.each(cases)("%s: %s", async (format, _, blob) => {
    const messages = convert([blob], format, "ai-sdk");
    await validateUIMessages({ messages });
    for (const one of convert([blob], format, "ai-sdk-model"))
      expect(modelMessageSchema.safeParse(one)).toMatchObject({ success: true });
    expect(mapStoredMessagesToChatMessages(convert([blob], format, "langchain") as never)).not.toEqual([]);
  });
});
