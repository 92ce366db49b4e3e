import { isObject, type JsonObject, wrapInTag } from "@ccdag/core";
import { toContent, user, withRest } from "./content.ts";

/**
 * Say a message of pi in the terms of Claude Code.
 *
 * @param message as recorded.
 * @param id of its entry: each one is an answer of the model's own.
 * @returns nothing for a role that nobody knows.
 */
export function translateMessage(message: JsonObject, id: string): JsonObject | undefined {
  const { role, content, ...rest } = message;
  switch (role) {
    case "user":
      return withRest(user(content), rest);
    case "assistant":
      return assistant(content, rest, id);
    case "toolResult":
      return toolResult(content, rest);
    case "bashExecution":
      return bash(rest);
    case "compactionSummary": {
      const { summary, ...others } = rest;
      return withRest({ ...user(summary), isCompactSummary: true }, others);
    }
    case "branchSummary": {
      const { summary, ...others } = rest;
      return withRest({ ...user(summary), isMeta: true }, others);
    }
    case "custom":
    case "hookMessage":
    case "system":
      return withRest({ ...user(content), isMeta: true }, rest);
    default:
      return undefined;
  }
}

function assistant(
  content: unknown,
  { model, usage, stopReason, errorMessage, ...rest }: JsonObject,
  id: string,
): JsonObject {
  const blocks = toContent(content);
  const list = Array.isArray(blocks) ? (blocks as unknown[]) : blocks === "" ? [] : [blocks];
  // What went wrong is all that was answered, or how it ended.
  const isError = typeof errorMessage === "string" && errorMessage !== "";
  const said = isError
    ? [...list, { type: "text", text: list.length === 0 ? errorMessage : `[${errorMessage}]` }]
    : list;
  const message = {
    id,
    role: "assistant",
    model,
    content: said,
    ...(isObject(usage) ? { usage: toUsage(usage) } : {}),
  };
  const record = { type: "assistant", message, ...(isError && list.length === 0 ? { isApiErrorMessage: true } : {}) };
  const counted = isObject(usage) ? { usage: restOf(usage) } : {};
  return withRest(record, { ...rest, ...(stopReason === undefined ? {} : { stopReason }), ...counted });
}

function toUsage(usage: JsonObject): JsonObject {
  return {
    input_tokens: usage["input"],
    output_tokens: usage["output"],
    cache_read_input_tokens: usage["cacheRead"],
    cache_creation_input_tokens: usage["cacheWrite"],
  };
}

function toolResult(content: unknown, { toolCallId, isError, ...rest }: JsonObject): JsonObject {
  const block = { type: "tool_result", tool_use_id: toolCallId, content: toContent(content), is_error: isError };
  // What a tool of pi's says of its result is no record of Claude Code's, and must not be read as one.
  return withRest({ type: "user", message: { role: "user", content: [block] } }, rest);
}

/** What the API counted that has no name in Claude Code: cost, reasoning, and whatever comes. */
function restOf(usage: JsonObject): JsonObject {
  const named = new Set(["input", "output", "cacheRead", "cacheWrite"]);
  return Object.fromEntries(Object.entries(usage).filter(([name]) => !named.has(name)));
}

/** A command that the person ran: in Claude Code two records, here one with what it printed. */
function bash({ command, output, ...rest }: JsonObject): JsonObject {
  const input = { type: "text", text: wrapInTag("bash-input", words(command)) };
  const printed = { type: "text", text: wrapInTag("bash-stdout", words(output)) };
  return withRest({ type: "user", message: { role: "user", content: [input, printed] } }, rest);
}

function words(value: unknown): string {
  return typeof value === "string" ? value : "";
}
