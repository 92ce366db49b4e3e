import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../../types.ts";
import { makeCallId } from "../link-calls.ts";
import { restIfAny, keptNested, makePart, messageMeta, opaquePart } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignBlock, refuseForeignMessage } from "../foreign.ts";
import { asObject, isList, objectAt, omit, stringAt, toJsonText } from "../json.ts";
import { readBlob, readFile } from "./media.ts";
import { splitSignature } from "./signature.ts";

/** Read a content of the API of Gemini. Throws a {@link FormatError}. */
export function readGemini(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["parts"]);
  const { role, parts } = blob;
  if (role !== undefined && role !== "user" && role !== "model" && role !== "function" && role !== "system")
    throw new FormatError(role, "blob.role", "user, model, function or system");
  const isEmptyList = isList(parts) && parts.length === 0;
  return {
    role: role === "model" ? "assistant" : "user",
    parts: readParts(parts),
    meta: messageMeta("gemini", omit(blob, ["role", ...(isList(parts) && !isEmptyList ? ["parts"] : [])]), {
      originalRole: role === "user" || role === "model" ? undefined : (role ?? ""),
    }),
  };
}

function readParts(parts: JsonValue | undefined): MessagePart[] {
  // An answer that was cut before its first token has none.
  if (parts === undefined || parts === null) return [];
  if (!isList(parts)) throw new FormatError(parts, "blob.parts", "an array");
  return parts.map((part, at) => readPart(asObject(part, `blob.parts[${at}]`), `blob.parts[${at}]`, at));
}

function readPart(part: JsonRecord, path: string, at: number): MessagePart {
  refuseForeignBlock(part, "gemini", path);
  if (has(part, "text")) return readText(part, path);
  if (has(part, "functionCall")) return readCall(part, objectAt(part, "functionCall", path), path, at);
  if (has(part, "functionResponse")) return readResponse(part, objectAt(part, "functionResponse", path), path);
  if (has(part, "inlineData")) return readBlob(part, objectAt(part, "inlineData", path));
  if (has(part, "fileData")) return readFile(part, objectAt(part, "fileData", path));
  return opaquePart(
    "gemini",
    part,
    Object.keys(part).find((field) => has(part, field)),
  );
}

function has(part: JsonRecord, field: string): boolean {
  return part[field] !== undefined && part[field] !== null;
}

function readText(part: JsonRecord, path: string): MessagePart {
  const text = stringAt(part, "text", path);
  const isThought = part["thought"] === true;
  const { signature, others } = splitSignature(omit(part, ["text", ...(isThought ? ["thought"] : [])]));
  return makePart(isThought ? "thinking" : "text", text, { ...signature, gemini: restIfAny(others) });
}

function readCall(part: JsonRecord, call: JsonRecord, path: string, at: number): MessagePart {
  // A piece of a streamed call has no name.
  if (!has(call, "name")) return opaquePart("gemini", part, "functionCall");
  const name = stringAt(call, "name", `${path}.functionCall`);
  const { id, args } = call;
  const isNull = args === null;
  const callArguments = args === undefined || isNull ? "" : toJsonText(args, `${path}.functionCall.args`);
  const hasId = typeof id === "string";
  const rest = omit(call, ["name", ...(isNull ? [] : ["args"]), ...(hasId ? ["id"] : [])]);
  const { signature, others } = splitSignature(keptNested(part, "functionCall", rest));
  return makePart("tool-call", undefined, {
    id: hasId ? id : makeCallId(name, callArguments, at),
    ...(hasId ? {} : { id_made: true }),
    name,
    arguments: callArguments,
    ...signature,
    gemini: restIfAny(others),
  });
}

function readResponse(part: JsonRecord, result: JsonRecord, path: string): MessagePart {
  if (!has(result, "name")) return opaquePart("gemini", part, "functionResponse");
  const name = stringAt(result, "name", `${path}.functionResponse`);
  const { id, response } = result;
  const isGiven = response !== undefined && response !== null;
  const hasId = typeof id === "string";
  const rest = omit(result, ["name", ...(isGiven ? ["response"] : []), ...(hasId ? ["id"] : [])]);
  const { signature, others } = splitSignature(keptNested(part, "functionResponse", rest));
  return makePart("tool-result", isGiven ? toJsonText(response, `${path}.functionResponse.response`) : undefined, {
    ...(hasId ? { tool_call_id: id } : {}),
    name,
    ...signature,
    gemini: restIfAny(others),
  });
}
