import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, fromFormat, messageFormats, toFormat } from "../src/format/index.ts";
import type { JsonValue, JsonRecord, MessageContent } from "../src/index.ts";

const providers = ["openai", "anthropic", "gemini"] as const;

/** JSON that is nested so deeply that a recursive function ends with the stack. */
const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as JsonValue;

describe("S001: untrusted messages", () => {
  it("any JSON is read, or refused with a FormatError", () => {
    const words = fc.constantFrom(
      "user",
      "assistant",
      "model",
      "tool",
      "text",
      "image",
      "tool_use",
      "tool_result",
      "function",
      "x",
    );
    const fields = fc.constantFrom(
      "role",
      "content",
      "parts",
      "type",
      "text",
      "source",
      "tool_calls",
      "function",
      "functionCall",
      "functionResponse",
      "inlineData",
      "name",
      "id",
      "input",
      "meta",
      "__proto__",
      "audio",
      "image_url",
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        words,
        fc.constantFrom<unknown>(null, 1, true, ""),
        fc.array(tie("value"), { maxLength: 3 }),
        tie("object"),
      ),
      object: fc.array(fc.tuple(fields, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
    }));
    const message = fc
      .tuple(value, value, value)
      .map(([role, content, rest]) => ({ ...(typeof rest === "object" ? rest : {}), role, content, parts: content }));
    fc.assert(
      fc.property(fc.oneof(value, message), fc.constantFrom(...messageFormats), (blob, format) => {
        let content: MessageContent;
        try {
          content = fromFormat(blob, format);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        for (const other of providers) toFormat([content, content], other);
        expect(({} as JsonRecord)["x"]).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it("any message that was stored is written", () => {
    const meta = fc.dictionary(
      fc.constantFrom(
        "id",
        "name",
        "arguments",
        "tool_call_id",
        "type",
        "url",
        "data",
        "field",
        "id_made",
        "openai",
        "anthropic",
        "gemini",
        "source_format",
        "original_role",
        "content",
        "cache_control",
      ),
      fc.oneof(
        fc.constantFrom<unknown>(
          "openai",
          "anthropic",
          "gemini",
          "system",
          "refusal",
          "audio",
          "tool_calls",
          "reasoning",
          "data:",
          "data:;base64,",
          "",
        ),
        fc.constantFrom<unknown>(true, null, -1),
        fc.constant({
          content: [{ type: "text", text: -1 }, { type: "text", text: 1e9 }, 4, null, { type: "image", source: 1 }],
          functionResponse: { parts: [1, { inlineData: null }] },
        }),
      ),
    ) as fc.Arbitrary<JsonRecord>;
    const part = fc.record({
      type: fc.constantFrom(
        "text",
        "image",
        "audio",
        "video",
        "file",
        "tool-call",
        "tool-result",
        "data",
        "thinking",
        "redacted_thinking",
        "mine",
      ),
      text: fc.constantFrom(undefined, "", "a", "{"),
      meta: fc.oneof(meta, fc.constant(undefined)),
    });
    const message = fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      parts: fc.array(part, { maxLength: 4 }),
      meta,
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 3 }), fc.constantFrom(...providers), (messages, format) => {
        for (const { item, index } of toFormat(messages, format)) {
          expect(item["role"] ?? "user").toBeTypeOf("string");
          expect(messages[index]).toBeDefined();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each(providers)("a field `__proto__` stays a field, and changes no prototype: %s", (format) => {
    const extra = '"__proto__": {"polluted": 1}, "constructor": 2, "hasOwnProperty": 3';
    const list = `[{"type": "text", "text": "a", ${extra}}, {"type": "__proto__", ${extra}}]`;
    const source = `{${extra}, "role": "user", "${format === "gemini" ? "parts" : "content"}": ${list}}`;
    const content = fromFormat(JSON.parse(source), format);
    const [{ item } = { item: {} }] = toFormat([content], format);
    expect(JSON.parse(JSON.stringify(item))).toEqual(JSON.parse(source));
    expect(JSON.stringify(item)).toContain('"__proto__":{"polluted":1}');
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    expect("polluted" in item || "polluted" in {}).toBe(false);
    for (const other of providers) expect(JSON.stringify(toFormat([content], other))).toContain("a");
  });

  it.each<[string, JsonRecord]>([
    [
      "openai",
      {
        role: "user",
        content: [
          { type: "x", deep },
          { type: "text", text: "a", deep },
        ],
        deep,
      },
    ],
    ["openai", { role: "tool", tool_call_id: "1", content: [{ type: "x", deep }] }],
    [
      "anthropic",
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: [{ type: "x", deep }] }], deep },
    ],
    ["anthropic", { role: "user", content: [{ type: "image", source: { deep } }] }],
    ["gemini", { parts: [{ executableCode: deep }, { text: "a", deep }, { inlineData: { deep } }] }],
  ])("a deep value is not walked: %s", (name, blob) => {
    const format = name as (typeof providers)[number];
    const content = fromFormat(blob, format);
    for (const other of providers) toFormat([content], other);
    const [{ item } = { item: {} }] = toFormat([content], format);
    expect(Object.keys(item).sort()).toEqual(
      Object.keys({ role: "", ...blob })
        .filter((one) => one in blob)
        .sort(),
    );
  });

  it.each<[(typeof messageFormats)[number], JsonRecord, string]>([
    [
      "anthropic",
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "a", input: deep }] },
      "blob.content[0].input",
    ],
    ["gemini", { parts: [{ functionCall: { name: "a", args: { deep } } }] }, "blob.parts[0].functionCall.args"],
    [
      "gemini",
      { parts: [{ functionResponse: { name: "a", response: { deep } } }] },
      "blob.parts[0].functionResponse.response",
    ],
    [
      "acontext",
      { role: "user", parts: [{ type: "tool-call", meta: { name: "a", arguments: deep } }] },
      "blob.parts[0].meta.arguments",
    ],
  ])("a deep value that would become text is refused: %s", (format, blob, path) => {
    expect(() => fromFormat(blob, format)).toThrow(FormatError);
    expect(() => fromFormat(blob, format)).toThrow(path);
  });

  it("deep JSON in arguments and results is read where a format has objects", () => {
    const text = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const messages = [
      fromFormat(
        { role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name: "a", arguments: text } }] },
        "openai",
      ),
      fromFormat({ role: "tool", tool_call_id: "1", content: text }, "openai"),
    ];
    expect(toFormat(messages, "gemini")).toHaveLength(2);
    expect(toFormat(messages, "anthropic")).toHaveLength(2);
  });

  it("P13: many equal calls without an id take no longer than others", () => {
    const call = fromFormat({ role: "model", parts: [{ functionCall: { name: "a" } }] }, "gemini");
    const result = fromFormat({ parts: [{ functionResponse: { name: "a", response: {} } }] }, "gemini");
    const messages = Array.from({ length: 40_000 }, (_, at) => (at < 20_000 ? call : result));
    const items = toFormat(messages, "openai");
    expect(new Set(items.map(({ item }) => item["tool_call_id"])).size).toBe(20_001);
    expect(items.map(({ item }) => item["role"]).slice(0, 4)).toEqual(["assistant", "tool", "assistant", "tool"]);
  });
});
