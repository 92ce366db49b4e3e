import type { Message, Nodes, ToolCall } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { renderRest } from "../rest.ts";
import type { State } from "../types.ts";

/** Render the fields of records that this version does not know, of a call and its result; nothing unless all is shown. */
export function renderUnknown(node: ToolCall, state: State): BlockContent[] {
  return [node, ...(node.result ? [node.result] : [])].flatMap((one) => renderRest(unknownOf(one), [], state));
}

/** The same of a message, and of its parts other than calls. */
export function renderUnknownOf(node: Message, state: State): BlockContent[] {
  const parts = node.children.filter(({ type }) => type !== "toolCall");
  return [node, ...parts].flatMap((one) => renderRest(unknownOf(one), [], state));
}

function unknownOf({ data }: Nodes): unknown {
  return typeof data === "object" ? data.unknown : undefined;
}
