import type { Document, Image, Text, Thinking, ToolCall, ToolResult, UnknownBlock } from "./content.ts";
import type { Node, Parent } from "./node.ts";
import type { TimelineThread } from "./timeline.ts";

/** A reference to an entry and, where it helps to find it, to the thread that holds it. */
export interface Reference {
  uuid: string;
  sessionId?: string | undefined;
  /** The branch, by its first entry. */
  branch?: string | undefined;
  agentId?: string | undefined;
}

/** A reference to another entry with the same text. The node with this mark keeps its text all the same. */
export interface Repeat extends Reference {
  /** The name of the rule that found it. */
  rule: string;
}

/** Tokens as the API counted them, with the fields as recorded, such as `input_tokens`. */
export type Usage = Record<string, unknown>;

/** Why a fork is a true one. */
export type BranchRule = "rewind" | "resume-at" | "concurrent-resume" | "draft";
/** How an agent ran. */
export type AgentMode = "sync" | "background" | "teammate" | "fork" | "inline" | "workflow" | "internal" | "warmup";
/** Who wrote a message; `assistant` is the model in the main thread, whatever client it ran in. */
export type Actor = "human" | "assistant" | "agent" | "teammate" | "hook" | "notification" | "system";
/** In which way a message came about. */
export type Origin =
  | "prompt"
  | "command"
  | "command-output"
  | "bash"
  | "bash-output"
  | "interrupt"
  | "notification"
  | "teammate"
  | "compact-summary"
  | "meta"
  | "queued"
  | "memory"
  | "hook"
  | "skill"
  | "steering"
  | "reply"
  | "synthetic"
  | "api-error"
  | "scheduled"
  | "channel"
  | "peer"
  | "coordinator";

/** Everything that was read. */
export interface Root extends Parent {
  type: "root";
  /** The order of the children; only set on a timeline, where all of them are `TimelineNode`s. */
  order?: "kahn" | "timestamp" | "file" | undefined;
  /** On a timeline, its sessions, branches and agents in reading order; their messages are children of the root. */
  threads?: TimelineThread[] | undefined;
  children: FlowContent[];
}

/** A pull request that a session made or worked on. */
export interface Pull {
  /** Its web address. */
  url: string;
  number?: number | undefined;
  /** `owner/name`. */
  repository?: string | undefined;
}

/** One transcript file: a conversation, or the part of it that no other session holds. */
export interface Session extends Parent {
  type: "session";
  sessionId: string;
  /** The program that wrote it: an id of `clients`, or the name of a source (default: Claude Code). */
  client?: string | undefined;
  title?: string | undefined;
  /** The directory that the client ran in. */
  cwd?: string | undefined;
  gitBranch?: string | undefined;
  /** The version of the client. */
  version?: string | undefined;
  /** Its pull requests, each once. */
  pulls?: Pull[] | undefined;
  /** The message of another session that it continues or forks from. */
  from?: Reference | undefined;
  children: FlowContent[];
}

/** One alternative of a true fork. */
export interface Branch extends Parent {
  type: "branch";
  /** Its first entry. */
  uuid: string;
  rule: BranchRule;
  /** The message that it leaves from; `null` for a second beginning. */
  from: Reference | null;
  /** Set on the branch in which the person continued. */
  active?: true | undefined;
  children: FlowContent[];
}

/** An API call of an agent, as a progress record of its caller holds it. */
export interface ProgressCall {
  /** The progress record. */
  uuid?: string | undefined;
  /** The id of the API message. */
  messageId: string;
  requestId?: string | undefined;
  /** As recorded. */
  model?: string | undefined;
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  /** As recorded. */
  usage: Usage;
}

/** The transcript of a subagent. */
export interface Agent extends Parent {
  type: "agent";
  agentId: string;
  mode: AgentMode;
  /** The name that it was given. */
  name?: string | undefined;
  /** The kind of agent that was asked for, such as `Explore`. */
  agentType?: string | undefined;
  /** Its task, in a few words. */
  description?: string | undefined;
  /** 1 for an agent of the main thread, 2 for an agent that such an agent spawned, and so on. */
  nestingLevel: number;
  /** The tool call that spawned it, the entry that is its parent, and the rule that found them. */
  from: { uuid?: string | undefined; toolUseId?: string | undefined; rule: string };
  /** The message of another agent that this one continues: its first entry names that message as its parent. */
  continues?: Reference | undefined;
  /** A stub: a call names this agent, and its transcript was not found. */
  missing?: true | undefined;
  /** The agent stopped before it answered. */
  incomplete?: true | undefined;
  /** How it ended, as the client puts it: `completed`, `failed`, `killed`. */
  status?: string | undefined;
  /** How many messages its transcript holds. */
  messageCount: number;
  /** Milliseconds since 1970. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  usage?: Usage | undefined;
  /** Its API calls that only progress records hold, because its transcript is gone. */
  calls?: ProgressCall[] | undefined;
  /** The number of its tool calls, as recorded. */
  toolUses?: number | undefined;
  /** As recorded. */
  durationMs?: number | undefined;
  /** The git worktree that it ran in. */
  worktree?: string | undefined;
  /** The team that it belongs to. */
  team?: string | undefined;
  children: FlowContent[];
}

/** One message of a conversation. All entries of one API message are one node. */
export interface Message extends Parent {
  type: "message";
  role: "user" | "assistant" | "system";
  actor: Actor;
  origin: Origin;
  /** The first entry of this node. Absent for a record without a uuid, which has an `id` instead. */
  uuid?: string | undefined;
  /** `<path>:<line>` of a record without a uuid. */
  id?: string | undefined;
  /** Every entry of this node. */
  uuids: string[];
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  model?: string | undefined;
  usage?: Usage | undefined;
  /** The id of the API request. */
  requestId?: string | undefined;
  /** The id that the API gave to an answer; several nodes have it if another message interrupts the answer. */
  messageId?: string | undefined;
  /** The session had ended or crashed and was resumed here. */
  resumed?: true | undefined;
  /** The names of the teammates who sent this message. */
  senders?: string[] | undefined;
  /** The id of the agent that sent this notification or teammate's message. */
  about?: string | undefined;
  /** The message of an agent that holds the same answer as this notification. */
  repeats?: Repeat | undefined;
  /** Sessions and branches that leave from here. */
  junctions?: Reference[] | undefined;
  /** Other files that hold a copy of this message. */
  alsoIn?: Reference[] | undefined;
  /** In a timeline only: the thread that the message belongs to. */
  thread?: Reference | undefined;
  children: Content[];
}

/** A boundary after which the model has a summary instead of the conversation; the summary is its children. */
export interface Compaction extends Parent {
  type: "compaction";
  /** The boundary, or the summary if there is none. A summary without a uuid has an `id` instead. */
  uuid?: string | undefined;
  id?: string | undefined;
  /** The boundary and its summary. */
  uuids: string[];
  /** The time of the summary, in milliseconds since 1970. */
  timestamp?: number | undefined;
  durationMs?: number | undefined;
  /** What caused it, such as `manual` or `auto`. */
  trigger?: string | undefined;
  /** Tokens of the context before. */
  preTokens?: number | undefined;
  /** Tokens of the context after. */
  postTokens?: number | undefined;
  /** Messages that were kept word for word. */
  preserved?: Reference[] | undefined;
  /** In a timeline only. */
  thread?: Reference | undefined;
  children: Content[];
}

/** A record that is no message: a hook, progress, an attachment, a title, a mode, or an unknown entry. */
export interface Notice extends Node {
  type: "notice";
  /** The `type` of the record. */
  entryType: string;
  subtype?: string | undefined;
  /** Absent for a record without a uuid. */
  uuid?: string | undefined;
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  /** The tool call that it belongs to. */
  toolUseId?: string | undefined;
  /** As on a {@link Message}. */
  resumed?: true | undefined;
  /** Its text; for an unknown entry the whole record as JSON. */
  value?: string | undefined;
  /** The record as recorded; absent where `value` is the whole record. */
  structured?: unknown;
  /** In a timeline only. */
  thread?: Reference | undefined;
}

/** The nodes that a message may hold, by type. Register a new type by declaration merging. */
export interface ContentMap {
  text: Text;
  thinking: Thinking;
  image: Image;
  document: Document;
  toolCall: ToolCall;
  toolResult: ToolResult;
  unknown: UnknownBlock;
}

/** The nodes that a thread may hold, by type. Register a new type by declaration merging. */
export interface FlowContentMap {
  session: Session;
  branch: Branch;
  agent: Agent;
  message: Message;
  compaction: Compaction;
  notice: Notice;
}

/** A node of a message. */
export type Content = ContentMap[keyof ContentMap];
/** A node of a thread. */
export type FlowContent = FlowContentMap[keyof FlowContentMap];
/** Any node of a tree. */
export type Nodes = Root | FlowContent | Content;
/** A node that is a thread. */
export type ThreadNode = Root | Session | Branch | Agent;
