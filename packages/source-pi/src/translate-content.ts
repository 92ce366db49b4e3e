import { isObject, type JsonObject } from "@ccdag/core";

/** Add the fields that Claude Code has no name for to a record, below `pi`. */
export function withRest(record: JsonObject, rest: JsonObject): JsonObject {
  return Object.keys(rest).length === 0 ? record : { ...record, pi: { ...(record["pi"] as JsonObject), ...rest } };
}

/** A user record of Claude Code. */
export function user(content: unknown): JsonObject {
  return { type: "user", message: { role: "user", content: toContent(content) } };
}

/** Content of pi in the format of Claude Code: a text, or blocks. */
export function toContent(content: unknown): unknown {
  return Array.isArray(content) ? content.map(toBlock) : (content ?? []);
}

function toBlock(block: unknown): unknown {
  if (!isObject(block)) return block;
  switch (block["type"]) {
    case "image":
      return "data" in block
        ? { type: "image", source: { type: "base64", media_type: block["mimeType"], data: block["data"] } }
        : block;
    case "thinking":
      return block["redacted"] === true ? { ...block, type: "redacted_thinking" } : block;
    case "toolCall": {
      const { arguments: input, ...rest } = block;
      return { ...rest, type: "tool_use", input };
    }
    default:
      return block;
  }
}
