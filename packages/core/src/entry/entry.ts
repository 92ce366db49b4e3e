/** The id of a recorded entry. */
export type Uuid = string;

/** A JSON object as it was recorded. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Where a record stands: its file and line, and how many UTF-16 units the line has. */
export interface RecordLocation {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly columns: number;
}

/** A content block as it was recorded. */
export type RawBlock = Readonly<Record<string, unknown>> & { readonly type?: unknown };

/** The order of (path, line): where nothing else says which record comes first, its place does. */
export function byLocation(a: Pick<RecordLocation, "path" | "line">, b: Pick<RecordLocation, "path" | "line">): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

/** What was said, with the two shapes of content made one: a string is `[{type: "text", text}]`. */
export interface RawMessage {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly blocks: readonly RawBlock[];
  readonly raw: JsonObject;
}

export type EntryKind = "user" | "assistant" | "system" | "passthrough";

/** What a user entry is (transcripts, section 5), in the order of detection. */
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
  | "prompt";

/** One line that is a node of the graph: it has a uuid, or it speaks. Never changed once made. */
export interface Entry {
  readonly form: "entry";
  /** What the graph knows it by: the uuid, or `<path>:<line>` where there is none or where another entry has it too. */
  readonly id: string;
  readonly uuid: Uuid | undefined;
  readonly parentUuid: Uuid | null;
  readonly logicalParentUuid: Uuid | undefined;
  /** As written on the line, which need not be the file's. */
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly isSidechain: boolean;
  readonly kind: EntryKind;
  readonly type: string;
  /** The subtype of a system entry, the kind of an attachment or of progress. */
  readonly subtype: string | undefined;
  /** Only on user entries and queued commands. */
  readonly userKind: UserEntryKind | undefined;
  /** Milliseconds since 1970; `NaN` where the line has no time. */
  readonly timestamp: number;
  readonly message: RawMessage | undefined;
  /** Where the message was recorded, when it was lent by a copy that says more. */
  readonly lentFrom?: RecordLocation | undefined;
  readonly raw: JsonObject;
  readonly location: RecordLocation;
  /** Its source knows all of it, though it may be no record of Claude Code's. */
  readonly isKnown?: true | undefined;
  /** Its source never writes a turn as a tree: where several entries hang on one, somebody chose. */
  readonly isChosen?: true | undefined;
}

/** One line of bookkeeping: a JSON object without a uuid that does not speak. File position is its only place. */
export interface Bookkeeping {
  readonly form: "bookkeeping";
  readonly type: string;
  readonly subtype: string | undefined;
  readonly sessionId: string;
  readonly timestamp: number;
  readonly raw: JsonObject;
  readonly location: RecordLocation;
  /** As for an {@link Entry}. */
  readonly isKnown?: true | undefined;
  readonly isChosen?: true | undefined;
}

/** One line that is no JSON object. */
export interface Malformed {
  readonly form: "malformed";
  readonly location: RecordLocation;
}

/** What one line of a transcript can be. */
export type TranscriptRecord = Entry | Bookkeeping | Malformed;
