import type { ToolCall } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { oneLine } from "../format.ts";
import type { State } from "../types.ts";

/** A call, folded under its name and the gist of its input. */
export function toolCall(node: ToolCall, state: State): BlockContent[] {
  const { title, view } = state.tool(node);
  const input = typeof node.input === "object" && node.input !== null ? (node.input as Record<string, unknown>) : {};
  const gist = oneLine(title?.(input, node) ?? "");
  const failed = node.result?.isError ? ` (${state.labels.failed})` : "";
  return state.details(`🔧 ${node.name}${gist === "" ? "" : `: ${gist}`}${failed}`, [
    ...state.anchorIfLinked(node.result?.uuid),
    ...view(node, state),
  ]);
}
