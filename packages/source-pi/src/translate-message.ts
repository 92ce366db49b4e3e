import { isObject, type JsonObject, wrapInTag } from "@ccdag/core";
import { toContent, user, withRest } from "./translate-content.ts";
import { textOrEmpty } from "./text-of.ts";

/**
 * Translate a message of pi into a record of Claude Code.
 *
 * @param message as recorded.
 * @param id the id of its entry, used as the id of the API message: each entry is one answer of the model.
 * @returns the record; `undefined` for an unknown role.
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
  // An error is the whole answer, or the end of it.
  const isError = typeof errorMessage === "string" && errorMessage !== "";
  const blocksWithError = isError
    ? [...list, { type: "text", text: list.length === 0 ? errorMessage : `[${errorMessage}]` }]
    : list;
  const message = {
    id,
    role: "assistant",
    model,
    content: blocksWithError,
    ...(isObject(usage) ? { usage: toUsage(usage) } : {}),
  };
  const record = { type: "assistant", message, ...(isError && list.length === 0 ? { isApiErrorMessage: true } : {}) };
  const otherUsage = isObject(usage) ? { usage: restOf(usage) } : {};
  return withRest(record, { ...rest, ...(stopReason === undefined ? {} : { stopReason }), ...otherUsage });
}

function toUsage(usage: JsonObject): JsonObject {
  return {
    input_tokens: usage["input"],
    output_tokens: usage["output"],
    cache_read_input_tokens: usage["cacheRead"],
    cache_creation_input_tokens: usage["cacheWrite"],
    ...(isObject(usage["cost"]) ? { cost_usd: usage["cost"]["total"] } : {}),
  };
}

function toolResult(content: unknown, { toolCallId, isError, ...rest }: JsonObject): JsonObject {
  const block = { type: "tool_result", tool_use_id: toolCallId, content: toContent(content), is_error: isError };
  // The details of a tool of pi go below `pi`: they must not be read as a `toolUseResult` of Claude Code.
  return withRest({ type: "user", message: { role: "user", content: [block] } }, rest);
}

/** The fields of the usage that Claude Code has no name for: cost, reasoning, and others. */
function restOf(usage: JsonObject): JsonObject {
  const named = new Set(["input", "output", "cacheRead", "cacheWrite"]);
  return Object.fromEntries(Object.entries(usage).filter(([name]) => !named.has(name)));
}

/** A command that the person ran. In Claude Code it is two records; here command and output are one. */
function bash({ command, output, ...rest }: JsonObject): JsonObject {
  const input = { type: "text", text: wrapInTag("bash-input", textOrEmpty(command)) };
  const printed = { type: "text", text: wrapInTag("bash-stdout", textOrEmpty(output)) };
  return withRest({ type: "user", message: { role: "user", content: [input, printed] } }, rest);
}
