/** What a block is. */
export type BlockKind =
  | "prompt"
  | "text"
  | "thinking"
  | "call"
  | "result"
  | "image"
  | "compaction"
  | "command"
  | "command-output"
  | "bash"
  | "bash-output"
  | "interrupt"
  | "notification"
  | "teammate-message"
  | "api-error";

/** Something that was said or done, named by its content, so that a reader of any design can find it. */
export interface Block {
  /** Its name in this file, such as `b12`. */
  readonly ref: string;
  readonly kind: BlockKind;
  /** The words; of a notification only if it has no task. */
  readonly text?: string;
  /** Of a call its id; of a result the id of its call. */
  readonly id?: string;
  /** Of a command its name, with the slash; of a call the name of its tool. */
  readonly name?: string;
  /** Of a command what was typed after its name. */
  readonly args?: string;
  /** Of a notification the background task. */
  readonly taskId?: string;
  /** Of a message of a teammate who sent it. */
  readonly from?: string;
  /** Of a compaction the text that replaced the conversation. */
  readonly summary?: string;
  /** `false`: it happened, but the files do not hold it. It is never required. */
  readonly onDisk?: boolean;
  /** It may be shown or not. */
  readonly optional?: boolean;
  /** Its position is not judged. */
  readonly loose?: boolean; // words: allow loose
  /** Blocks of one group that follow one another may be in any order. */
  readonly group?: string;
  /** The client wrote other words around it: a text that contains it is enough. */
  readonly wrapped?: boolean;
  /** It was typed while the model was at work. */
  readonly queued?: boolean;
  /** Other blocks after which it may stand. */
  readonly mayFollow?: readonly string[];
}

/** A thread from its beginning to its end, without its branches. */
export interface Line {
  readonly blocks: readonly Block[];
  readonly branches?: readonly BranchLine[];
}

/** Another line, which leaves after a block. */
export interface BranchLine extends Line {
  /** The block after which it leaves; `null` for a second beginning. */
  readonly after: string | null;
  readonly rule?: string;
  /** Whether the person continued in it. */
  readonly active?: boolean;
}

/** A session: a transcript file. */
export interface ExpectedSession extends Line {
  readonly sessionId: string;
  /** The block of another session after which it continues; `null` if it continues none. */
  readonly continues: { readonly session: string; readonly afterBlock: string } | null;
  /** The block with which the person ended. */
  readonly activeLeaf?: string | null;
}

/** An agent. */
export interface ExpectedAgent {
  readonly ref: string;
  /** The id of the call that spawned it; `null` if no call did. */
  readonly spawnedBy: string | null;
  /** `main`, or the `ref` of the agent that it is inside. */
  readonly within: string;
  readonly mode?: string;
  readonly name?: string;
  /** Ids that may be shown again inside the agent. */
  readonly mayRepeat?: readonly string[];
  /** It may be shown as two agents. */
  readonly maySplitAfter?: string;
  readonly blocks: readonly Block[];
}

/** What a reader should find in a folder. */
export interface ExpectedConversation {
  readonly about: string;
  readonly notes?: readonly string[];
  readonly sessions: readonly ExpectedSession[];
  readonly agents: readonly ExpectedAgent[];
}

/** What is judged. `branches` to `active` need a tree. */
export const dimensions = ["conservation", "duplicates", "order", "branches", "agents", "sessions", "active"] as const;

/** The name of what is judged. */
export type Dimension = (typeof dimensions)[number];

/** The faults of each dimension, as sentences; absent for a dimension that does not apply or cannot be judged. */
export type Score = Partial<Record<Dimension, readonly string[]>>;
