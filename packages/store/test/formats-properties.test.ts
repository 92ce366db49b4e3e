import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromFormat, toFormat } from "../src/format/index.ts";
import type { JsonRecord } from "../src/index.ts";

/** Any JSON, as a server reads it: without -0, and with `__proto__` as a field. */
const json = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(JSON.stringify(JSON.parse(text))) as unknown);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "{}", "{", "null", "\uD83C", "\u0000"),
);
/** Ids that calls and results often share. */
const id = fc.oneof(text, fc.constantFrom("1", "2"));
const key = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "x",
    "cache_control",
    "field",
    "openai",
    "anthropic",
    "gemini",
    "name",
    "id",
    "data",
    "signature",
    "is_refusal",
  ),
);

/** An object with these fields, and with others that no program knows. */
function block(fields: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>> = {}) {
  const known = { ...fields, ...optional };
  return fc
    .tuple(
      fc.record(known, { requiredKeys: Object.keys(fields) }),
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(fc.tuple(key, json), { maxLength: 3 })),
    )
    .map(([own, others]) => ({
      ...Object.fromEntries(others.filter(([name]) => !Object.hasOwn(known, name))),
      ...own,
    }));
}

const is = <const T>(value: T) => fc.constant(value);
const listOf = (...blocks: fc.Arbitrary<unknown>[]) => fc.array(fc.oneof(...blocks), { maxLength: 4 });
const isPlain = (others: readonly string[]) => (one: object) => !("type" in one) || !others.includes(String(one.type));
const unknown = (...types: string[]) => block({ type: text }).filter(isPlain(types));

const openAiText = block({ type: is("text"), text });
const openAiContent = fc.oneof(
  text,
  listOf(
    openAiText,
    block({ type: is("refusal"), refusal: text }),
    block({ type: is("image_url"), image_url: block({}, { url: text, detail: json }) }),
    block({ type: is("input_audio"), input_audio: block({}, { data: text, format: json }) }),
    block({ type: is("file"), file: block({}, { file_id: json, file_data: text, filename: json }) }),
    unknown("text", "refusal", "image_url", "input_audio", "file"),
  ),
);
const resultContent = (...others: fc.Arbitrary<unknown>[]) => fc.oneof(text, is(null), listOf(openAiText, ...others));
const called = block({ name: text, arguments: text });
const openai = fc.oneof(
  block(
    { role: fc.constantFrom("user", "system", "developer"), content: openAiContent },
    { name: fc.oneof(text, is(null)) },
  ),
  block(
    { role: is("assistant") },
    {
      content: fc.oneof(openAiContent, is(null)),
      name: json,
      refusal: fc.oneof(text, is(null)),
      reasoning_content: json,
      reasoning: json,
      audio: fc.oneof(block({}, { id: text, data: json, transcript: text }), is(null)),
      function_call: fc.oneof(called, is(null)),
      tool_calls: fc.oneof(
        is(null),
        listOf(
          block({ id, type: is("function"), function: called }),
          block({ id, type: is("custom"), custom: block({ name: text, input: text }) }),
          unknown("function", "custom"),
        ),
      ),
    },
  ),
  block({ role: is("tool"), tool_call_id: id }, { content: resultContent(), name: json }),
  block({ role: is("function"), name: text }, { content: resultContent() }),
);

const source = block({}, { type: json, media_type: text, data: text, url: text, file_id: text });
const anthropicBlocks = listOf(
  openAiText,
  block({ type: is("image"), source }),
  block({ type: is("document"), source }, { title: json, citations: json }),
  block({ type: is("tool_use"), id, name: text }, { input: json }),
  block(
    { type: is("tool_result"), tool_use_id: id },
    { is_error: json, content: resultContent(unknown("text"), block({ type: is("image"), source: json })) },
  ),
  block({ type: is("thinking"), thinking: text }, { signature: json }),
  block({ type: is("redacted_thinking"), data: text }),
  unknown("text", "image", "document", "tool_use", "tool_result", "thinking", "redacted_thinking"),
);
const anthropic = block({
  role: fc.constantFrom("user", "assistant", "system"),
  content: fc.oneof(text, anthropicBlocks),
});

const flags = { thought: json, thoughtSignature: json };
const blob = block(
  {},
  { mimeType: fc.oneof(text, fc.constantFrom("image/png", "audio/wav", "video/mp4")), data: json, displayName: text },
);
const geminiKinds = ["text", "functionCall", "functionResponse", "inlineData", "fileData"];
const geminiPart = fc
  .oneof(
    block({ text }, flags),
    block({ functionCall: block({ name: text }, { id: json, args: json }) }, flags),
    block(
      {
        functionResponse: block(
          { name: text },
          { id: json, response: json, parts: listOf(block({}, { inlineData: fc.oneof(blob, json) })) },
        ),
      },
      flags,
    ),
    block({ inlineData: blob }, flags),
    block({ fileData: block({}, { mimeType: text, fileUri: text }) }, flags),
    block({}, flags),
  )
  .filter((part) => geminiKinds.filter((kind) => kind in part).length <= 1);
const gemini = block(
  {},
  {
    role: fc.constantFrom("user", "model", "function", "system"),
    parts: fc.oneof(is(null), fc.array(geminiPart, { maxLength: 4 })),
  },
);

const message = block({
  role: fc.constantFrom("user", "assistant", "system", "developer"),
  content: fc.oneof(
    text,
    listOf(
      block({ type: fc.constantFrom("input_text", "output_text"), text }, { annotations: json }),
      block({ type: is("refusal"), refusal: text }),
      block({ type: is("input_image") }, { image_url: fc.oneof(text, is(null)), file_id: json, detail: json }),
      block({ type: is("input_file") }, { file_id: json, file_data: text, file_url: text, filename: json }),
      block({ type: is("input_audio") }, { input_audio: block({}, { data: text, format: text }) }),
      unknown("input_text", "output_text", "refusal", "input_image", "input_file", "input_audio"),
    ),
  ),
}).map((one) => ({ ...one, type: "message" }));
const responses = fc.oneof(
  message,
  message.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== "type"))),
  block({ type: is("function_call"), call_id: id, name: text, arguments: text }, { id: json, status: json }),
  block({ type: is("custom_tool_call"), call_id: id, name: text, input: text }),
  block({
    type: fc.constantFrom("function_call_output", "custom_tool_call_output"),
    call_id: id,
    output: fc.oneof(text, json, listOf(block({ type: is("input_text"), text }))),
  }),
  block({ type: is("reasoning"), summary: listOf(block({ type: is("summary_text"), text })) }, { id: json }),
  block({ type: fc.constantFrom("web_search_call", "item_reference") }),
);

const file = { mediaType: fc.oneof(text, fc.constantFrom("image/png", "audio/wav", "video/mp4")), filename: json };
const tool = { input: json, state: text, output: json, errorText: fc.oneof(text, json) };
const aiSdk = block(
  {
    role: fc.constantFrom("user", "assistant", "system"),
    parts: listOf(
      block({ type: fc.constantFrom("text", "reasoning"), text }, { state: json }),
      block({ type: is("file"), url: text }, file),
      block(
        { type: fc.constantFrom("tool-x", "tool-", "tool-a b"), toolCallId: id },
        { ...tool, toolName: json },
      ).filter((one) => one.type !== "tool-"),
      block({ type: is("dynamic-tool"), toolCallId: id, toolName: text }, tool),
      block({ type: fc.constantFrom("step-start", "source-url", "data-x") }),
    ),
  },
  { id: json, metadata: json },
);
const output = fc.oneof(
  block({ type: fc.constantFrom("text", "error-text"), value: fc.oneof(text, json) }),
  block({ type: fc.constantFrom("json", "error-json") }, { value: json }),
  block({ type: is("content"), value: listOf(openAiText, block({ type: is("media") })) }),
  json,
);
const aiSdkModel = block({
  role: fc.constantFrom("user", "assistant", "system", "tool"),
  content: fc.oneof(
    text,
    listOf(
      block({ type: fc.constantFrom("text", "reasoning"), text }, { providerOptions: json }),
      block({ type: is("image"), image: fc.oneof(text, is("https://a.example")) }, { mediaType: json }),
      block({ type: is("file"), data: fc.oneof(text, is("data:a/b;base64,AA==")) }, file),
      block({ type: is("tool-call"), toolCallId: id, toolName: text }, { input: json }),
      block({ type: is("tool-result"), toolCallId: id, toolName: text }, { output }),
      block({ type: fc.constantFrom("tool-approval-request", "source") }),
    ),
  ),
});

const langChainContent = fc.oneof(
  text,
  is(null),
  listOf(
    text,
    openAiText,
    block({ type: is("reasoning"), reasoning: text }),
    block({ type: is("image_url"), image_url: fc.oneof(text, block({ url: text }, { detail: json })) }),
    block(
      { type: fc.constantFrom("image", "audio", "video", "file") },
      { url: text, data: text, base64: text, mime_type: json, mimeType: text },
    ),
    unknown("text", "reasoning", "image_url"),
  ),
);
const extra = { additional_kwargs: json, id: json, name: json };
const langchain = fc.oneof(
  block({
    type: fc.constantFrom("human", "ai", "system", "chat", "AIMessageChunk"),
    data: block(
      {},
      {
        ...extra,
        content: langChainContent,
        tool_calls: fc.oneof(
          is(null),
          listOf(block({ name: text }, { id: fc.oneof(id, is(null)), args: json, type: is("tool_call") })),
        ),
      },
    ),
  }),
  block({
    type: is("tool"),
    data: block({ tool_call_id: id }, { ...extra, content: resultContent(text), status: text, artifact: json }),
  }),
);

const formats = {
  openai,
  responses,
  anthropic,
  gemini,
  "ai-sdk": aiSdk,
  "ai-sdk-model": aiSdkModel,
  langchain,
} as const;
const names = Object.keys(formats) as Array<keyof typeof formats>;

describe("S010, P13: whatever a message has", () => {
  it.each(names)("%s: it comes back, also after it was stored", (format) => {
    fc.assert(
      fc.property(formats[format], (made) => {
        const content = fromFormat(made, format);
        const stored = JSON.parse(JSON.stringify(content)) as typeof content;
        for (const one of [content, stored]) {
          const [first, ...others] = toFormat([one], format);
          expect(others).toEqual([]);
          // A text shows fields of the name `__proto__`, which a comparison of objects may overlook.
          expect(canonical(first!.item)).toBe(canonical(made));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(names)("%s: no format refuses a conversation with it, and texts arrive", (format) => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(...names.map((name) => formats[name].map((made) => fromFormat(made, name)))), {
          maxLength: 5,
        }),
        (messages) => {
          const items = toFormat(messages, format);
          const written = items.map(({ item }) => JSON.stringify(item)).join("\n");
          for (const { parts, meta } of messages)
            for (const part of parts)
              if (part.type === "text" && meta["source_format"] !== format)
                expect(written).toContain(JSON.stringify(part.text).slice(1, -1));
          expect(items.every(({ index }) => index >= 0 && index < messages.length)).toBe(true);
          expect(Object.keys(Object.prototype)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("openai: every result with a call directly follows it, in any conversation", () => {
    const ids = fc.uniqueArray(fc.constantFrom("1", "2", "3"), { minLength: 1 });
    const message = fc.oneof(
      ids.map((some) => ({
        role: "assistant",
        content: some.map((one) => ({ type: "tool_use", id: one, name: "a", input: {} })),
      })),
      ids.map((some) => ({ role: "user", content: some.map((one) => ({ type: "tool_result", tool_use_id: one })) })),
      fc.constantFrom({ role: "user", content: "a" }, { role: "assistant", content: "b" }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (blobs) => {
        const messages = blobs.map((made) => fromFormat(made, "anthropic"));
        const items = toFormat(messages, "openai").map(({ item }) => item);
        const called = new Set<unknown>();
        let open = new Set<unknown>();
        for (const item of items) {
          if (item["role"] === "tool" || item["role"] === "function") {
            const id = item["tool_call_id"];
            expect(open.has(id) || !called.has(id)).toBe(true);
          } else open = new Set();
          for (const call of (item["tool_calls"] as JsonRecord[] | null | undefined) ?? []) {
            if (call["type"] !== "function" && call["type"] !== "custom") continue;
            called.add(call["id"]);
            open.add(call["id"]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
