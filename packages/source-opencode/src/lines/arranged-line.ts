import type { JsonObject } from "@ccdag/core";

/** What a line of an arranged transcript is. */
export type ArrangedKind =
  | "session"
  | "todo"
  | "row"
  | "went-back"
  | "prompt"
  | "meta"
  | "compaction"
  | "summary"
  | "answer"
  | "results"
  | "shell"
  | "interrupt"
  | "error"
  | "message";

/**
 * A line of an arranged transcript: a row of the database, or what of a message is one record. The first field is the mark
 * of these files.
 */
export interface ArrangedLine {
  readonly opencode: ArrangedKind;
  /** Where it is recorded: table and id, such as `message/msg_1`. */
  readonly row: string;
  /** The session of the row. */
  readonly session: string;
  /** Its id in the graph; in a copy that of the original. */
  readonly id?: string | undefined;
  /** The id of the line that it follows. */
  readonly after?: string | null | undefined;
  /** The session that it was copied from, by a fork. */
  readonly copyOf?: string | undefined;
  /** When, in milliseconds since 1970. */
  readonly time?: number | undefined;
  /** Set if a revert took it away. */
  readonly isReverted?: true | undefined;
  /** The message as recorded; only in its first line. */
  readonly info?: JsonObject | undefined;
  /** The model that was asked. */
  readonly model?: string | undefined;
  /** Why a request failed; only in its own line. */
  readonly error?: unknown;
  /** The tokens of the request that the line is the answer to. */
  readonly tokens?: JsonObject | undefined;
  /** What the client recorded as its cost, in US dollars. */
  readonly cost?: number | undefined;
  /** Parts of the message, each with its `row`. */
  readonly parts?: readonly JsonObject[] | undefined;
  /** Other rows as recorded. */
  readonly data?: unknown;
}
