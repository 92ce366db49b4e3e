import type { SourceLocation } from "@ccdag/ccast";

/** The id of a recorded entry. */
export type Uuid = string;

/** A JSON object as it was recorded. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Where a record is: its file and line. */
export interface RecordLocation {
  /** The path of the file, as it was given to `parseEntries`. */
  readonly path: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** Where the record begins on a damaged line, from 1; absent if it is the whole line. */
  readonly column?: number | undefined;
  /** The length of the record in UTF-16 units. */
  readonly columns: number;
}

/** A content block as it was recorded. */
export type RawBlock = Readonly<Record<string, unknown>> & { readonly type?: unknown };

/**
 * Compare two locations by (path, line, column). This order decides if nothing else says which record comes first.
 *
 * @param a a location.
 * @param b another one.
 * @returns less than 0 if `a` comes first.
 */
export function byLocation(a: SourceLocation, b: SourceLocation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0);
}

/** Where the message of an entry was recorded. */
export function wordsLocation({ lentFrom, location }: Pick<Entry, "lentFrom" | "location">): RecordLocation {
  return lentFrom ?? location;
}

/** The message of a record, with its content as a list of blocks: a string becomes `[{type: "text", text}]`. */
export interface RawMessage {
  /** The id of the API message; several entries may share one. */
  readonly id?: string | undefined;
  /** The model that answered. */
  readonly model?: string | undefined;
  /** The content. */
  readonly blocks: readonly RawBlock[];
  /** The message as it was recorded. */
  readonly raw: JsonObject;
}

/** The type of an entry as the rules see it. `passthrough` is progress, an attachment, or any unknown type. */
export type EntryKind = "user" | "assistant" | "system" | "passthrough";

/** What a user entry is (transcripts, section 5), in the order of detection. `prompt` is what remains. */
export type UserEntryKind =
  | "compact-summary"
  | "tool-result"
  | "command"
  | "command-output"
  | "caveat"
  | "bash"
  | "bash-output"
  | "teammate"
  | "notification"
  | "hook"
  | "interrupt"
  | "skill"
  | "meta"
  | "memory"
  | "scheduled"
  | "peer"
  | "coordinator"
  | "prompt";

/** A record that is a node of the graph: it has a uuid, or it is a user or assistant message. It never changes. */
export interface Entry {
  /** Distinguishes the kinds of records. */
  readonly form: "entry";
  /** Its id in the graph: the uuid, or `<path>:<line>` if it has no uuid or another entry has the same one. */
  readonly id: string;
  /** The recorded uuid. */
  readonly uuid: Uuid | undefined;
  /** The recorded parent; `null` if there is none. */
  readonly parentUuid: Uuid | null;
  /** The parent across a compaction, recorded on boundaries. */
  readonly logicalParentUuid: Uuid | undefined;
  /** The recorded session id, which need not be that of the file; empty if none is recorded. */
  readonly sessionId: string;
  /** The recorded agent id. */
  readonly agentId: string | undefined;
  /** Whether the record is marked as part of an agent's conversation. */
  readonly isSidechain: boolean;
  /** Its type as the rules see it. */
  readonly kind: EntryKind;
  /** Its type as it was recorded. */
  readonly type: string;
  /** The subtype of a system entry, or the type of an attachment or progress record. */
  readonly subtype: string | undefined;
  /** What a user entry or a queued command is; `undefined` on all others. */
  readonly userKind: UserEntryKind | undefined;
  /** Milliseconds since 1970; `NaN` if the record has no time. */
  readonly timestamp: number;
  /** Its message, if it has one. */
  readonly message: RawMessage | undefined;
  /** Where the message was recorded, if it was taken from a copy with more content. */
  readonly lentFrom?: RecordLocation | undefined;
  /** The record as it was read, with fields filled in from its copies. */
  readonly raw: JsonObject;
  /** Its file and line. */
  readonly location: RecordLocation;
  /** Set if its source knows all of its fields. They are then not reported as unknown to Claude Code's format. */
  readonly isKnown?: true | undefined;
  /** What its source has no rule for, such as `event_msg/foo`: it is reported as drift (default: nothing). */
  readonly unknown?: readonly string[] | undefined;
  /** The name of the source that read it; absent for Claude Code. */
  client?: string | undefined;
  /** Set if its source never writes a turn as a tree, so that every fork is a choice of the user. */
  readonly isChosen?: true | undefined;
}

/**
 * A bookkeeping record: a JSON object that has no uuid and is no user or assistant message. It is in no graph; only its
 * position in the file says where it belongs.
 */
export interface Bookkeeping {
  /** Distinguishes the kinds of records. */
  readonly form: "bookkeeping";
  /** Its type as it was recorded, such as `queue-operation`. */
  readonly type: string;
  /** The operation of a queue record. */
  readonly subtype: string | undefined;
  /** The recorded session id; empty if none is recorded. */
  readonly sessionId: string;
  /** Milliseconds since 1970; `NaN` if the record has no time. */
  readonly timestamp: number;
  /** The record as it was read. */
  readonly raw: JsonObject;
  /** Its file and line. */
  readonly location: RecordLocation;
  /** As for an {@link Entry}. */
  readonly isKnown?: true | undefined;
  /** As for an {@link Entry}. */
  readonly unknown?: readonly string[] | undefined;
  /** As for an {@link Entry}. */
  readonly isChosen?: true | undefined;
  /** Its id and what it follows, if its source knows both: what follows it follows that (default: nothing can follow it). */
  readonly place?: { readonly id: string; readonly parent: string | null } | undefined;
}

/** A line that holds no JSON object. Records that are whole on it follow it. */
export interface Malformed {
  /** Distinguishes the kinds of records. */
  readonly form: "malformed";
  /** Its file and line. */
  readonly location: RecordLocation;
  /** How many characters of it no record holds, without white space and NUL characters. */
  readonly lost: number;
}

/** What a line of a transcript can hold. */
export type TranscriptRecord = Entry | Bookkeeping | Malformed;
