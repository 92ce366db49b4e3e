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

/** A node's name, or fields of it; what is not given has a default. */
type About<T, Name extends keyof T> = string | (Pick<T, Name> & Partial<T>);
/** Words stand for a text. */
type Said = Content | string;

/**
 * A tree.
 *
 * @param children sessions, as a rule.
 */
export function tree(...children: FlowContent[]): Root {
  return { type: "root", children };
}

/**
 * A session.
 *
 * @param about its id, or fields of it.
 */
export function session(about: About<Session, "sessionId">, ...children: FlowContent[]): Session {
  return { type: "session", ...named(about, "sessionId"), children };
}

/**
 * A branch: one side of a fork, a rewind from nowhere unless the fields say otherwise.
 *
 * @param about the uuid of its first entry, or fields of it.
 */
export function branch(about: About<Branch, "uuid">, ...children: FlowContent[]): Branch {
  return { type: "branch", rule: "rewind", from: null, ...named(about, "uuid"), children };
}

/**
 * The conversation of an agent of the main thread.
 *
 * @param about its id, or fields of it. Name it in `agents` of the call that it was born in, and the call in `from`.
 */
export function agent(about: About<Agent, "agentId">, ...children: FlowContent[]): Agent {
  const messageCount = children.filter(({ type }) => type === "message").length;
  const from = { rule: "result-agent-id" };
  return { type: "agent", mode: "sync", nestingLevel: 1, from, messageCount, ...named(about, "agentId"), children };
}

/**
 * What a person typed, unless the fields say otherwise.
 *
 * @param about its uuid, or fields of it.
 */
export function message(about: About<Message, "uuid">, ...children: Said[]): Message {
  const fields = named<Message, "uuid">(about, "uuid");
  const uuids = fields.uuid === undefined ? [] : [fields.uuid];
  return {
    type: "message",
    role: "user",
    actor: "human",
    origin: "prompt",
    uuids,
    ...fields,
    children: said(children),
  };
}

/**
 * What Claude answered.
 *
 * @param about its uuid, or fields of it.
 */
export function answer(about: About<Message, "uuid">, ...children: Said[]): Message {
  return message(
    { role: "assistant", actor: "claude", origin: "reply", ...named<Message, "uuid">(about, "uuid") },
    ...children,
  );
}

/**
 * The place where a conversation was replaced by its summary.
 *
 * @param about the uuid of the boundary, or fields of it.
 * @param children the summary.
 */
export function compaction(about: About<Compaction, "uuid">, ...children: Said[]): Compaction {
  const fields = named<Compaction, "uuid">(about, "uuid");
  return { type: "compaction", uuids: [fields.uuid], ...fields, children: said(children) };
}

/**
 * A record that is not talk.
 *
 * @param about its type, or fields of it.
 */
export function notice(about: About<Notice, "entryType">): Notice {
  return { type: "notice", ...named(about, "entryType") };
}

/** Words. */
export function text(value: string): Text {
  return { type: "text", value };
}

/** What was thought. */
export function thinking(value: string): Thinking {
  return { type: "thinking", value };
}

/**
 * A call of a tool.
 *
 * @param about its name, or fields of it (default of `id`: `call-<name>`).
 * @param input as recorded (default: `{}`).
 * @param result what the tool answered (default: nothing yet).
 */
export function toolCall(about: About<ToolCall, "name">, input: unknown = {}, result?: ToolResult | string): ToolCall {
  const fields = named<ToolCall, "name">(about, "name");
  const answered = typeof result === "string" ? toolResult({}, result) : result;
  return { type: "toolCall", id: `call-${fields.name}`, input, ...(answered ? { result: answered } : {}), ...fields };
}

/**
 * What a tool answered.
 *
 * @param about fields of it.
 */
export function toolResult(about: Partial<ToolResult>, ...children: Said[]): ToolResult {
  return { type: "toolResult", ...about, children: said(children) };
}

/** An image, a transparent dot unless the fields say otherwise. */
export function image(about: Partial<Image> = {}): Image {
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  return { type: "image", mediaType: "image/png", data: dot, ...about };
}

/** A document, an empty one unless the fields say otherwise. */
export function document(about: Partial<Document> = {}): Document {
  return { type: "document", mediaType: "application/pdf", data: "JVBERi0xLjQK", ...about };
}

/**
 * A content block that this version of ccdag does not know.
 *
 * @param blockType its type.
 * @param raw the block, as recorded.
 */
export function unknownBlock(blockType: string, raw: unknown = { type: blockType }): UnknownBlock {
  return { type: "unknown", blockType, raw };
}

function named<T, Name extends keyof T>(about: About<T, Name>, name: Name): Pick<T, Name> & Partial<T> {
  return typeof about === "string" ? ({ [name]: about } as Pick<T, Name> & Partial<T>) : about;
}

function said(children: readonly Said[]): Content[] {
  return children.map((child) => (typeof child === "string" ? text(child) : child));
}
