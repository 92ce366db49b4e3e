/** A value that JSON holds. Nothing is lost of it: also NUL characters and half surrogates of a text come back. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
/** An object that JSON holds. */
export type JsonRecord = { readonly [key: string]: JsonValue };

/** The kinds of parts that a message has. Other kinds are kept as they are. */
export type PartType =
  | "text"
  | "image"
  | "audio"
  | "video"
  | "file"
  | "tool-call"
  | "tool-result"
  | "data"
  | "thinking"
  | "redacted_thinking";

/** A part of a message: a text, a call, a result, a picture. */
export interface MessagePart {
  /** A {@link PartType}, or a kind that a program made up. */
  readonly type: string;
  /** The text of a `text`, `thinking` or `tool-result`. */
  readonly text?: string | undefined;
  /** What belongs to the kind, such as `id`, `name` and `arguments` of a `tool-call`, and `tool_call_id` of a `tool-result`. */
  readonly meta?: JsonRecord | undefined;
}

/** Who wrote a message. Other roles of an API are `user`, with the role itself in `meta.original_role`. */
export type Role = "user" | "assistant";

/** What a message says. */
export interface MessageContent {
  readonly role: Role;
  /** In their order. */
  readonly parts: readonly MessagePart[];
  /** What a program wants to know of the message later; at most 64 KB as JSON. */
  readonly meta: JsonRecord;
}

/** A message that is stored. */
export interface StoredMessage extends MessageContent {
  /** A UUID. */
  readonly id: string;
  readonly sessionId: string;
  /** The message before it on its branch; `null` for the first one. */
  readonly parentId: string | null;
  /** The number of messages from the first one to this one, both counted: 1 for the first one. */
  readonly depth: number;
  /** 1 for the message that was stored first in the session, then 2, and so on. Numbers may be missing. */
  readonly seq: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A session: the messages of a conversation, with all its branches. */
export interface StoredSession {
  /** A UUID. */
  readonly id: string;
  /** Who it belongs to: a UUID. */
  readonly projectId: string;
  /** Whose it is, as the program names people; absent if nobody said. */
  readonly user?: string | undefined;
  /** Settings of the program that uses it; at most 64 KB as JSON. The store does not read them. */
  readonly configs: JsonRecord;
  /** As given; the store has no tasks. */
  readonly disableTaskTracking: boolean;
  readonly createdAt: Date;
  /** When its last message was stored. */
  readonly updatedAt: Date;
}

/** A message without children: the end of a branch. */
export interface StoredLeaf {
  readonly messageId: string;
  /** As {@link StoredMessage.depth}. */
  readonly depth: number;
  readonly createdAt: Date;
  /** Whether it is what a message without a parent is appended to, and what is read if no leaf is named. */
  readonly isDefault: boolean;
}

/** A message in the tree of a session, without its content. */
export interface MessageNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly depth: number;
  readonly seq: number;
  readonly role: Role;
  readonly childCount: number;
  readonly createdAt: Date;
}

/** All messages of a session and how they follow one another. */
export interface MessageTree {
  /** In the order in which they were stored: each after its parent. */
  readonly nodes: readonly MessageNode[];
  /** The ids of the messages with several children, in that order; several beginnings are no fork. */
  readonly forks: readonly string[];
  /** The leaf that is read if none is named; `null` for a session without messages. */
  readonly leafId: string | null;
}
