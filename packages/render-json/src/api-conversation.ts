import {
  type Content,
  type Document,
  type Image,
  type Message,
  originFacts,
  type TimelineNode,
  type ToolCall,
} from "@ccdag/ccast";
import { toArguments } from "./exact-json.ts";
import { count, type Counts } from "./omitted.ts";
import { createUniqueIds } from "./unique-ids.ts";

/** A message of the Messages API. */
export interface ApiMessage {
  role: "user" | "assistant";
  content: ApiBlock[];
}

/** A content block of the API: `text`, `image`, `document`, `tool_use` or `tool_result`. */
export interface ApiBlock {
  type: string;
  [field: string]: unknown;
}

/** Builds a conversation, node by node. */
export interface ConversationBuilder {
  /** Add the next node of the path. */
  add: (node: TimelineNode) => void;
  /** Return the conversation: its messages, and how many blocks or records were omitted and added, by kind. */
  end: () => { messages: ApiMessage[]; omitted: Counts; added: Counts };
}

interface Draft {
  readonly messages: ApiMessage[];
  readonly omitted: Counts;
  readonly added: Counts;
  /** The API refuses two calls with one id. */
  readonly uniqueId: (id: string) => string;
}

/**
 * Create a builder of conversations that the API accepts: the user begins, roles alternate, and each tool call has its
 * result in the next message.
 */
export function createApiConversation(): ConversationBuilder {
  const draft: Draft = { messages: [], omitted: {}, added: {}, uniqueId: createUniqueIds() };
  return {
    add: (node) => addNode(draft, node),
    end: () => ({ messages: draft.messages, omitted: draft.omitted, added: draft.added }),
  };
}

function addNode(draft: Draft, node: TimelineNode): void {
  if (node.type === "compaction") addMessage(draft, "user", toBlocks(draft, node.children));
  else if (node.type !== "message") count(draft.omitted, node.type);
  // Messages that the client writes in the name of Claude, such as errors, are not answers of Claude.
  else if (node.role === "system" || (node.role === "assistant" && !originFacts(node.origin).isReply))
    count(draft.omitted, node.origin);
  else if (node.role === "user") addMessage(draft, "user", toBlocks(draft, node.children));
  else addAnswer(draft, node);
}

/** Add an answer, and after it the results of its tool calls. */
function addAnswer(draft: Draft, node: Message): void {
  const results: ApiBlock[] = [];
  const content = node.children.flatMap((child) => {
    if (child.type !== "toolCall") return toBlocks(draft, [child]);
    const id = draft.uniqueId(child.id);
    if (id !== child.id) count(draft.added, "id");
    results.push(toResult(draft, child, id));
    return [{ type: "tool_use", id, name: child.name, input: toArguments(child.input) }];
  });
  addMessage(draft, "assistant", content);
  addMessage(draft, "user", results);
}

/** Add content; a role that already has the last message continues that message. */
function addMessage({ messages, added }: Draft, role: ApiMessage["role"], content: readonly ApiBlock[]): void {
  if (content.length === 0) return;
  if (messages.length === 0 && role === "assistant") {
    count(added, "beginning");
    messages.push({ role: "user", content: [{ type: "text", text: "(The beginning was not recorded.)" }] });
  }
  const last = messages.at(-1);
  if (last?.role === role) for (const block of content) last.content.push(block);
  else messages.push({ role, content: [...content] });
}

function toResult(draft: Draft, { result, hidden }: ToolCall, id: string): ApiBlock {
  if (result !== undefined) {
    const content = toBlocks(draft, result.children);
    return { type: "tool_result", tool_use_id: id, content, ...(result.isError ? { is_error: true } : {}) };
  }
  count(draft.added, "toolResult");
  const isHidden = hidden?.["toolResult"] !== undefined;
  const content = isHidden ? "(The result is not shown.)" : "(No result was recorded.)";
  return { type: "tool_result", tool_use_id: id, content, ...(isHidden ? {} : { is_error: true }) };
}

/** Blocks that the API accepts; all others are counted as omitted, except blank texts. */
function toBlocks({ omitted }: Draft, nodes: readonly Content[]): ApiBlock[] {
  return nodes.flatMap((node): ApiBlock[] => {
    if (node.type === "text" && node.value.trim() !== "") return [{ type: "text", text: node.value }];
    if ((node.type === "image" || node.type === "document") && (node.data ?? node.url) !== undefined)
      return [{ type: node.type, source: toSource(node) }];
    if (node.type !== "text") count(omitted, node.type);
    return [];
  });
}

function toSource({ mediaType, data, url }: Image | Document): unknown {
  if (data === undefined) return { type: "url", url };
  return { type: mediaType === "text/plain" ? "text" : "base64", media_type: mediaType, data };
}
