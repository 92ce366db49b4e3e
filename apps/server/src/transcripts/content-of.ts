import type { Content, ToolCall, ToolResult } from "@ccdag/ccast";
import { isJsonObject, type JsonRecord, type MessageContent } from "@ccdag/store";
import { fromFormat } from "@ccdag/store/formats";
import type { RawRecords } from "./raw-records.ts";

/** A result of a tool, with the id of the call that it answers. */
export type AnsweredCall = { readonly id: string; readonly result: ToolResult };

/**
 * The content of a message for the store.
 *
 * @param role who wrote it.
 * @param nodes what the tree has of it; results of tools are omitted, see {@link resultContent}.
 * @param raw the records, for what the tree does not keep.
 */
export function messageContent(role: "user" | "assistant", nodes: readonly Content[], raw: RawRecords): MessageContent {
  return fromFormat({ role, content: nodes.flatMap((node) => toBlock(node, raw)) }, "anthropic");
}

/** The content of a message that holds results of tools. */
export function resultContent(results: readonly AnsweredCall[], raw: RawRecords): MessageContent {
  const content = results.map(({ id, result }) => ({
    type: "tool_result",
    tool_use_id: id,
    content: result.children.flatMap((node) => toBlock(node, raw)),
    ...(result.isError ? { is_error: true } : {}),
  }));
  return fromFormat({ role: "user", content }, "anthropic");
}

/** A node as a block of the Messages API. */
function toBlock(node: Content, raw: RawRecords): JsonRecord[] {
  switch (node.type) {
    case "text":
      return [{ type: "text", text: node.value }];
    case "thinking":
      return [raw.thinking(node) ?? { type: "thinking", thinking: node.value, signature: "" }];
    case "image":
    case "document":
      return (node.data ?? node.url) === undefined ? [] : [{ type: node.type, source: toSource(node) }];
    case "toolCall":
      return [{ type: "tool_use", id: node.id, name: node.name, input: inputOf(node) }];
    case "unknown":
      return [node.raw as JsonRecord];
    default:
      return [];
  }
}

function toSource({ mediaType, data, url }: Extract<Content, { type: "image" | "document" }>): JsonRecord {
  if (data === undefined) return { type: "url", url: url! };
  return { type: mediaType === "text/plain" ? "text" : "base64", media_type: mediaType, data };
}

/** The API knows only objects as inputs. */
function inputOf({ input }: ToolCall): JsonRecord {
  return isJsonObject(input) ? input : ({ input } as JsonRecord);
}
