import type { ToolCall } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { inputOf, text } from "./input.ts";

/** Mark code as the text of the file that a call is about, or as a change of it. */
export function ofFile(call: ToolCall, blocks: readonly BlockContent[]): BlockContent[] {
  const path = text(inputOf(call)["file_path"]) || text(inputOf(call)["notebook_path"]);
  if (path === "" || call.result?.isError) return [...blocks];
  return blocks.map((block) => (block.type === "code" ? { ...block, data: { ...block.data, of: path } } : block));
}
