import { describe, expect, it } from "vitest";
import { FormatError, fromFormat, type MessageFormat, messageFormats, toFormat } from "../src/format/index.ts";
import type { JsonRecord, MessageContent } from "../src/index.ts";

const providers = messageFormats.filter((one) => one !== "acontext");
const user = (...content: JsonRecord[]): JsonRecord => ({ role: "user", content });
const assistant = (...content: JsonRecord[]): JsonRecord => ({ role: "assistant", content });

const blocks: Readonly<Record<string, readonly JsonRecord[]>> = {
  openai: [
    { type: "image_url", image_url: { url: "https://a.example" } },
    { type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
    { type: "file", file: { file_id: "f" } },
  ],
  anthropic: [
    { type: "tool_result", tool_use_id: "a", content: "x" },
    { type: "tool_use", id: "a", name: "f", input: {} },
    { type: "thinking", thinking: "Hm", signature: "s" },
    { type: "redacted_thinking", data: "x" },
    { type: "image", source: { type: "url", url: "https://a.example" } },
    { type: "document", source: { type: "url", url: "https://a.example" } },
  ],
  gemini: [
    { functionCall: { name: "f" } },
    { functionResponse: { name: "f", response: {} } },
    { inlineData: { mimeType: "image/png", data: "" } },
  ],
  acontext: [
    { type: "tool-call", meta: { id: "a", name: "f", arguments: "{}" } },
    { type: "tool-result", text: "x", meta: { tool_call_id: "a" } },
    { type: "data", meta: { a: 1 } },
  ],
  responses: [
    { type: "input_text", text: "x" },
    { type: "output_text", text: "x", annotations: [] },
    { type: "reasoning", summary: [] },
  ],
  "ai-sdk": [{ type: "tool-f", toolCallId: "a", state: "input-available", input: {} }],
  "ai-sdk-model": [
    { type: "tool-call", toolCallId: "a", toolName: "f", input: {} },
    { type: "tool-result", toolCallId: "a", toolName: "f", output: { type: "text", value: "x" } },
    { type: "image", image: "https://a.example" },
  ],
};

describe("issue 42: a part that belongs to another format is refused, and the format is named", () => {
  const cases = Object.entries(blocks).flatMap(([owner, list]) =>
    (["openai", "responses", "anthropic", "gemini", "ai-sdk", "ai-sdk-model", "acontext"] as const)
      .filter((format) => format !== owner)
      .flatMap((format) =>
        list
          // Both formats of OpenAI have it.
          .filter((block) => format !== "responses" || block["type"] !== "input_audio")
          .map((block): [MessageFormat, string, JsonRecord] => [format, owner, block]),
      ),
  );
  it.each(cases)("as %s a part of %s: %j", (format, owner, block) => {
    const field = format === "gemini" || format === "acontext" || format === "ai-sdk" ? "parts" : "content";
    const blob = { role: "user", [field]: [block] };
    expect(() => fromFormat(blob, format)).toThrow(FormatError);
    expect(() => fromFormat(blob, format)).toThrow(`format ${owner}`);
  });

  it.each<[MessageFormat, string, JsonRecord]>([
    ["openai", "format gemini", { role: "user", parts: [{ text: "x" }] }],
    ["openai", "format acontext", { role: "assistant", parts: [{ type: "text", text: "x" }] }],
    ["openai", "format responses", { type: "function_call_output", call_id: "a", output: "x" }],
    ["openai", "format responses", { type: "function_call", call_id: "a", name: "f", arguments: "{}" }],
    ["anthropic", "format openai", { role: "assistant", content: "x", tool_calls: [] }],
    ["anthropic", "format gemini", { role: "user", content: [], parts: [{ text: "x" }] }],
    ["gemini", "format openai", { role: "user", content: "x" }],
    ["openai", "format langchain", { type: "human", data: { content: "x" } }],
    ["ai-sdk", "format openai", { role: "user", content: "x" }],
    ["acontext", "format openai", { role: "user", content: "x", parts: [] }],
  ])("as %s a message of %s: %j", (format, owner, blob) => {
    expect(() => fromFormat(blob, format)).toThrow(FormatError);
    expect(() => fromFormat(blob, format)).toThrow(owner);
  });

  it("a block that no format is known to have is kept, and comes back in its own format", () => {
    const blob = assistant({ type: "server_tool_use", id: "s", name: "web_search", input: {} });
    expect(toFormat([fromFormat(blob, "anthropic")], "anthropic")).toEqual([{ item: blob, index: 0 }]);
  });
});

describe("issue 42: what is stored is never absent from what is read", () => {
  const messages: readonly MessageContent[] = [
    fromFormat(user({ type: "image", source: { type: "file", file_id: "1" } }), "anthropic"),
    fromFormat(assistant({ type: "server_tool_use", id: "s", name: "web_search", input: {} }), "anthropic"),
    fromFormat({ role: "model", parts: [{ executableCode: { language: "PYTHON", code: "1" } }] }, "gemini"),
    fromFormat({ role: "user", content: "" }, "openai"),
    { role: "assistant", parts: [], meta: {} },
    { role: "user", parts: [{ type: "mine".repeat(100) }], meta: {} },
    { role: "assistant", parts: [{ type: "thinking", text: "Hm" }], meta: {} },
  ];
  it.each(providers)("%s has an item for each message, alone and together", (format) => {
    expect(new Set(toFormat(messages, format).map(({ index }) => index))).toEqual(new Set(messages.keys()));
    for (const message of messages) {
      const { item } = toFormat([message], format)[0]!;
      // It can be stored again.
      expect(() => fromFormat(item, format)).not.toThrow();
      expect(JSON.stringify(item).length).toBeLessThan(300);
    }
  });

  it("says what it is that the format does not hold", () => {
    expect(toFormat(messages.slice(1, 2), "openai")).toEqual([
      { item: { role: "assistant", content: "[data server_tool_use]" }, index: 0 },
    ]);
    expect(toFormat(messages.slice(4, 5), "gemini")).toEqual([
      { item: { role: "model", parts: [{ text: "[empty]" }] }, index: 0 },
    ]);
  });
});

describe("what no format is known to have", () => {
  it("an item of the Responses API of a later kind is kept, whatever its fields are called", () => {
    const item = { type: "later_call", id: "l1", data: { rows: [1] } };
    const [read] = toFormat([fromFormat(item, "responses")], "responses");
    expect(read!.item).toEqual(item);
  });
});
