import type { Json } from "./outline.ts";

// Lines of a log, as the client writes them.
export const header = (more: Json = {}): Json => ({
  sessionId: "s",
  projectHash: "hash",
  startTime: "2026-03-01T08:00:00.000Z",
  lastUpdated: "2026-03-01T08:00:00.000Z",
  kind: "main",
  ...more,
});

export const set = (fields: Json): Json => ({ $set: fields });

export const updated = set({ lastUpdated: "" });

export const rewind = (id: string): Json => ({ $rewindTo: id });

export const message = (id: string, type: string, content: unknown, more: Json = {}): Json => ({
  id,
  timestamp: "",
  type,
  content,
  ...more,
});

export const asks = (id: string, words: string): Json => message(id, "user", [{ text: words }]);

export const tokens = { input: 100, output: 20, cached: 40, thoughts: 5, tool: 0, total: 125 };

export const answers = (id: string, words: string, more: Json = {}): Json =>
  message(id, "gemini", words, { thoughts: [], tokens, model: "gemini-2.5-pro", ...more });

export const call = (id: string, name: string, args: Json, output?: string): Json => ({
  id,
  name,
  args,
  status: "success",
  ...(output === undefined ? {} : { result: [response(id, name, output)] }),
});

export const response = (id: string, name: string, output: string): Json => ({
  functionResponse: { id, name, response: { output } },
});

export const returns = (id: string, ...parts: Json[]): Json => message(id, "user", parts);

export const context = { text: "<session_context>\nToday is Sunday.\n</session_context>" };

/** The client writes its history again: messages under new ids, without a model, and then all of them as the history. */
export function again(...messages: Json[]): Json[] {
  const lines = messages.map((one) => ({
    ...one,
    ...(one["type"] === "gemini" ? { thoughts: [], tokens: null } : {}),
  }));
  for (const line of lines) delete (line as Json)["model"];
  return [...lines.flatMap((line) => [line, updated]), set({ messages: lines })];
}
