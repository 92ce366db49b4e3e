import { describe, expect, it } from "vitest";
import { FormatError, fromFormat, messageFormats, toFormat } from "../src/format/index.ts";
import type { JsonRecord } from "../src/index.ts";
import { blobs } from "./formats-blobs.ts";

const cases = (["openai", "anthropic", "gemini"] as const).flatMap((format) =>
  blobs[format].map(([title, blob]) => [format, title, blob] as const),
);

/** Only what JSON keeps may be in the store. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("S010, P13: a message comes back as it was", () => {
  it.each(cases)("%s: %s", (format, _, blob) => {
    const before = JSON.stringify(blob);
    const content = stored(fromFormat(blob, format));
    expect(toFormat([content], format)).toEqual([{ item: blob, index: 0 }]);
    expect(JSON.stringify(blob)).toBe(before);
  });

  it.each(cases)("also through the store's own format, %s: %s", (format, _, blob) => {
    const content = fromFormat(blob, format);
    expect(fromFormat(stored({ id: "x", session_id: "y", parent_id: null, ...content }), "acontext")).toEqual(content);
  });
});

it.each(cases)("no other format refuses it, %s: %s", (format, _, blob) => {
  const content = fromFormat(blob, format);
  for (const other of messageFormats.filter((one) => one !== "acontext"))
    expect(toFormat([content], other).every(({ index }) => index === 0)).toBe(true);
});

it("S010: there are eight formats", () => {
  const libraries = ["ai-sdk", "ai-sdk-model", "langchain"];
  expect(messageFormats).toEqual(["acontext", "openai", "responses", "anthropic", "gemini", ...libraries]);
  expect(() => fromFormat({}, "xml" as never)).toThrow(TypeError);
  expect(() => toFormat([], "acontext" as never)).toThrow("Unexpected format acontext");
});

describe("S001: what a message says is in its parts", () => {
  it.each<[string, JsonRecord, "openai" | "anthropic" | "gemini", JsonRecord]>([
    [
      "a text",
      { role: "user", content: "Hello" },
      "openai",
      { role: "user", parts: [{ type: "text", text: "Hello" }], meta: { source_format: "openai" } },
    ],
    [
      "a system message",
      { role: "system", content: "Be short", name: "ops" },
      "openai",
      {
        role: "user",
        parts: [{ type: "text", text: "Be short" }],
        meta: { source_format: "openai", original_role: "system", name: "ops" },
      },
    ],
    [
      "a call",
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: '{"a": 1}' } }],
      },
      "openai",
      {
        role: "assistant",
        parts: [{ type: "tool-call", meta: { id: "call_1", name: "look", arguments: '{"a": 1}' } }],
        meta: { source_format: "openai", openai: { content: null } },
      },
    ],
    [
      "a result",
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
      "openai",
      {
        role: "user",
        parts: [{ type: "tool-result", text: "sunny", meta: { tool_call_id: "call_1" } }],
        meta: { source_format: "openai", original_role: "tool" },
      },
    ],
    [
      "a call of Anthropic, with thinking",
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm", signature: "c2ln" },
          { type: "redacted_thinking", data: "ZGF0YQ==" },
          { type: "tool_use", id: "toolu_1", name: "look", input: { a: 1 } },
        ],
      },
      "anthropic",
      {
        role: "assistant",
        parts: [
          { type: "thinking", text: "Hm", meta: { signature: "c2ln" } },
          { type: "redacted_thinking", meta: { data: "ZGF0YQ==" } },
          { type: "tool-call", meta: { id: "toolu_1", name: "look", arguments: '{"a":1}' } },
        ],
        meta: { source_format: "anthropic" },
      },
    ],
    [
      "a structured result: its texts are stored once",
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            is_error: true,
            content: [
              { type: "text", text: "sun" },
              { type: "text", text: "ny" },
            ],
          },
        ],
      },
      "anthropic",
      {
        role: "user",
        parts: [
          {
            type: "tool-result",
            text: "sunny",
            meta: {
              tool_call_id: "toolu_1",
              is_error: true,
              anthropic: {
                content: [
                  { type: "text", text: 3 },
                  { type: "text", text: 2 },
                ],
              },
            },
          },
        ],
        meta: { source_format: "anthropic" },
      },
    ],
    [
      "a call of Gemini: its id is made of the call",
      { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] },
      "gemini",
      {
        role: "assistant",
        parts: [{ type: "tool-call", meta: { id: "call_233f3bda", id_made: true, name: "look", arguments: "{}" } }],
        meta: { source_format: "gemini" },
      },
    ],
    [
      "code of Gemini",
      { role: "model", parts: [{ executableCode: { language: "PYTHON", code: "1" } }] },
      "gemini",
      {
        role: "assistant",
        parts: [
          {
            type: "data",
            meta: { data_type: "executableCode", gemini: { executableCode: { language: "PYTHON", code: "1" } } },
          },
        ],
        meta: { source_format: "gemini" },
      },
    ],
  ])("%s", (_, blob, format, content) => {
    expect(fromFormat(blob, format)).toEqual(content);
  });

  it("S001: a message in the store's own format", () => {
    const parts = [
      { type: "text", text: "a", meta: null, asset: null, filename: null },
      { type: "image", filename: "a.png", asset: { sha256: "x" }, meta: { url: "u" } },
      { type: "tool-call", meta: { id: "1", name: "look", arguments: { a: 1 } } },
      { type: "tool-result", text: "", meta: { tool_call_id: "1" } },
      { type: "mine", x: 1 },
    ];
    expect(fromFormat({ role: "user", parts }, "acontext")).toEqual({
      role: "user",
      parts: [
        { type: "text", text: "a" },
        { type: "image", meta: { url: "u", filename: "a.png", acontext: { asset: { sha256: "x" } } } },
        { type: "tool-call", meta: { id: "1", name: "look", arguments: '{"a":1}' } },
        { type: "tool-result", text: "", meta: { tool_call_id: "1" } },
        { type: "mine", meta: { acontext: { x: 1 } } },
      ],
      meta: {},
    });
    const meta = { a: 1 };
    expect(fromFormat({ role: "assistant", parts: [], meta }, "acontext")).toEqual({
      role: "assistant",
      parts: [],
      meta,
    });
  });
});

it("S010: a text that was shortened in the store is written as it is there", () => {
  const [, blob] = blobs.anthropic.find(([title]) => title === "a structured result")!;
  const content = fromFormat(blob, "anthropic");
  const parts = content.parts.map((part) => ({ ...part, text: "Removed" }));
  expect(toFormat([{ ...content, parts }], "anthropic")[0]!.item).toEqual({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Removed" }],
  });
  const result = fromFormat({ role: "user", parts: [{ functionResponse: { name: "a", response: {} } }] }, "gemini");
  const shortened = { ...result, parts: [{ ...result.parts[0]!, text: "Removed" }] };
  expect(toFormat([shortened], "gemini")[0]!.item).toEqual({
    role: "user",
    parts: [{ functionResponse: { name: "a", response: { output: "Removed" } } }],
  });
});

describe("S001: a message that is not in its format is refused, with what was found, where, and what was expected", () => {
  const toolCall = (one: unknown): JsonRecord => ({ role: "assistant", tool_calls: [one] }) as JsonRecord;
  it.each<[unknown, (typeof messageFormats)[number], string]>([
    [null, "openai", "Unexpected null in blob, expected an object"],
    ["Hello", "acontext", 'Unexpected "Hello" in blob, expected an object'],
    [[], "gemini", "Unexpected array in blob, expected an object"],
    [{}, "openai", "Unexpected undefined in blob.role, expected system, developer, user, assistant, tool or function"],
    [{ role: "user" }, "openai", "Unexpected undefined in blob.content, expected a string or an array"],
    [{ role: "user", content: null }, "openai", "Unexpected null in blob.content, expected a string or an array"],
    [{ role: "user", content: [{}] }, "openai", "Unexpected undefined in blob.content[0].type, expected a string"],
    [{ role: "user", content: [7] }, "openai", "Unexpected number in blob.content[0], expected an object"],
    [
      { role: "user", content: [{ type: "image_url", image_url: "u" }] },
      "openai",
      'Unexpected "u" in blob.content[0].image_url, expected an object',
    ],
    [{ role: "assistant", refusal: 1 }, "openai", "Unexpected number in blob.refusal, expected a string"],
    [{ role: "assistant", audio: "x" }, "openai", 'Unexpected "x" in blob.audio, expected an object'],
    [{ role: "assistant", tool_calls: {} }, "openai", "Unexpected object in blob.tool_calls, expected an array"],
    [
      toolCall({ type: "function", function: { name: "a", arguments: "" } }),
      "openai",
      "Unexpected undefined in blob.tool_calls[0].id, expected a string",
    ],
    [
      toolCall({ id: "1", type: "function", function: { name: "a", arguments: {} } }),
      "openai",
      "Unexpected object in blob.tool_calls[0].function.arguments, expected a string",
    ],
    [
      toolCall({ id: "1", type: "custom", custom: { name: "a" } }),
      "openai",
      "Unexpected undefined in blob.tool_calls[0].custom.input, expected a string",
    ],
    [{ role: "tool", content: "a" }, "openai", "Unexpected undefined in blob.tool_call_id, expected a string"],
    [{ role: "function", content: "a" }, "openai", "Unexpected undefined in blob.name, expected a string"],
    [
      { role: "tool", tool_call_id: "1", content: [{ type: "text" }] },
      "openai",
      "Unexpected undefined in blob.content[0].text, expected a string",
    ],
    [{ role: "tool", content: "a" }, "anthropic", 'Unexpected "tool" in blob.role, expected user, assistant or system'],
    [
      { role: "user", content: [{ type: "text", text: 1 }] },
      "anthropic",
      "Unexpected number in blob.content[0].text, expected a string",
    ],
    [
      { role: "user", content: [{ type: "image" }] },
      "anthropic",
      "Unexpected undefined in blob.content[0].source, expected an object",
    ],
    [
      { role: "user", content: [{ type: "tool_result" }] },
      "anthropic",
      "Unexpected undefined in blob.content[0].tool_use_id, expected a string",
    ],
    [
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: 1 }] },
      "anthropic",
      "Unexpected number in blob.content[0].content, expected a string or an array",
    ],
    [
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "tool_use", id: 4 },
        ],
      },
      "anthropic",
      "Unexpected number in blob.content[1].id, expected a string",
    ],
    [
      { role: "assistant", parts: [] },
      "gemini",
      'Unexpected "assistant" in blob.role, expected user, model, function or system',
    ],
    [{ parts: {} }, "gemini", "Unexpected object in blob.parts, expected an array"],
    [{ parts: ["a"] }, "gemini", 'Unexpected "a" in blob.parts[0], expected an object'],
    [{ parts: [{ text: true }] }, "gemini", "Unexpected boolean in blob.parts[0].text, expected a string"],
    [
      { parts: [{ functionCall: { name: 1 } }] },
      "gemini",
      "Unexpected number in blob.parts[0].functionCall.name, expected a string",
    ],
    [{ role: "system", parts: [] }, "acontext", 'Unexpected "system" in blob.role, expected user or assistant'],
    [{ role: "user" }, "acontext", "Unexpected undefined in blob.parts, expected an array"],
    [
      { role: "user", parts: [{ type: "text" }] },
      "acontext",
      "Unexpected undefined in blob.parts[0].text, expected a string",
    ],
    [
      { role: "user", parts: [{ type: "file", text: 1 }] },
      "acontext",
      "Unexpected number in blob.parts[0].text, expected a string",
    ],
    [
      { role: "user", parts: [{ type: "tool-call", meta: { name: "a" } }] },
      "acontext",
      "Unexpected undefined in blob.parts[0].meta.arguments, expected a string or an object",
    ],
    [
      { role: "user", parts: [{ type: "tool-result" }] },
      "acontext",
      "Unexpected undefined in blob.parts[0].meta.tool_call_id, expected a string",
    ],
    [{ role: "user", parts: [], meta: [] }, "acontext", "Unexpected array in blob.meta, expected an object"],
    [
      { role: "x".repeat(1000), parts: [] },
      "acontext",
      `Unexpected "${"x".repeat(40)}"… in blob.role, expected user or assistant`,
    ],
  ])("%j as %s", (blob, format, text) => {
    expect(() => fromFormat(blob, format)).toThrow(FormatError);
    expect(() => fromFormat(blob, format)).toThrow(text);
  });
});
