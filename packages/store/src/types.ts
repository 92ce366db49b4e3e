/** A value that JSON holds. Nothing is lost of it: also NUL characters and half surrogates of a text come back. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
/** An object that JSON holds. */
export type JsonObject = { readonly [key: string]: Json };

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
export interface Part {
  /** A {@link PartType}, or a kind that a program made up. */
  readonly type: string;
  /** The text of a `text`, `thinking` or `tool-result`. */
  readonly text?: string | undefined;
  /** What belongs to the kind, such as `id`, `name` and `arguments` of a `tool-call`, and `tool_call_id` of a `tool-result`. */
  readonly meta?: JsonObject | undefined;
}

/** Who wrote a message. Other roles of an API are `user`, with the role itself in `meta.original_role`. */
export type Role = "user" | "assistant";

/** What a message says. */
export interface MessageContent {
  readonly role: Role;
  /** In their order. */
  readonly parts: readonly Part[];
  /** What a program wants to know of the message later; at most 64 KB as JSON. */
  readonly meta: JsonObject;
}
