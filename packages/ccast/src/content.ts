import type { Node as UnistNode } from "unist";
import type { Literal, Node, Parent } from "./node.ts";
import type { Content, Repeat } from "./types.ts";

/** Markdown by a person, a model or a tool: untrusted text. */
export interface Text extends Literal {
  type: "text";
  /**
   * The tag around it, if the client put it in beside what a person typed: such as `ide_opened_file`, the file that is
   * open in the editor. Such a text belongs to no preview and to no title.
   */
  context?: string | undefined;
}

/** What the model thought before it answered. */
export interface Thinking extends Literal {
  type: "thinking";
  /** The words were recorded in encrypted form only; `value` is empty. */
  redacted?: true | undefined;
}

/** An image. Its `data` is the recorded base64 text, so the path of its file is not in `data.path`. */
export interface Image extends UnistNode {
  type: "image";
  /** Such as `image/png`. */
  mediaType: string;
  /** The image was redacted: neither `data` nor `url` is left. */
  redacted?: true | undefined;
  /** Its bytes in base64. */
  data?: string | undefined;
  /** Its address, if its bytes were not recorded. */
  url?: string | undefined;
  /** The file that `position` points into, if it is not that of the node above. */
  path?: string | undefined;
}

/** A document, such as a PDF. As with {@link Image}, `data` is base64. */
export interface Document extends UnistNode {
  type: "document";
  /** Such as `application/pdf`. */
  mediaType: string;
  /** As for {@link Image}. */
  redacted?: true | undefined;
  title?: string | undefined;
  data?: string | undefined;
  url?: string | undefined;
  /** As for {@link Image}. */
  path?: string | undefined;
}

/** A tool call, with its result if one was recorded on the same thread. */
export interface ToolCall extends Node {
  type: "toolCall";
  /** The id that the API gave to the call. It may occur more than once in a tree. */
  id: string;
  /** The name of the tool. */
  name: string;
  /** As recorded. */
  input: unknown;
  result?: ToolResult | undefined;
  /** Ids of the agents that the call spawned. */
  agents?: string[] | undefined;
  /** The first message of the agent, if it repeats the prompt of this call; for a copy of a call, the original. */
  repeats?: Repeat | undefined;
}

/**
 * What a tool answered. It is the `result` of its call; if its thread has no such call, it is content of its own
 * message.
 */
export interface ToolResult extends Parent {
  type: "toolResult";
  /** The entry that holds it; absent if that record has no uuid. */
  uuid?: string | undefined;
  /** The call that it answers; only set if it is not the `result` of that call. */
  toolUseId?: string | undefined;
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  /** The tool failed. */
  isError?: true | undefined;
  /** The `toolUseResult` record, as recorded. */
  structured?: unknown;
  /** The whole output, if it was too large for the transcript, from the file in which the client keeps it. */
  whole?: string | undefined;
  /** The message of an agent that holds the same answer. */
  repeats?: Repeat | undefined;
  /** The answer of an agent, without what the client added around it; absent if the client added nothing. */
  answer?: string | undefined;
  /** What a person said when they refused the call. The client wrote it at the end of the text of the result. */
  feedback?: string | undefined;
  /** The result only confirms that an agent was launched. */
  receipt?: true | undefined;
  children: Content[];
}

/** A content block of a type that this version does not know. */
export interface UnknownBlock extends Node {
  type: "unknown";
  /** The `type` of the block. */
  blockType: string;
  /** As recorded. */
  raw: unknown;
}
