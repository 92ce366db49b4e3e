import { isObject, type JsonObject, type RawBlock } from "@ccdag/core";
import { blocksOf, restOf } from "./blocks.ts";
import { object, objects, text, without } from "./values.ts";

/** A part of an answer: its blocks, and what no block has a place for. */
export interface AnswerPart {
  readonly blocks: readonly RawBlock[];
  readonly rest: JsonObject;
}

/** Whether an item is a part of an answer. */
export function isAnswer({ type, role }: JsonObject): boolean {
  return type === "reasoning" || (type === "message" && role === "assistant") || String(type).endsWith("_call");
}

/**
 * An item of an answer as blocks.
 *
 * @param payload the item.
 * @param id a name for a call that has none.
 * @returns `undefined` if it is no part of an answer.
 */
export function partOf(payload: JsonObject, id: string): AnswerPart | undefined {
  const kind = text(payload["type"]) ?? "";
  if (kind === "reasoning") return thinkingOf(payload);
  if (kind === "message" && payload["role"] === "assistant")
    return {
      blocks: blocksOf(payload["content"]),
      rest: { ...without(payload, "type", "role", "content"), ...restOf(payload["content"]) },
    };
  return kind.endsWith("_call") ? callOf(kind, payload, id) : undefined;
}

/** The summary of a thought; the thought itself is encrypted. */
function thinkingOf(payload: JsonObject): AnswerPart {
  const words = [...objects(payload["summary"]), ...objects(payload["content"])]
    .map((part) => text(part["text"]))
    .filter((part) => part !== undefined);
  const block =
    words.length > 0
      ? { type: "thinking", thinking: words.join("\n") }
      : { type: "redacted_thinking", data: payload["encrypted_content"] };
  const isShown = words.length === 0;
  return { blocks: [block], rest: without(payload, "type", "summary", ...(isShown ? ["encrypted_content"] : [])) };
}

/**
 * A call. `function_call` has its arguments as JSON, `custom_tool_call` a text, and the tools of the API (`web_search_call`,
 * `local_shell_call`, `image_generation_call`) an action.
 */
function callOf(kind: string, payload: JsonObject, id: string): AnswerPart {
  const name = text(payload["name"]) ?? kind.slice(0, -"_call".length);
  const call = { type: "tool_use", id: text(payload["call_id"]) ?? text(payload["id"]) ?? id, name };
  const { field, input } = inputOf(payload);
  return { blocks: [{ ...call, input }], rest: without(payload, "type", "name", "call_id", field) };
}

function inputOf(payload: JsonObject): { field: string; input: JsonObject } {
  if (payload["arguments"] !== undefined) return { field: "arguments", input: argumentsOf(payload["arguments"]) };
  if (payload["input"] !== undefined) return { field: "input", input: { input: payload["input"] } };
  return { field: "action", input: object(payload["action"]) };
}

function argumentsOf(recorded: unknown): JsonObject {
  if (isObject(recorded)) return recorded;
  try {
    const parsed: unknown = JSON.parse(String(recorded));
    if (isObject(parsed)) return parsed;
  } catch {
    // What a model wrote need not be JSON.
  }
  return { arguments: recorded };
}
