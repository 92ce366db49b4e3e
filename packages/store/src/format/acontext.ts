import type { JsonValue, JsonRecord, MessageContent, MessagePart } from "../types.ts";
import { refuseForeignBlock, refuseForeignMessage } from "./foreign.ts";
import { FormatError } from "./format-error.ts";
import { isJsonObject } from "../is-json-object.ts";
import { asObject, compact, isEmpty, isList, omit, stringAt, toJsonText } from "./json.ts";

/**
 * Read a message in the store's own format. What the store makes itself (`id`, `session_id`, dates) is ignored, so that
 * a message that was read from a store can be stored again. Throws a {@link FormatError}.
 */
export function readAcontext(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["parts"]);
  const { role, parts, meta } = blob;
  if (role !== "user" && role !== "assistant") throw new FormatError(role, "blob.role", "user or assistant");
  if (!isList(parts)) throw new FormatError(parts, "blob.parts", "an array");
  return {
    role,
    parts: parts.map((part, at) => readPart(asObject(part, `blob.parts[${at}]`), `blob.parts[${at}]`)),
    meta: readMeta(meta, "blob.meta"),
  };
}

function readMeta(meta: JsonValue | undefined, path: string): JsonRecord {
  return meta === undefined || meta === null ? {} : asObject(meta, path);
}

function readPart(part: JsonRecord, path: string): MessagePart {
  refuseForeignBlock(part, "acontext", path);
  const type = stringAt(part, "type", path);
  const { text } = part;
  if (type === "text" || type === "thinking") stringAt(part, "text", path);
  if (text !== undefined && text !== null && typeof text !== "string")
    throw new FormatError(text, `${path}.text`, "a string");
  const meta = withOthers(readPartMeta(type, readMeta(part["meta"], `${path}.meta`), `${path}.meta`), part);
  return { type, ...(typeof text === "string" ? { text } : {}), ...(isEmpty(meta) ? {} : { meta }) };
}

function readPartMeta(type: string, meta: JsonRecord, path: string): JsonRecord {
  if (type === "tool-call") {
    stringAt(meta, "name", path);
    const callArguments = meta["arguments"];
    if (callArguments === undefined) throw new FormatError(callArguments, `${path}.arguments`, "a string or an object");
    // Programs also send the arguments as an object; in the store they are text.
    return typeof callArguments === "string"
      ? meta
      : { ...meta, arguments: toJsonText(callArguments, `${path}.arguments`) };
  }
  if (type === "tool-result" && typeof meta["name"] !== "string") stringAt(meta, "tool_call_id", path);
  return meta;
}

/** A part has no other fields in the store: `filename` goes to the key of that name, others below `acontext`. */
function withOthers(meta: JsonRecord, part: JsonRecord): JsonRecord {
  const { filename } = part;
  const named = typeof filename === "string" && meta["filename"] === undefined;
  const others = omit(part, ["type", "text", "meta", ...(named || filename === null ? ["filename"] : [])]);
  const given = compact(
    Object.fromEntries(Object.entries(others).map(([key, value]) => [key, value === null ? undefined : value])),
  );
  if (isEmpty(given)) return named ? { ...meta, filename } : meta;
  const earlier = isJsonObject(meta["acontext"]) ? meta["acontext"] : {};
  return { ...meta, ...(named ? { filename } : {}), acontext: { ...earlier, ...given } };
}
