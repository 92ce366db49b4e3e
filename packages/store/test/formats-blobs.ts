import type { JsonRecord } from "../src/index.ts";

/** Messages as the documentation of each provider shows them, by what is special in them. */
type Blobs = readonly (readonly [title: string, blob: JsonRecord])[];

const png = "iVBORw0KGgo=";

const openai: Blobs = [
  ["a text", { role: "user", content: "Hello" }],
  ["an empty text", { role: "user", content: "" }],
  ["a name", { role: "user", content: "Hello", name: "ann" }],
  ["an empty name", { role: "user", content: "Hello", name: "" }],
  ["a list of one text", { role: "user", content: [{ type: "text", text: "Hello" }] }],
  ["an empty list", { role: "user", content: [] }],
  [
    "a text with an unknown field",
    { role: "user", content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }] },
  ],
  [
    "an image",
    { role: "user", content: [{ type: "image_url", image_url: { url: "https://a.example/b.png", detail: "low" } }] },
  ],
  [
    "an image in the message",
    {
      role: "user",
      content: [
        { type: "text", text: "What?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
      ],
    },
  ],
  [
    "an image with unknown fields",
    { role: "user", content: [{ type: "image_url", image_url: { url: "u", alt: "x", detail: null }, id: 4 }] },
  ],
  ["audio", { role: "user", content: [{ type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }] }],
  [
    "a file",
    {
      role: "user",
      content: [{ type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0=", filename: "a.pdf" } }],
    },
  ],
  ["the id of a file", { role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }],
  [
    "an unknown item",
    { role: "user", content: [{ type: "video_url", video_url: { url: "https://a.example/b.mp4" } }] },
  ],
  [
    "an item of the name of a part",
    {
      role: "user",
      content: [{ type: "image", text: "x" }, { type: "tool-call" }],
    },
  ],
  ["a system message", { role: "system", content: "Be short" }],
  [
    "a developer message of texts",
    {
      role: "developer",
      content: [
        { type: "text", text: "Be short" },
        { type: "text", text: "Be kind" },
      ],
      name: "ops",
    },
  ],
  ["an answer", { role: "assistant", content: "Hi", refusal: null, annotations: [], audio: null }],
  [
    "an answer with annotations",
    {
      role: "assistant",
      content: "Hi",
      annotations: [{ type: "url_citation", url_citation: { start_index: 0, end_index: 2, url: "u", title: "t" } }],
    },
  ],
  ["a refusal", { role: "assistant", content: null, refusal: "No." }],
  [
    "a refusal in a list",
    {
      role: "assistant",
      content: [
        { type: "text", text: "Hm" },
        { type: "refusal", refusal: "No." },
      ],
    },
  ],
  ["only a refusal in a list", { role: "assistant", content: [{ type: "refusal", refusal: "No." }] }],
  ["the id of audio", { role: "assistant", audio: { id: "audio_1" } }],
  [
    "audio of an answer",
    { role: "assistant", content: null, audio: { id: "audio_1", expires_at: 17, data: "UklGRg==", transcript: "Hi" } },
  ],
  [
    "calls",
    { role: "assistant", content: null, tool_calls: [call("call_1", "look", '{"a": 1}'), call("call_2", "look", "{")] },
  ],
  ["calls without content", { role: "assistant", tool_calls: [call("call_1", "look", "")] }],
  [
    "calls with a text, empty",
    { role: "assistant", content: "", tool_calls: [{ ...call("", "look", "{}"), index: 0 }] },
  ],
  ["no calls", { role: "assistant", content: "Hi", tool_calls: [], function_call: null }],
  ["calls that are null", { role: "assistant", content: "Hi", tool_calls: null }],
  [
    "a custom call",
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "custom", custom: { name: "sql", input: "select 1", x: 1 } }],
    },
  ],
  [
    "an unknown call",
    { role: "assistant", content: null, tool_calls: [{ id: "1", type: "mcp", mcp: {} }, call("2", "look", "{}")] },
  ],
  [
    "unknown fields in a call",
    {
      role: "assistant",
      tool_calls: [
        {
          id: "1",
          type: "function",
          function: { name: "a", arguments: "{}", strict: true },
          extra_content: { google: { thought_signature: "c2ln" } },
        },
      ],
    },
  ],
  ["a function call", { role: "assistant", content: null, function_call: { name: "look", arguments: "{}" } }],
  [
    "an unknown field in a function call",
    { role: "assistant", content: null, function_call: { name: "look", arguments: "{}", x: 1 } },
  ],
  ["reasoning", { role: "assistant", content: "4", reasoning_content: "2 + 2" }],
  [
    "reasoning of two kinds",
    { role: "assistant", content: "4", reasoning: "2 + 2", reasoning_content: "", reasoning_details: [{ type: "x" }] },
  ],
  ["a result", { role: "tool", tool_call_id: "call_1", content: "sunny" }],
  [
    "a result of texts",
    {
      role: "tool",
      tool_call_id: "call_1",
      content: [
        { type: "text", text: "sun" },
        { type: "text", text: "ny", x: 1 },
      ],
    },
  ],
  ["a result of no texts", { role: "tool", tool_call_id: "call_1", content: [] }],
  ["a result with a name", { role: "tool", tool_call_id: "call_1", content: "", name: "look", x: null }],
  ["a result of a function", { role: "function", name: "look", content: null }],
  ["a text result of a function", { role: "function", name: "look", content: "sunny" }],
];

function call(id: string, name: string, args: string): JsonRecord {
  return { id, type: "function", function: { name, arguments: args } };
}

const anthropic: Blobs = [
  ["a text", { role: "user", content: "Hello" }],
  ["an empty text", { role: "user", content: "" }],
  ["a list of one text", { role: "user", content: [{ type: "text", text: "Hello" }] }],
  ["an empty list", { role: "assistant", content: [] }],
  ["a system message", { role: "system", content: "Be short" }],
  [
    "cache_control",
    { role: "user", content: [{ type: "text", text: "Hello", cache_control: { type: "ephemeral", ttl: "1h" } }] },
  ],
  [
    "cache_control that is null",
    { role: "user", content: [{ type: "text", text: "Hello", cache_control: null, citations: null }] },
  ],
  [
    "citations",
    {
      role: "assistant",
      content: [
        { type: "text", text: "Hi", citations: [{ type: "char_location", cited_text: "H", document_index: 0 }] },
      ],
    },
  ],
  [
    "an image",
    {
      role: "user",
      content: [
        {
          type: "image",
          source: { type: "base64", media_type: "image/png", data: png },
          cache_control: { type: "ephemeral" },
        },
      ],
    },
  ],
  [
    "an image at a URL",
    { role: "user", content: [{ type: "image", source: { type: "url", url: "https://a.example/b.png" } }] },
  ],
  [
    "an image with an id",
    { role: "user", content: [{ type: "image", source: { type: "file", file_id: "file_1", x: [] }, y: 1 }] },
  ],
  ["an image without a source type", { role: "user", content: [{ type: "image", source: {} }] }],
  [
    "a document",
    {
      role: "user",
      content: [
        {
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
          title: "a.pdf",
          context: "c",
          citations: { enabled: true },
        },
      ],
    },
  ],
  [
    "a document of text",
    {
      role: "user",
      content: [{ type: "document", source: { type: "text", media_type: "text/plain", data: "Hello" }, title: null }],
    },
  ],
  [
    "a document of blocks",
    {
      role: "user",
      content: [{ type: "document", source: { type: "content", content: [{ type: "text", text: "Hello" }] } }],
    },
  ],
  [
    "a search result",
    {
      role: "user",
      content: [{ type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "Hello" }] }],
    },
  ],
  [
    "thinking",
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "2 + 2", signature: "c2ln" },
        { type: "text", text: "4" },
      ],
    },
  ],
  ["thinking without a signature", { role: "assistant", content: [{ type: "thinking", thinking: "" }] }],
  ["redacted thinking", { role: "assistant", content: [{ type: "redacted_thinking", data: "ZGF0YQ==" }] }],
  [
    "a call",
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look" },
        { type: "tool_use", id: "toolu_1", name: "look", input: { a: [1, { b: "ä" }] }, caller: { type: "direct" } },
      ],
    },
  ],
  ["a call without an input", { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look" }] }],
  [
    "calls with other inputs",
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "1", name: "a", input: null },
        { type: "tool_use", id: "2", name: "a", input: "x" },
        { type: "tool_use", id: "3", name: "a", input: "" },
      ],
    },
  ],
  ["a result", { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "sunny" }] }],
  [
    "a result that is an error",
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: "no",
          is_error: true,
          cache_control: { type: "ephemeral" },
        },
      ],
    },
  ],
  [
    "a result that is no error",
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", is_error: false }] },
  ],
  [
    "results of other types",
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "1", is_error: null, content: null },
        { type: "tool_result", tool_use_id: "2", content: [] },
        { type: "tool_result", tool_use_id: "3", content: "" },
      ],
    },
  ],
  [
    "a structured result",
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: [
            { type: "text", text: "a" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
            { type: "text", text: "", cache_control: null },
            { type: "text", text: "b🌍" },
            { type: "tool_reference", tool_name: "x" },
          ],
        },
      ],
    },
  ],
  [
    "a result of one image",
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: [{ type: "image", source: { type: "url", url: "u" } }],
        },
      ],
    },
  ],
  [
    "half surrogates in texts that follow each other",
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "1",
          content: [
            { type: "text", text: "\uD83C" },
            { type: "text", text: "\uDF0D" },
          ],
        },
      ],
    },
  ],
  [
    "a tool of the server",
    {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "q" } },
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
      ],
    },
  ],
  [
    "a block of the name of a part",
    { role: "user", content: [{ type: "file", text: "x" }, { type: "data" }, { type: "tool-result", text: "y" }] },
  ],
  [
    "a whole answer",
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "Hi", citations: null }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 2 },
    },
  ],
];

const gemini: Blobs = [
  ["a text", { role: "user", parts: [{ text: "Hello" }] }],
  ["no role", { parts: [{ text: "Hello" }] }],
  ["no parts", { role: "model" }],
  ["parts that are null", { role: "model", parts: null }],
  ["an empty list", { role: "model", parts: [] }],
  ["a system instruction", { role: "system", parts: [{ text: "Be short" }] }],
  ["an empty text with a signature", { role: "model", parts: [{ text: "", thoughtSignature: "c2ln" }] }],
  [
    "thinking",
    {
      role: "model",
      parts: [
        { text: "2 + 2", thought: true, thoughtSignature: "c2ln" },
        { text: "4", thought: false },
      ],
    },
  ],
  [
    "thinking without a signature",
    { role: "model", parts: [{ text: "2 + 2", thought: true, thoughtSignature: null }] },
  ],
  ["an image", { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: png, displayName: "a.png" } }] }],
  [
    "audio, video and a document",
    {
      role: "user",
      parts: [
        { inlineData: { mimeType: "audio/wav", data: "UklGRg==" } },
        { inlineData: { mimeType: "video/mp4", data: "AAAA" }, videoMetadata: { fps: 1 } },
        { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } },
      ],
    },
  ],
  ["bytes without a type", { role: "user", parts: [{ inlineData: { data: "AAAA", x: 1 }, thought: true }] }],
  [
    "a file",
    {
      role: "user",
      parts: [
        { fileData: { mimeType: "image/png", fileUri: "https://a.example/b.png" }, mediaResolution: { level: "LOW" } },
        { fileData: { fileUri: "gs://a/b" } },
      ],
    },
  ],
  [
    "a call",
    {
      role: "model",
      parts: [{ functionCall: { name: "look", args: { a: [1, { b: "ä" }] } }, thoughtSignature: "c2ln" }],
    },
  ],
  ["a call with an id", { role: "model", parts: [{ functionCall: { id: "1", name: "look", args: {} } }] }],
  [
    "calls without arguments",
    {
      role: "model",
      parts: [
        { functionCall: { name: "look" } },
        { functionCall: { name: "look", args: null, id: null, willContinue: false } },
      ],
    },
  ],
  [
    "a piece of a call",
    { role: "model", parts: [{ functionCall: { partialArgs: [{ jsonPath: "$.a" }], willContinue: true } }] },
  ],
  [
    "a result",
    { role: "user", parts: [{ functionResponse: { name: "look", response: { weather: "sunny", big: [1, 2] } } }] },
  ],
  [
    "a result of a function",
    { role: "function", parts: [{ functionResponse: { name: "look", id: "1", response: {}, scheduling: "SILENT" } }] },
  ],
  [
    "results without a response",
    {
      role: "user",
      parts: [
        { functionResponse: { name: "look" } },
        { functionResponse: { name: "look", response: null } },
        { functionResponse: { response: {} } },
      ],
    },
  ],
  [
    "a result with an image",
    {
      role: "user",
      parts: [
        {
          functionResponse: {
            name: "look",
            response: { image: { $ref: "a" } },
            parts: [{ inlineData: { mimeType: "image/png", data: png } }],
          },
        },
      ],
    },
  ],
  [
    "code",
    {
      role: "model",
      parts: [
        { executableCode: { language: "PYTHON", code: "1" } },
        { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
      ],
    },
  ],
  ["a part that is empty", { role: "model", parts: [{}, { text: null }, { type: "text" }] }],
  ["names with an underscore", { role: "user", parts: [{ inline_data: { mime_type: "image/png", data: png } }] }],
  ["two kinds in one part", { role: "user", parts: [{ text: "a", inlineData: { data: "AAAA" }, functionCall: null }] }],
  ["an unknown field", { role: "user", parts: [{ text: "a", partMetadata: { a: 1 } }], x: 1 }],
];

/** The messages of each format. */
export const blobs: Readonly<Record<"openai" | "anthropic" | "gemini", Blobs>> = { openai, anthropic, gemini };
