import { describe, expect, it } from "vitest";
import { fromFormat, type MessageFormat, toFormat } from "../src/format/index.ts";
import type { JsonRecord, MessageContent } from "../src/index.ts";
import { blobs } from "./formats-blobs.ts";

/** What other formats make of it is in the tests with the libraries. */
type Provider = "openai" | "anthropic" | "gemini";
const png = "iVBORw0KGgo=";

function convert(list: readonly JsonRecord[], from: MessageFormat, to: Provider): JsonRecord[] {
  return toFormat(
    list.map((blob) => fromFormat(blob, from)),
    to,
  ).map(({ item }) => item);
}

/** The same conversation in each format. */
const weather: Record<Provider, JsonRecord[]> = {
  openai: [
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: "I look",
      tool_calls: [openAiCall("id_1", "look", '{"city":"Bern"}'), openAiCall("id_2", "time", "{}")],
    },
    { role: "tool", tool_call_id: "id_1", content: '{"sun":true}' },
    { role: "tool", tool_call_id: "id_2", content: "noon" },
    { role: "assistant", content: "Sunny" },
  ],
  anthropic: [
    { role: "user", content: [{ type: "text", text: "Weather?" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look" },
        { type: "tool_use", id: "id_1", name: "look", input: { city: "Bern" } },
        { type: "tool_use", id: "id_2", name: "time", input: {} },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "id_1", content: '{"sun":true}' }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "id_2", content: "noon" }] },
    { role: "assistant", content: [{ type: "text", text: "Sunny" }] },
  ],
  gemini: [
    { role: "user", parts: [{ text: "Weather?" }] },
    {
      role: "model",
      parts: [
        { text: "I look" },
        { functionCall: { id: "id_1", name: "look", args: { city: "Bern" } } },
        { functionCall: { id: "id_2", name: "time", args: {} } },
      ],
    },
    { role: "user", parts: [{ functionResponse: { id: "id_1", name: "look", response: { sun: true } } }] },
    { role: "user", parts: [{ functionResponse: { id: "id_2", name: "time", response: { output: "noon" } } }] },
    { role: "model", parts: [{ text: "Sunny" }] },
  ],
};

function openAiCall(id: string, name: string, args: string): JsonRecord {
  return { id, type: "function", function: { name, arguments: args } };
}

describe("P13: a conversation arrives in each format", () => {
  const ways = (["openai", "anthropic", "gemini"] as const).flatMap((from) =>
    (["openai", "anthropic", "gemini"] as const).map((to) => [from, to] as const),
  );
  it.each(ways)("from %s to %s", (from, to) => {
    const written = convert(weather[from], from, to);
    if (from === "gemini" && to !== "gemini") {
      // The response of a function is an object there, and stays one.
      expect(JSON.parse(JSON.stringify(written).replace(String.raw`{\"output\":\"noon\"}`, "noon"))).toEqual(
        weather[to],
      );
    } else expect(written).toEqual(weather[to]);
  });

  it.each(["openai", "anthropic", "gemini"] as const)("from the store's own format to %s", (to) => {
    const own = weather.anthropic.map((blob) => ({ ...fromFormat(blob, "anthropic"), meta: {} }));
    expect(toFormat(own, to).map(({ item }) => item)).toEqual(weather[to]);
  });

  it("S016: no item has a field that a provider does not know", () => {
    const fields = new Set(
      ways.flatMap(([from, to]) =>
        blobs[from].flatMap(([, blob]) => (from === to ? [] : convert([blob], from, to))).flatMap(Object.keys),
      ),
    );
    expect([...fields].sort()).toEqual(["content", "parts", "role", "tool_call_id", "tool_calls"]);
  });
});

describe("P13: what each format makes of a part", () => {
  const dataUrl = `data:image/png;base64,${png}`;
  const user = (...content: JsonRecord[]): JsonRecord => ({ role: "user", content });
  const model = (...parts: JsonRecord[]): JsonRecord => ({ role: "model", parts });
  const assistant = (...content: JsonRecord[]): JsonRecord => ({ role: "assistant", content });

  it.each<[string, Provider, JsonRecord, Provider, JsonRecord[]]>([
    [
      "an image by data",
      "openai",
      user({ type: "image_url", image_url: { url: dataUrl } }),
      "anthropic",
      [user({ type: "image", source: { type: "base64", media_type: "image/png", data: png } })],
    ],
    [
      "an image by data",
      "openai",
      user({ type: "image_url", image_url: { url: dataUrl } }),
      "gemini",
      [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: png } }] }],
    ],
    [
      "an image by URL",
      "openai",
      user({ type: "image_url", image_url: { url: "https://a.example" } }),
      "anthropic",
      [user({ type: "image", source: { type: "url", url: "https://a.example" } })],
    ],
    [
      "an image by URL",
      "openai",
      user({ type: "image_url", image_url: { url: "https://a.example" } }),
      "gemini",
      [{ role: "user", parts: [{ fileData: { fileUri: "https://a.example" } }] }],
    ],
    [
      "an image at an address of Google",
      "gemini",
      { parts: [{ fileData: { mimeType: "image/png", fileUri: "gs://a/b" } }, { text: "a" }] },
      "anthropic",
      [user({ type: "text", text: "a" })],
    ],
    [
      "an image by data",
      "anthropic",
      user({ type: "image", source: { type: "base64", media_type: "image/png", data: png } }),
      "openai",
      [user({ type: "image_url", image_url: { url: dataUrl } })],
    ],
    [
      "an image by URL",
      "anthropic",
      user({ type: "image", source: { type: "url", url: "https://a.example" } }),
      "openai",
      [user({ type: "image_url", image_url: { url: "https://a.example" } })],
    ],
    [
      "an image by data",
      "gemini",
      { parts: [{ inlineData: { mimeType: "image/png", data: png } }] },
      "openai",
      [user({ type: "image_url", image_url: { url: dataUrl } })],
    ],
    [
      "an image by an id",
      "anthropic",
      user({ type: "image", source: { type: "file", file_id: "1" } }),
      "openai",
      [{ role: "user", content: "[image]" }],
    ],
    [
      "audio",
      "openai",
      user({ type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }),
      "gemini",
      [{ role: "user", parts: [{ inlineData: { mimeType: "audio/wav", data: "UklGRg==" } }] }],
    ],
    [
      "audio",
      "gemini",
      {
        parts: [
          { inlineData: { mimeType: "audio/mpeg", data: "AAAA" } },
          { inlineData: { mimeType: "audio/flac", data: "AAAA" } },
        ],
      },
      "openai",
      [user({ type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } })],
    ],
    [
      "audio",
      "openai",
      user({ type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }),
      "anthropic",
      [user({ type: "text", text: "[audio]" })],
    ],
    [
      "audio with a transcript",
      "openai",
      { role: "assistant", audio: { id: "1", transcript: "Hi" } },
      "anthropic",
      [assistant({ type: "text", text: "Hi" })],
    ],
    [
      "audio with a transcript",
      "openai",
      { role: "assistant", audio: { id: "1", transcript: "Hi" } },
      "gemini",
      [model({ text: "Hi" })],
    ],
    [
      "a document",
      "openai",
      user({ type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" } }),
      "anthropic",
      [
        user({
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: "AAAA" },
          title: "a.pdf",
        }),
      ],
    ],
    [
      "a document in bare base64",
      "openai",
      user({ type: "file", file: { filename: "a.pdf", file_data: "AAAA" } }),
      "gemini",
      [{ role: "user", parts: [{ inlineData: { mimeType: "application/pdf", data: "AAAA" } }] }],
    ],
    [
      "a document",
      "anthropic",
      user({ type: "document", source: { type: "base64", media_type: "application/pdf", data: "AAAA" } }),
      "openai",
      [user({ type: "file", file: { filename: "document.pdf", file_data: "data:application/pdf;base64,AAAA" } })],
    ],
    [
      "a document of text",
      "anthropic",
      user({ type: "document", source: { type: "text", media_type: "text/plain", data: "Hi" } }),
      "openai",
      [{ role: "user", content: "Hi" }],
    ],
    [
      "a document of text",
      "anthropic",
      user({ type: "document", source: { type: "text", media_type: "text/plain", data: "Hi" } }),
      "gemini",
      [{ role: "user", parts: [{ text: "Hi" }] }],
    ],
    [
      "a document by URL",
      "anthropic",
      user({ type: "document", source: { type: "url", url: "https://a.example/b.pdf" } }),
      "gemini",
      [{ role: "user", parts: [{ fileData: { fileUri: "https://a.example/b.pdf" } }] }],
    ],
    [
      "thinking",
      "anthropic",
      assistant({ type: "thinking", thinking: "Hm", signature: "c2ln" }),
      "gemini",
      [model({ text: "Hm", thought: true })],
    ],
    [
      "thinking",
      "gemini",
      model({ text: "Hm", thought: true, thoughtSignature: "c2ln" }),
      "anthropic",
      [assistant({ type: "thinking", thinking: "Hm", signature: "" })],
    ],
    [
      "reasoning",
      "openai",
      { role: "assistant", content: "4", reasoning_content: "2 + 2" },
      "gemini",
      [model({ text: "2 + 2", thought: true }, { text: "4" })],
    ],
    [
      "only thinking",
      "anthropic",
      assistant({ type: "thinking", thinking: "Hm", signature: "c2ln" }),
      "openai",
      [{ role: "assistant", content: "[thinking]" }],
    ],
    [
      "a refusal",
      "openai",
      { role: "assistant", content: null, refusal: "No." },
      "anthropic",
      [assistant({ type: "text", text: "No." })],
    ],
    [
      "a call that is not JSON",
      "openai",
      { role: "assistant", tool_calls: [openAiCall("1", "look", '{"a":')] },
      "anthropic",
      [assistant({ type: "tool_use", id: "1", name: "look", input: { arguments: '{"a":' } })],
    ],
    [
      "a call without arguments",
      "gemini",
      model({ functionCall: { id: "1", name: "look" } }),
      "openai",
      [{ role: "assistant", content: null, tool_calls: [openAiCall("1", "look", "{}")] }],
    ],
    [
      "an id that Anthropic refuses",
      "openai",
      { role: "assistant", tool_calls: [openAiCall("f.look:0", "look", "")] },
      "anthropic",
      [assistant({ type: "tool_use", id: "f_look_0", name: "look", input: {} })],
    ],
    [
      "an error",
      "anthropic",
      user({ type: "tool_result", tool_use_id: "1", content: "no", is_error: true }),
      "gemini",
      [{ role: "user", parts: [{ functionResponse: { id: "1", name: "1", response: { error: "no" } } }] }],
    ],
    [
      "a system message",
      "openai",
      { role: "developer", content: "Be short" },
      "anthropic",
      [user({ type: "text", text: "Be short" })],
    ],
    [
      "a system message",
      "anthropic",
      { role: "system", content: "Be short" },
      "openai",
      [{ role: "system", content: "Be short" }],
    ],
    [
      "a block of its own",
      "anthropic",
      assistant({ type: "server_tool_use", id: "1", name: "a", input: {} }, { type: "text", text: "a" }),
      "openai",
      [{ role: "assistant", content: "a" }],
    ],
    [
      "an empty text",
      "openai",
      { role: "assistant", content: "", tool_calls: [openAiCall("1", "look", "{}")] },
      "gemini",
      [model({ functionCall: { id: "1", name: "look", args: {} } })],
    ],
  ])("%s from %s: %j to %s", (_, from, blob, to, items) => {
    expect(convert([blob], from, to)).toEqual(items);
  });

  it("omits signatures of other providers only", () => {
    const own = fromFormat(
      { role: "assistant", parts: [{ type: "thinking", text: "Hm", meta: { signature: "c2ln" } }] },
      "acontext",
    );
    expect(toFormat([own], "anthropic")[0]!.item).toEqual(
      assistant({ type: "thinking", thinking: "Hm", signature: "c2ln" }),
    );
    expect(toFormat([own], "gemini")[0]!.item).toEqual(model({ text: "Hm", thought: true, thoughtSignature: "c2ln" }));
  });
});

describe("P13: images in a result", () => {
  const structured: JsonRecord = {
    role: "user",
    content: [
      { type: "text", text: "Here" },
      {
        type: "tool_result",
        tool_use_id: "1",
        content: [
          { type: "text", text: "a" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
        ],
      },
    ],
  };
  const inParts = {
    role: "user",
    parts: [
      {
        functionResponse: {
          id: "1",
          name: "look",
          response: {},
          parts: [{ inlineData: { mimeType: "image/png", data: png } }],
        },
      },
    ],
  };

  it("follow it in openai", () => {
    expect(convert([structured], "anthropic", "openai")).toEqual([
      { role: "tool", tool_call_id: "1", content: "a" },
      {
        role: "user",
        content: [
          { type: "text", text: "Here" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
        ],
      },
    ]);
  });

  it("follow it in gemini, and are in it in anthropic", () => {
    expect(convert([structured], "anthropic", "gemini")).toEqual([
      {
        role: "user",
        parts: [
          { text: "Here" },
          { functionResponse: { id: "1", name: "1", response: { output: "a" } } },
          { inlineData: { mimeType: "image/png", data: png } },
        ],
      },
    ]);
    expect(convert([inParts], "gemini", "anthropic")).toEqual([
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "1",
            content: [
              { type: "text", text: "{}" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
            ],
          },
        ],
      },
    ]);
  });
});

describe("P13: results of tools in openai", () => {
  const result = (...ids: string[]): JsonRecord => ({
    role: "user",
    content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: id })),
  });
  const calls = (...ids: string[]): JsonRecord => ({
    role: "assistant",
    content: ids.map((id) => ({ type: "tool_use", id, name: "look", input: {} })),
  });
  const short = (messages: readonly JsonRecord[]): string[] =>
    toFormat(
      messages.map((blob) => fromFormat(blob, "anthropic")),
      "openai",
    ).map(({ item, index }) => {
      const { role, tool_call_id } = item as Record<string, string | undefined>;
      return tool_call_id === undefined ? `${index} ${role}` : `${index} ${role} ${tool_call_id}`;
    });

  it("are an item each, before the text of their message", () => {
    const both = {
      role: "user",
      content: [{ type: "text", text: "and?" }, ...(result("a", "b")["content"] as JsonRecord[])],
    };
    expect(short([calls("a", "b"), both])).toEqual(["0 assistant", "1 tool a", "1 tool b", "1 user"]);
  });

  it("follow their call, where each call and result is a message", () => {
    const text = { role: "user", content: "and?" };
    expect(short([calls("a"), calls("b"), text, result("a"), result("b")])).toEqual([
      "0 assistant",
      "3 tool a",
      "1 assistant",
      "4 tool b",
      "2 user",
    ]);
  });

  it("stay where they are without a call, or if an id is used again", () => {
    expect(short([result("a"), calls("a"), result("a"), calls("a"), result("a")])).toEqual([
      "0 tool a",
      "1 assistant",
      "2 tool a",
      "3 assistant",
      "4 tool a",
    ]);
  });

  it("of an assistant message follow it", () => {
    const message: MessageContent = {
      role: "assistant",
      parts: [
        { type: "tool-result", text: "r", meta: { tool_call_id: "1" } },
        { type: "tool-call", meta: { id: "1", name: "look", arguments: "" } },
      ],
      meta: {},
    };
    expect(toFormat([message], "openai").map(({ item }) => item["role"])).toEqual(["assistant", "tool"]);
  });
});

describe("P13: calls without an id", () => {
  const ask = (...names: string[]): JsonRecord => ({
    role: "model",
    parts: names.map((name) => ({ functionCall: { name, args: {} } })),
  });
  const answer = (...names: string[]): JsonRecord => ({
    role: "user",
    parts: names.map((name) => ({ functionResponse: { name, response: {} } })),
  });
  const ids = (items: readonly JsonRecord[]): string[][] =>
    convert(items, "gemini", "anthropic").map(({ content }) =>
      (content as JsonRecord[]).map((block) => (block["id"] ?? block["tool_use_id"]) as string),
    );

  it("get one that no other call has, and their results get it too", () => {
    const [first, firstResult, second, secondResult] = ids([ask("a"), answer("a"), ask("a"), answer("a")]);
    expect(first).toEqual(firstResult);
    expect(second).toEqual(secondResult);
    expect(first).not.toEqual(second);
    expect(first![0]).toMatch(/^call_[\da-f]{8}$/);
  });

  it("are matched by name, in order, from the last message with such a call", () => {
    const [old, calls, results, late] = ids([ask("a"), ask("a", "b", "a"), answer("b", "a", "a"), answer("a", "c")]);
    expect(results).toEqual([calls![1], calls![0], calls![2]]);
    expect(late![0]).toBe(old![0]);
    expect(late![1]).toBe("call_3_1");
  });

  it("are matched with results that use the id from the store", () => {
    const call = fromFormat(ask("a"), "gemini");
    const id = call.parts[0]!.meta!["id"] as string;
    const result = fromFormat(
      { role: "user", parts: [{ type: "tool-result", text: "r", meta: { tool_call_id: id } }] },
      "acontext",
    );
    const conversation = [call, result, call, result];
    const written = toFormat(conversation, "openai").map(({ item }) => item["tool_call_id"]);
    expect(written).toEqual([undefined, id, undefined, `${id}_2`]);
    expect(toFormat([call, result], "gemini")[1]!.item).toEqual({
      role: "user",
      parts: [{ functionResponse: { name: "a", response: { output: "r" } } }],
    });
  });

  it("are not matched with a call that a result with an id answers", () => {
    const list = [ask("a", "a")].map((blob) => fromFormat(blob, "gemini"));
    const [first, second] = list[0]!.parts.map(({ meta }) => meta!["id"] as string);
    const withId = fromFormat({ role: "tool", tool_call_id: first, content: "" }, "openai");
    const written = toFormat([...list, withId, fromFormat(answer("a"), "gemini")], "openai");
    expect(written.map(({ item }) => item["tool_call_id"])).toEqual([undefined, first, second]);
  });

  it("of the old functions of OpenAI get one in other formats", () => {
    const list: JsonRecord[] = [
      { role: "assistant", content: null, function_call: { name: "a", arguments: "{}" } },
      { role: "function", name: "a", content: "r" },
    ];
    expect(convert(list, "openai", "anthropic")).toEqual([
      { role: "assistant", content: [{ type: "tool_use", id: "call_0_0", name: "a", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_0_0", content: "r" }] },
    ]);
    expect(convert(list, "openai", "openai")).toEqual(list);
  });
});
