import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The tables of the store, as Kysely needs them. They are in the schema `ccdag`. */
export interface Tables {
  "ccdag.sessions": SessionsTable;
  "ccdag.messages": MessagesTable;
  "ccdag.leaves": LeavesTable;
  "ccdag.refs": RefsTable;
  "ccdag.tokens": TokensTable;
  "ccdag.sources": SourcesTable;
  "ccdag.source_pieces": SourcePiecesTable;
  "ccdag.session_sources": SessionSourcesTable;
  "ccdag.aliases": AliasesTable;
}

/** A time that is set once. */
type Time = ColumnType<Date, Date | undefined, Date>;

/** One row for each session. It does not change when a message is stored. */
export interface SessionsTable {
  id: string;
  /** Grows with each session, as its time may not: a page of the list can end between any two. */
  number: GeneratedAlways<number>;
  project_id: string;
  /** JSON. Text, because `jsonb` refuses NUL characters, and the parser of `json` a deep nesting. */
  configs: string;
  disable_task_tracking: boolean;
  /** Whose it is, as the program names people; `null` if nobody said. */
  user_name: string | null;
  created_at: Time;
  updated_at: Time;
}

/** One row for each message. */
export interface MessagesTable {
  session_id: string;
  id: string;
  parent_id: string | null;
  /** An ancestor some way up, so that the ancestor at a depth is found in few steps; the first message has itself. */
  jump_id: string;
  jump_depth: number;
  /** Of programs from a sequence, of imports counted in the session: the greatest one is the newest message. */
  seq: number;
  depth: number;
  role: string;
  /** JSON, as `configs`. */
  parts: string;
  meta: string;
  created_at: Time;
  updated_at: Time;
  /** Whether it was made of a transcript, and changes with it. */
  is_imported: Generated<boolean>;
}

/** One row for each message without children, so that listing branches costs as much as there are. */
interface LeavesTable {
  session_id: string;
  message_id: string;
  seq: number;
  depth: number;
  created_at: Time;
}

/** One row for each name of a branch or a tag. */
interface RefsTable {
  session_id: string;
  name: string;
  kind: string;
  /** `null` for a `main` that nobody has set: it is the newest message. */
  message_id: string | null;
  /** Grows with each change. */
  version: Generated<number>;
  /** JSON, as `configs` of a session. */
  meta: Generated<string>;
  /** Grows with each ref, so that the list has an order. */
  number: GeneratedAlways<number>;
  created_at: Time;
  updated_at: Time;
}

/** One row for each token that a server accepts. */
export interface TokensTable {
  /** SHA-256 of the token, in hex. The token itself is kept nowhere. */
  hash: string;
  name: string;
  project_id: string;
  is_read_only: boolean;
  /** When it stops to open anything; `null` for never. */
  expires_at: Date | null;
  /** When it was last used, to the hour; `null` if it never was. */
  used_at: Date | null;
  created_at: Time;
}

/** One row for each file of a transcript. */
interface SourcesTable {
  project_id: string;
  /** Relative to the folder of projects, with `/`. */
  path: string;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
  bytes: number;
  /** The hash of the bytes that sessions were last made of; `null` for none. */
  derived: string | null;
  /** What the file system said of the file when it was imported; equal for a file that did not change since. */
  state: string;
}

/** The bytes of a file, in pieces of one size, so that a file that grows is not written again. */
interface SourcePiecesTable {
  project_id: string;
  path: string;
  number: number;
  content: Uint8Array;
}

/** Which files a session was made of. */
interface SessionSourcesTable {
  session_id: string;
  project_id: string;
  path: string;
}

/** Other ids of an imported message: those of copies, and of records that became a part of it. */
interface AliasesTable {
  session_id: string;
  uuid: string;
  message_id: string;
}
