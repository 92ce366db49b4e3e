import type { MessageContent } from "../types.ts";

/** A file to import. */
export interface SourceFile {
  /** Relative to the folder of projects, with `/`: `-home-me-app/0190c6f2.jsonl`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What the file system says of it, to recognise it without reading it (default: nothing). */
  readonly state?: string | undefined;
}

/** A message that was made of a transcript. */
export interface ImportedMessage extends MessageContent {
  /** A UUID; no other message of the session has it. */
  readonly id: string;
  /** A message that is earlier in the list; `null` for a first one. */
  readonly parentId: string | null;
  readonly createdAt: Date;
}

/** A session that was made of transcripts. */
export interface ImportedSession {
  /** A UUID. */
  readonly id: string;
  /** Each after its parent. The last one has no children, and becomes the default leaf. */
  readonly messages: readonly ImportedMessage[];
  /** Other ids by which a message of the session can be named. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Files to keep at once: those that belong together, such as those of a session tree. */
export interface NewFiles {
  /** Who they belong to (default: the default project). */
  readonly projectId?: string | undefined;
  readonly files: readonly SourceFile[];
  /** The path of another file of the same name: `a~2.jsonl` for `a.jsonl` and 2, `a.jsonl` for `a~2.jsonl` and 1. */
  readonly variantOf: (path: string, number: number) => string;
}

/** How sessions are made of files. */
export interface Derivation {
  /** The ids that files name. Sessions that were made before and hold one of them are made anew, of all these files. */
  readonly idsIn: (files: readonly SourceFile[]) => ReadonlySet<string>;
  /** Make sessions of files that belong together. */
  readonly derive: (files: readonly SourceFile[]) => readonly ImportedSession[] | Promise<readonly ImportedSession[]>;
  /** Make them anew also if no file changed, because `derive` is another one (default: `false`). */
  readonly isAgain?: boolean | undefined;
}

/** What came of an import. */
export interface ImportResult {
  /** The sessions that were made, or made anew. */
  readonly sessions: readonly string[];
  /** How many messages were stored, were changed, and are as they were. */
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** A file that was imported. */
export interface StoredSource {
  readonly path: string;
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
  /** As {@link SourceFile.state}. */
  readonly state: string;
  /** Whether sessions were made of these bytes. */
  readonly isDerived: boolean;
}
