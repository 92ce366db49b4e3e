import type {
  Agent,
  Branch,
  Compaction,
  Content,
  Document,
  FlowContent,
  Image,
  Message,
  Notice,
  Root,
  Session,
  Text,
  Thinking,
  ToolCall,
  ToolResult,
  UnknownBlock,
} from "@ccdag/ccast";

/** The name of a node, or its fields; missing fields get defaults. */
type About<T, Name extends keyof T> = string | (Pick<T, Name> & Partial<T>);
/** A content node; a string becomes a text. */
type ContentLike = Content | string;

/**
 * A tree.
 *
 * @param children usually sessions.
 */
export function tree(...children: FlowContent[]): Root {
  return { type: "root", children };
}

/**
 * A session.
 *
 * @param about its id, or its fields.
 */
export function session(about: About<Session, "sessionId">, ...children: FlowContent[]): Session {
  return { type: "session", ...named(about, "sessionId"), children };
}

/**
 * A branch, that is one side of a fork. By default it is a rewind without a fork point (`from: null`).
 *
 * @param about the uuid of its first entry, or its fields.
 */
export function branch(about: About<Branch, "uuid">, ...children: FlowContent[]): Branch {
  return { type: "branch", rule: "rewind", from: null, ...named(about, "uuid"), children };
}

/**
 * The conversation of an agent, by default a synchronous one that the main thread spawned.
 *
 * @param about its id, or its fields. Name it in `agents` of the tool call that spawned it, and that call in `from`.
 */
export function agent(about: About<Agent, "agentId">, ...children: FlowContent[]): Agent {
  const messageCount = children.filter(({ type }) => type === "message").length;
  const from = { rule: "result-agent-id" };
  return { type: "agent", mode: "sync", nestingLevel: 1, from, messageCount, ...named(about, "agentId"), children };
}

/**
 * A message, by default a prompt of a person.
 *
 * @param about its uuid, or its fields.
 */
export function message(about: About<Message, "uuid">, ...children: ContentLike[]): Message {
  const fields = named<Message, "uuid">(about, "uuid");
  const uuids = fields.uuid === undefined ? [] : [fields.uuid];
  return {
    type: "message",
    role: "user",
    actor: "human",
    origin: "prompt",
    uuids,
    ...fields,
    children: toContent(children),
  };
}

/**
 * An answer of Claude.
 *
 * @param about its uuid, or its fields.
 */
export function answer(about: About<Message, "uuid">, ...children: ContentLike[]): Message {
  return message(
    { role: "assistant", actor: "assistant", origin: "reply", ...named<Message, "uuid">(about, "uuid") },
    ...children,
  );
}

/**
 * A compaction, where a summary replaced the conversation before it.
 *
 * @param about the uuid of the boundary, or its fields.
 * @param children the summary.
 */
export function compaction(about: About<Compaction, "uuid">, ...children: ContentLike[]): Compaction {
  const fields = named<Compaction, "uuid">(about, "uuid");
  return {
    type: "compaction",
    uuids: fields.uuid === undefined ? [] : [fields.uuid],
    ...fields,
    children: toContent(children),
  };
}

/**
 * A record of the client.
 *
 * @param about its entry type, or its fields.
 */
export function notice(about: About<Notice, "entryType">): Notice {
  return { type: "notice", ...named(about, "entryType") };
}

/** A text block. */
export function text(value: string): Text {
  return { type: "text", value };
}

/** A thinking block. */
export function thinking(value: string): Thinking {
  return { type: "thinking", value };
}

/**
 * A tool call.
 *
 * @param about the name of the tool, or its fields (default of `id`: `call-<name>`).
 * @param input the recorded input (default: `{}`).
 * @param result the result, or its text (default: no result).
 */
export function toolCall(about: About<ToolCall, "name">, input: unknown = {}, result?: ToolResult | string): ToolCall {
  const fields = named<ToolCall, "name">(about, "name");
  const node = typeof result === "string" ? toolResult({}, result) : result;
  return { type: "toolCall", id: `call-${fields.name}`, input, ...(node ? { result: node } : {}), ...fields };
}

/**
 * The result of a tool call.
 *
 * @param about its fields.
 */
export function toolResult(about: Partial<ToolResult>, ...children: ContentLike[]): ToolResult {
  return { type: "toolResult", ...about, children: toContent(children) };
}

/** An image, by default one transparent pixel. */
export function image(about: Partial<Image> = {}): Image {
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  return { type: "image", mediaType: "image/png", data: dot, ...about };
}

/** A document, by default an empty PDF. */
export function document(about: Partial<Document> = {}): Document {
  return { type: "document", mediaType: "application/pdf", data: "JVBERi0xLjQK", ...about };
}

/**
 * A content block of an unknown type.
 *
 * @param blockType its type.
 * @param raw the recorded block (default: only its type).
 */
export function unknownBlock(blockType: string, raw: unknown = { type: blockType }): UnknownBlock {
  return { type: "unknown", blockType, raw };
}

function named<T, Name extends keyof T>(about: About<T, Name>, name: Name): Pick<T, Name> & Partial<T> {
  return typeof about === "string" ? ({ [name]: about } as Pick<T, Name> & Partial<T>) : about;
}

function toContent(children: readonly ContentLike[]): Content[] {
  return children.map((child) => (typeof child === "string" ? text(child) : child));
}
