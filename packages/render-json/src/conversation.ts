import {
  type Content,
  type Document,
  type Image,
  type Message,
  originFacts,
  type TimelineNode,
  type ToolCall,
} from "@ccdag/ccast";

/** A message as the Messages API takes it. */
export interface ApiMessage {
  role: "user" | "assistant";
  content: ApiBlock[];
}

/** A content block of the API: `text`, `image`, `document`, `tool_use` or `tool_result`. */
export interface ApiBlock {
  type: string;
  [field: string]: unknown;
}

/** How much of each kind. */
export type Counts = Record<string, number>;

/** A conversation that is being put together. */
export interface OpenConversation {
  add: (node: TimelineNode) => void;
  end: () => { messages: ApiMessage[]; omitted: Counts; added: Counts };
}

/** Put messages together so that the API takes them: they alternate, the user begins, each call has its result. */
export function createConversation(): OpenConversation {
  const messages: ApiMessage[] = [];
  const omitted: Counts = {};
  const added: Counts = {};
  const ids = new Set<string>();
  return { add, end: () => ({ messages, omitted, added }) };

  function add(node: TimelineNode): void {
    if (node.type === "compaction") say("user", node.children.flatMap(toBlocks));
    else if (node.type !== "message") count(omitted, node.type);
    // What the client says in the name of Claude, such as an error, Claude has not said.
    else if (node.role === "system" || (node.role === "assistant" && !originFacts(node.origin).isReply))
      count(omitted, node.origin);
    else if (node.role === "user") say("user", node.children.flatMap(toBlocks));
    else answer(node);
  }

  function answer(node: Message): void {
    const results: ApiBlock[] = [];
    const content = node.children.flatMap((child) => {
      if (child.type !== "toolCall") return toBlocks(child);
      const id = uniqueId(child.id);
      results.push(toResult(child, id));
      return [{ type: "tool_use", id, name: child.name, input: inputOf(child) }];
    });
    say("assistant", content);
    say("user", results);
  }

  /** One who goes on speaking goes on in the same message. */
  function say(role: ApiMessage["role"], content: readonly ApiBlock[]): void {
    if (content.length === 0) return;
    if (messages.length === 0 && role === "assistant") {
      count(added, "beginning");
      messages.push({ role: "user", content: [{ type: "text", text: "(The beginning was not recorded.)" }] });
    }
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content: [...content] });
  }

  function toResult({ result, hidden }: ToolCall, id: string): ApiBlock {
    if (result !== undefined) {
      const content = result.children.flatMap(toBlocks);
      return { type: "tool_result", tool_use_id: id, content, ...(result.isError ? { is_error: true } : {}) };
    }
    count(added, "toolResult");
    const isHidden = hidden?.["toolResult"] !== undefined;
    const content = isHidden ? "(The result is not shown.)" : "(No result was recorded.)";
    return { type: "tool_result", tool_use_id: id, content, ...(isHidden ? {} : { is_error: true }) };
  }

  function toBlocks(node: Content): ApiBlock[] {
    if (node.type === "text" && node.value.trim() !== "") return [{ type: "text", text: node.value }];
    if ((node.type === "image" || node.type === "document") && (node.data ?? node.url) !== undefined)
      return [{ type: node.type, source: toSource(node) }];
    if (node.type !== "text") count(omitted, node.type);
    return [];
  }

  /** The API refuses a conversation in which two calls have one id. */
  function uniqueId(id: string): string {
    let name = id;
    for (let number = 2; ids.has(name); number++) name = `${id}_${number}`;
    ids.add(name);
    if (name !== id) count(added, "id");
    return name;
  }
}

function inputOf({ input }: ToolCall): unknown {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { input };
}

function toSource({ mediaType, data, url }: Image | Document): unknown {
  if (data === undefined) return { type: "url", url };
  return { type: mediaType === "text/plain" ? "text" : "base64", media_type: mediaType, data };
}

function count(counts: Counts, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}
