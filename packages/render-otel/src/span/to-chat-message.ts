import type { Content, Document, Image, Message, ToolResult } from "@ccdag/ccast";
import { originFacts } from "@ccdag/ccast";

/** A part of a message, as the semantic conventions name it. */
export interface ChatPart {
  type: string;
  [field: string]: unknown;
}

/** A message of `gen_ai.input.messages` or `gen_ai.output.messages`. */
export interface ChatMessage {
  role: string;
  parts: ChatPart[];
  [field: string]: unknown;
}

/** A message as the model got it. Who said it, and in which way, is named where the role does not say it. */
export function toChatMessage({ role, actor, origin, uuid, id, children, senders, about }: Message): ChatMessage {
  const isUsual = origin === "prompt" && actor === "human";
  return {
    role,
    parts: children.map(toPart),
    ...(isUsual ? {} : { name: actor, origin }),
    uuid: uuid ?? id,
    senders,
    about,
  };
}

/** The answer of some messages: one choice of the model. */
export function toOutputMessage(nodes: readonly Message[]): ChatMessage {
  const { origin, senders } = nodes[0]!;
  const parts = nodes.flatMap(({ children }) => children.map(toPart));
  const hasCall = parts.some(({ type }) => type === "tool_call");
  const reason = originFacts(origin).isError ? "error" : hasCall ? "tool_call" : "stop";
  return { role: "assistant", parts, finish_reason: reason, senders };
}

/** What a tool answered: a text, or the JSON of its parts. */
export function toResponse({ children }: ToolResult): string {
  const [first] = children;
  if (children.length === 1 && first?.type === "text") return first.value;
  return JSON.stringify(children.map(toPart));
}

/** A part of a message. The arguments of a call are in the span of the call. */
export function toPart(node: Content): ChatPart {
  switch (node.type) {
    case "text":
      return { type: "text", content: node.value, context: node.context };
    case "thinking":
      return { type: "reasoning", content: node.value, redacted: node.redacted };
    case "image":
    case "document":
      return toMedia(node);
    case "toolCall":
      return { type: "tool_call", id: node.id, name: node.name };
    case "toolResult":
      return {
        type: "tool_call_response",
        id: node.toolUseId ?? null,
        response: toResponse(node),
        is_error: node.isError,
        uuid: node.uuid,
      };
    case "unknown":
      return { type: "unknown", block_type: node.blockType, raw: node.raw };
    default: {
      // A type that a later version adds.
      const { type, position: _, data: __, ...rest } = node as { type: string; position?: unknown; data?: unknown };
      return { ...rest, type };
    }
  }
}

function toMedia(node: Image | Document): ChatPart {
  const { type: modality, mediaType: mime_type, data, url, redacted } = node;
  const title = node.type === "document" ? node.title : undefined;
  // The text of a document is recorded as it is.
  if (data !== undefined && mime_type === "text/plain") return { type: "text", content: data, title, mime_type };
  if (data !== undefined) return { type: "blob", modality, mime_type, content: data, title };
  if (url !== undefined) return { type: "uri", modality, mime_type, uri: url, title };
  return { type: modality, mime_type, title, redacted };
}
