import type { Node as UnistNode } from "unist";
import type { Literal, Node, Parent } from "./node.ts";
import type { Content, Repeat } from "./types.ts";

/** Markdown by a stranger: never trusted. */
export interface Text extends Literal {
  type: "text";
}

export interface Thinking extends Literal {
  type: "thinking";
  redacted?: true | undefined;
}

/** An image. Its `data` is the recorded base64 text, so that `data.path` stands on its message instead. */
export interface Image extends UnistNode {
  type: "image";
  mediaType: string;
  /** There was one, and redaction took it out: nobody can look into it. */
  redacted?: true | undefined;
  data?: string | undefined;
  url?: string | undefined;
}

/** A document, such as a PDF. As with {@link Image}, `data` is base64. */
export interface Document extends UnistNode {
  type: "document";
  mediaType: string;
  /** As for {@link Image}. */
  redacted?: true | undefined;
  title?: string | undefined;
  data?: string | undefined;
  url?: string | undefined;
}

/** A call of a tool, with its result where one was recorded on the same line of conversation. */
export interface ToolCall extends Node {
  type: "toolCall";
  id: string;
  name: string;
  /** As recorded. */
  input: unknown;
  result?: ToolResult | undefined;
  /** Ids of the agents that were born here. */
  agents?: string[] | undefined;
  /** The prompt, where the agent begins with it; of the copy of a call, the call. */
  repeats?: Repeat | undefined;
}

/** What a tool answered. It lives in its call; with no call on its line it is content of its own message. */
export interface ToolResult extends Parent {
  type: "toolResult";
  /** The entry that carried it; absent where that record has no uuid. */
  uuid?: string | undefined;
  /** The call that it answers, given only where it does not stand in that call. */
  toolUseId?: string | undefined;
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  isError?: true | undefined;
  /** The `toolUseResult` record, as recorded. */
  structured?: unknown;
  /** All of an output that was too large for the transcript, from the file in which the client keeps it. */
  whole?: string | undefined;
  /** The answer of an agent, where the agent gives it. */
  repeats?: Repeat | undefined;
  /** The answer of an agent, without what the client put around it; absent where that is nothing. */
  answer?: string | undefined;
  /** Says no more than that an agent was launched. */
  receipt?: true | undefined;
  children: Content[];
}

/** A content block of a type that this version does not know, whole. */
export interface UnknownBlock extends Node {
  type: "unknown";
  blockType: string;
  /** As recorded. */
  raw: unknown;
}
