/**
 * How the content of a file is known: from the result of the call (`recorded`), from what a tool wrote (`written`), from a
 * `Read` of the whole file (`read`), from an edit of a known content (`edited`), from a later content by undoing edits
 * (`later`), or from the call alone, because its result has no fields (`called`).
 */
export type Evidence = "recorded" | "written" | "read" | "edited" | "later" | "called";

/** What was in a file at some time. */
export interface ContentState {
  /** The whole text; `null` if there was no file. Absent if it is not known. */
  readonly content?: string | null | undefined;
  /** How it is known; absent if it is not known. */
  readonly evidence?: Evidence | undefined;
}

/** A part of a unified diff, as the client records it or as it is printed. */
export interface Hunk {
  /** The number of its first line, from 1. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Each with ` `, `-`, `+` or `\` before it, and without a line ending. */
  readonly lines: readonly string[];
}

/** Who made an edit. */
export interface Editor {
  readonly sessionId: string;
  /** Absent for the main thread. */
  readonly agentId?: string | undefined;
  /** The type of the agent, else its name, else its id. */
  readonly agent?: string | undefined;
  /** The folder of the git worktree that the client made for the agent; absent for none. */
  readonly worktree?: string | undefined;
}

/** A tool call that changed a file. */
export interface Edit {
  /** The name of the tool. */
  readonly tool: string;
  readonly toolUseId: string;
  /** Grows in the order in which the edits of the path took effect; numbers may be missing. */
  readonly order: number;
  /** The message that holds the call; absent if its record has no uuid. */
  readonly uuid?: string | undefined;
  readonly by: Editor;
  /** When the call ended, in milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  /** A person changed what was proposed. */
  readonly isUserModified: boolean;
  readonly before: ContentState;
  readonly after: ContentState;
  /** The content before is not the one that the edit before left: something else changed the file between them. */
  readonly isChangedOutside: boolean;
  /** The recorded hunks, with blanks for leading tabs that are not known; absent if none were recorded. */
  readonly hunks?: readonly Hunk[] | undefined;
  /** The path that the file had before it was moved; absent if it was not. */
  readonly movedFrom?: string | undefined;
  /** The path that the file was moved to, where this is what it left; absent if it was not. */
  readonly movedTo?: string | undefined;
  /** The number of lines that were added and removed; absent if it is not known. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/**
 * What is known of a file: its content before the first edit and after the last one (`whole`), what each edit changed
 * (`partial`), or less (`unknown`).
 */
export type FileKnowledge = "whole" | "partial" | "unknown";

/** The edits of a file. */
export interface FileEdits {
  /** As recorded. */
  readonly path: string;
  /** In the order in which they took effect; not empty. */
  readonly edits: readonly Edit[];
  readonly known: FileKnowledge;
  /** A `Read` after the last edit shows another content: something else changed the file. */
  readonly isChangedLater: boolean;
}

/** The edits on a path of a conversation. */
export interface EditReport {
  /** The session at the end of the path. */
  readonly sessionId?: string | undefined;
  /** The folder that its client ran in. */
  readonly cwd?: string | undefined;
  /** Files in the order of their first edit. */
  readonly files: readonly FileEdits[];
  /** Calls of tools that change files and that failed: they changed nothing. */
  readonly failed: number;
}
