import type { JsonRecord, JsonValue, MessageContent, MessagePart } from "../../types.ts";
import { argumentsObject, exactArguments } from "../arguments.ts";
import { isFrom, isPlainText, joinFields, metaOf, originalRoleOf, restOf, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact, parseJson } from "../json.ts";
import type { CallLink } from "../link-calls.ts";
import { joinResult } from "../result-blocks.ts";
import { foreignFile, foreignSaid, saidPart } from "./said.ts";
import { modelFileNames } from "./read-model-message.ts";

const format = "ai-sdk-model";

/** Write a message as `ModelMessage`s: results are a message of the role `tool`. None if nothing of it can be said. */
export function writeModelMessages(message: MessageContent, links: ReadonlyMap<number, CallLink>): JsonRecord[] {
  const { parts, meta, role } = message;
  const original = originalRoleOf(message);
  if (isFrom(message, format)) {
    const rest = restOf(meta, format);
    const isText = rest["content"] === "" && parts.length === 1 && isPlainText(parts[0]!);
    const content = isText ? textOf(parts[0]!) : parts.flatMap(exactPart);
    return [{ ...rest, role: original === "system" || original === "tool" ? original : role, content }];
  }
  if (original === "system" || original === "developer") {
    const content = parts.flatMap((part) => (part.type === "text" ? [textOf(part)] : [])).join("\n");
    return content === "" ? [] : [{ role: "system", content }];
  }
  const written = parts.map((part, at) => ({ part, items: foreignPart(part, links.get(at), role) }));
  const itemsOf = (isResult: boolean) =>
    written.flatMap(({ part, items }) => ((part.type === "tool-result") === isResult ? items : []));
  const [results, others] = [itemsOf(true), itemsOf(false)];
  const tool = results.length > 0 ? [{ role: "tool", content: results }] : [];
  const own = others.length > 0 ? [{ role, content: others }] : [];
  return role === "assistant" ? [...own, ...tool] : [...tool, ...own];
}

function exactPart(part: MessagePart): JsonRecord[] {
  const meta = metaOf(part);
  const rest = restOf(meta, format);
  switch (part.type) {
    case "text":
    case "thinking":
      return [saidPart(part, rest)];
    case "image":
    case "audio":
    case "video":
    case "file":
      return [exactMedia(meta, rest)];
    case "tool-call": {
      const call = compact({ toolCallId: meta["id"], toolName: meta["name"], input: exactArguments(part) });
      return [{ ...rest, type: "tool-call", ...call }];
    }
    case "tool-result": {
      const named = compact({
        toolCallId: meta["tool_call_id"],
        toolName: meta["name"],
        output: exactOutput(part, rest),
      });
      return [{ ...(isJsonObject(rest["rest"]) ? rest["rest"] : {}), type: "tool-result", ...named }];
    }
    default:
      return isJsonObject(meta[format]) ? [meta[format]] : [];
  }
}

function exactMedia(meta: JsonRecord, { field, rest }: JsonRecord): JsonRecord {
  const isImage = field === "image";
  const value = meta["url"] ?? meta["data"] ?? "";
  return {
    ...joinFields(meta, rest, modelFileNames),
    type: isImage ? "image" : "file",
    [isImage ? "image" : "data"]: value,
  };
}

function exactOutput(part: MessagePart, { form, output }: JsonRecord): JsonValue | undefined {
  const kept = isJsonObject(output) ? output : {};
  const text = textOf(part);
  if (form === "text") return { ...kept, value: text };
  if (form === "json") return { ...kept, value: parseJson(text) ?? text };
  if (form === "content") return { ...kept, value: joinResult(part, format) ?? [] };
  return output;
}

/** A part of another format. */
function foreignPart(part: MessagePart, link: CallLink | undefined, role: string): JsonRecord[] {
  const isOwn = role === "assistant";
  switch (part.type) {
    case "text":
      return foreignSaid(part);
    case "thinking":
      return isOwn ? foreignSaid(part) : [];
    case "image":
    case "audio":
    case "video":
    case "file":
      return foreignFile(part, (_, data, url) => compact({ data: data ?? url }));
    case "tool-call": {
      if (link?.name === undefined || !isOwn) return [];
      return [{ type: "tool-call", toolCallId: link.id, toolName: link.name, input: argumentsObject(part) }];
    }
    case "tool-result": {
      if (link === undefined) return [];
      const type = metaOf(part)["is_error"] === true ? "error-text" : "text";
      const named = { toolCallId: link.id, toolName: link.name ?? "unknown" };
      return [{ type: "tool-result", ...named, output: { type, value: textOf(part) } }];
    }
    default:
      return [];
  }
}
