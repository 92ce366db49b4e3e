import type { FlowContent, Message } from "@ccdag/ccast";
import { toText, wordsOf } from "@ccdag/ccast";

/** A text of an attempt, with the calls of tools that followed it in its message. */
export interface AttemptText {
  /** The message or compaction, or the id of an agent. */
  readonly id: string;
  /** Who said it: the `actor` of a message, or `compaction` or `agent`. */
  readonly speaker: Message["actor"] | "compaction";
  readonly text: string;
  /** The tools that were called, in order. */
  readonly tools?: readonly string[] | undefined;
}

/** List what was said in a part of a conversation. Messages without a text and without a call are omitted. */
export function textsOf(nodes: readonly FlowContent[]): AttemptText[] {
  return nodes.flatMap((node): AttemptText[] => {
    switch (node.type) {
      case "message":
        return textOf(node);
      case "compaction":
        return [{ id: node.uuid ?? "", speaker: "compaction", text: toText(node) }];
      case "agent":
        return [{ id: node.agentId, speaker: "agent", text: node.description ?? node.name ?? node.agentType ?? "" }];
      default:
        return [];
    }
  });
}

function textOf(node: Message): AttemptText[] {
  const text = wordsOf(node);
  const tools = node.children.flatMap((child) => (child.type === "toolCall" ? child.name : []));
  if (text === "" && tools.length === 0) return [];
  return [{ id: node.uuid ?? node.id ?? "", speaker: node.actor, text, ...(tools.length > 0 ? { tools } : {}) }];
}
