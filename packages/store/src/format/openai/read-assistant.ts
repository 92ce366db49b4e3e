import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { restIfAny, keptNested, makePart, messageMeta, opaquePart, splitFields } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { asObject, isList, objectAt, omit, stringAt } from "../json.ts";
import { reasoningFields, spokenNames } from "./image-names.ts";
import { contentRest, readContent } from "./read-content.ts";

/**
 * Read an assistant message, of a request or an answer. A part that is not from `content` has the field that it is from
 * in `meta.field`.
 */
export function readAssistant(blob: JsonRecord): MessageContent {
  const { content, refusal, audio, function_call, name } = blob;
  const parts: MessagePart[] = [];
  const taken = ["role"];
  for (const field of reasoningFields) {
    const text = blob[field];
    if (typeof text !== "string") continue;
    taken.push(field);
    parts.push(makePart("thinking", text, { field }));
  }
  const contentParts = readContent(content, true);
  for (const part of contentParts) parts.push(part);
  if (isGiven(refusal)) {
    taken.push("refusal");
    parts.push(makePart("text", stringAt(blob, "refusal", "blob"), { is_refusal: true, field: "refusal" }));
  }
  if (isGiven(audio)) {
    taken.push("audio");
    const { meta, rest } = splitFields(objectAt(blob, "audio", "blob"), spokenNames);
    parts.push(makePart("audio", undefined, { ...meta, field: "audio", openai: restIfAny(rest) }));
  }
  const calls = readCalls(blob["tool_calls"]);
  if (calls.length > 0) taken.push("tool_calls");
  for (const call of calls) parts.push(call);
  if (isGiven(function_call)) {
    taken.push("function_call");
    parts.push(readFunction({}, objectAt(blob, "function_call", "blob"), "blob.function_call", "function_call"));
  }
  if (typeof name === "string") taken.push("name");
  const rest = { ...omit(blob, [...taken, "content"]), ...contentRest(content, contentParts) };
  return {
    role: "assistant",
    parts,
    meta: messageMeta("openai", rest, { name: typeof name === "string" ? name : undefined }),
  };
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function readCalls(calls: JsonValue | undefined): MessagePart[] {
  if (calls === undefined || calls === null) return [];
  if (!isList(calls)) throw new FormatError(calls, "blob.tool_calls", "an array");
  return calls.map((one, at) => {
    const path = `blob.tool_calls[${at}]`;
    const call = asObject(one, path);
    const type = stringAt(call, "type", path);
    if (type === "function") return readFunction(call, objectAt(call, type, path), `${path}.function`);
    if (type === "custom") return readCustom(call, objectAt(call, type, path), path);
    return opaquePart("openai", call, type, "tool_calls");
  });
}

/** A call of a function. The old `function_call` has no id. */
function readFunction(call: JsonRecord, called: JsonRecord, path: string, field?: "function_call"): MessagePart {
  const rest = omit(called, ["name", "arguments"]);
  return makePart("tool-call", undefined, {
    ...(field ? { field } : { id: stringAt(call, "id", path.slice(0, -".function".length)) }),
    name: stringAt(called, "name", path),
    arguments: stringAt(called, "arguments", path),
    openai: restIfAny(omit(keptNested(call, "function", rest), ["id", "type"])),
  });
}

/** A call of a custom tool: its input is any text. */
function readCustom(call: JsonRecord, called: JsonRecord, path: string): MessagePart {
  const rest = omit(called, ["name", "input"]);
  return makePart("tool-call", undefined, {
    id: stringAt(call, "id", path),
    type: "custom",
    name: stringAt(called, "name", `${path}.custom`),
    arguments: stringAt(called, "input", `${path}.custom`),
    openai: restIfAny(omit(keptNested(call, "custom", rest), ["id", "type"])),
  });
}
