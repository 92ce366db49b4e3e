import type { Json } from "./outline.ts";

// Events, as the client writes them.
let count = 0;

/** An event; its parent is as recorded, and not what decides. */
export const event = (type: string, data: Json = {}, more: Json = {}): Json => ({
  type,
  data,
  id: `e${++count}`,
  parentId: `e${count - 1}`,
  ...more,
});

export const start = (session = "s"): Json =>
  event("session.start", { sessionId: session, copilotVersion: "1.0.102", context: { cwd: "/srv/rope" } });

export const asks = (content: string, data: Json = {}, more: Json = {}): Json =>
  event(
    "user.message",
    { content, transformedContent: `<time>now</time>\n\n${content}`, delivery: "idle", ...data },
    more,
  );

/** An answer, after the record of what its request took. */
export const answers = (content: string, data: Json = {}, more: Json = {}): Json[] => {
  const apiCallId = `call-${count}`;
  return [
    event(
      "session.usage_record",
      {
        usage: {
          model: "gpt-5.2",
          inputTokens: 100,
          outputTokens: 20,
          cacheReadTokens: 40,
          reasoningTokens: 5,
          apiCallId,
        },
      },
      more,
    ),
    event(
      "assistant.message",
      { messageId: `m${count}`, model: "gpt-5.2", content, toolRequests: [], apiCallId, ...data },
      more,
    ),
  ];
};

export const calls = (...requests: ReadonlyArray<[string, string, Json]>): Json => ({
  toolRequests: requests.map(([toolCallId, name, input]) => ({ toolCallId, name, arguments: input, type: "function" })),
});

export const returns = (toolCallId: string, content: string, data: Json = {}, more: Json = {}): Json =>
  event("tool.execution_complete", { toolCallId, success: true, result: { content }, ...data }, more);
