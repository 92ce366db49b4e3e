import type { ToolResult } from "@ccdag/ccast";
import type { RawBlock } from "./entry.ts";
import { toBlocks } from "./parse-records.ts";

/** The name of the tool that a block calls; of a server that the API asks it is written as the client writes it. */
export function toolNameIn({ name, server_name: server }: RawBlock): string {
  if (typeof name !== "string" || name === "") return "unknown";
  return typeof server === "string" && server !== "" ? `mcp__${server}__${name}` : name;
}

/** Whether a block of an answer is the result of a tool that the API ran, such as `web_search_tool_result`. */
export function isServerResult({ type, tool_use_id: id }: RawBlock): boolean {
  return typeof type === "string" && type.endsWith("_tool_result") && typeof id === "string";
}

/**
 * What a tool that the API ran has answered: words, the titles and addresses of pages, or an error. Content with more in
 * it, such as what only the API can read, stays in `structured`.
 *
 * @param block the block; see {@link isServerResult}.
 * @param toNode makes the node of a block.
 */
export function toServerResult<T>(
  block: RawBlock,
  toNode: (block: RawBlock) => T,
): Pick<ToolResult, "isError" | "structured"> & { readonly children: T[] } {
  const parts = toBlocks(block["content"]);
  const isError = block["is_error"] === true || parts.some(({ type }) => String(type).endsWith("_error"));
  return {
    isError: isError || undefined,
    structured: parts.every(isPlain) ? undefined : block["content"],
    children: parts.map((part) => toNode(asText(part) ?? part)),
  };
}

/** Whether a part holds nothing but words. */
function isPlain(part: RawBlock): boolean {
  return Object.keys(part).every((key) => key === "type" || key === "text");
}

function asText({ text, title, url, error_code: error }: RawBlock): RawBlock | undefined {
  if (typeof text === "string") return { type: "text", text };
  const lines = [title, url, error].filter((line) => typeof line === "string");
  return lines.length > 0 ? { type: "text", text: lines.join("\n") } : undefined;
}
