import type { Document, Image, Text, Thinking, ToolCall, ToolResult, UnknownBlock } from "./content.ts";
import type { Node, Parent } from "./node.ts";
import type { TimelineThread } from "./timeline.ts";

/** Where something stands: an entry and, where it helps to find it, the line that holds it. */
export interface Reference {
  uuid: string;
  sessionId?: string | undefined;
  branch?: string | undefined;
  agentId?: string | undefined;
}

/** Where the same words are told, and the rule that found it. What has this mark holds them all the same. */
export interface Repeat extends Reference {
  rule: string;
}

/** Tokens as the API counted them; recorded fields are kept as they are. */
export type Usage = Record<string, unknown>;

export type BranchRule = "rewind" | "resume-at" | "concurrent-resume" | "draft";
export type AgentMode = "sync" | "background" | "teammate" | "fork" | "inline" | "workflow" | "internal" | "warmup";
export type Actor = "human" | "claude" | "agent" | "teammate" | "hook" | "notification" | "system";
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
  | "api-error";

/** The whole of what was loaded. */
export interface Root extends Parent {
  type: "root";
  /** Set on a timeline, whose children are of `TimelineNode` alone: the order that they stand in. */
  order?: "kahn" | "timestamp" | "file" | undefined;
  /** On a timeline, its sessions, branches and agents, in reading order; what they say stands in the timeline. */
  threads?: TimelineThread[] | undefined;
  children: FlowContent[];
}

/** A pull request that a session made or worked on. */
export interface Pull {
  /** An address on the web. */
  url: string;
  number?: number | undefined;
  /** `owner/name`. */
  repository?: string | undefined;
}

/** One transcript file: a conversation, or the part of it that no other session holds. */
export interface Session extends Parent {
  type: "session";
  sessionId: string;
  title?: string | undefined;
  cwd?: string | undefined;
  gitBranch?: string | undefined;
  version?: string | undefined;
  /** Its pull requests, each once. */
  pulls?: Pull[] | undefined;
  /** Where it continues or forks from another session. */
  from?: Reference | undefined;
  children: FlowContent[];
}

/** One alternative of a true fork. */
export interface Branch extends Parent {
  type: "branch";
  /** The first entry of this side. */
  uuid: string;
  rule: BranchRule;
  /** The message it leaves from; `null` for a second beginning. */
  from: Reference | null;
  /** Set on the side in which the person went on. */
  active?: true | undefined;
  children: FlowContent[];
}

/** The transcript of a subagent. */
export interface Agent extends Parent {
  type: "agent";
  agentId: string;
  mode: AgentMode;
  name?: string | undefined;
  agentType?: string | undefined;
  description?: string | undefined;
  /** 1 for an agent of the main thread, 2 for an agent of that agent, and so on. */
  nestingLevel: number;
  /** The call that bore it, and the rule that found it. */
  from: { uuid?: string | undefined; toolUseId?: string | undefined; rule: string };
  /** A stub: the call names an agent whose transcript is not there. */
  missing?: true | undefined;
  /** The agent was cut off before an answer. */
  incomplete?: true | undefined;
  /** How it ended, in the words of the client: `completed`, `failed`, `killed`. */
  status?: string | undefined;
  messageCount: number;
  /** Milliseconds since 1970. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  usage?: Usage | undefined;
  toolUses?: number | undefined;
  durationMs?: number | undefined;
  worktree?: string | undefined;
  team?: string | undefined;
  children: FlowContent[];
}

/** One turn of speech. The entries of one API message are one message. */
export interface Message extends Parent {
  type: "message";
  role: "user" | "assistant" | "system";
  actor: Actor;
  origin: Origin;
  /** The first entry told here. Absent for a record without a uuid, which has an `id` instead. */
  uuid?: string | undefined;
  /** `<path>:<line>` of a record without a uuid. */
  id?: string | undefined;
  /** Every entry told by this node. */
  uuids: string[];
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  model?: string | undefined;
  usage?: Usage | undefined;
  requestId?: string | undefined;
  /** The id that the API gave to an answer. Where somebody else speaks in between, several messages have one. */
  messageId?: string | undefined;
  /** The session had ended or crashed and was taken up again here. */
  resumed?: true | undefined;
  /** The names of the teammates whose words these are. */
  senders?: string[] | undefined;
  /** The agent that a notification, or a teammate's message, comes from. */
  about?: string | undefined;
  /** The answer in a notification, where the agent gives it. */
  repeats?: Repeat | undefined;
  /** Sessions and branches that leave from here. */
  junctions?: Reference[] | undefined;
  /** Other files that hold a copy of this message. */
  alsoIn?: Reference[] | undefined;
  /** In the timeline only: the line that the message comes from. */
  thread?: Reference | undefined;
  children: Content[];
}

/** The place where the conversation was replaced by a summary; the summary is its children. */
export interface Compaction extends Parent {
  type: "compaction";
  uuid: string;
  uuids: string[];
  /** The summary's own time, in milliseconds since 1970. */
  timestamp?: number | undefined;
  durationMs?: number | undefined;
  trigger?: string | undefined;
  preTokens?: number | undefined;
  postTokens?: number | undefined;
  /** Messages that were kept word for word. */
  preserved?: Reference[] | undefined;
  /** In the timeline only. */
  thread?: Reference | undefined;
  children: Content[];
}

/** A hook, progress, an attachment, a title, a mode, and anything unknown. */
export interface Notice extends Node {
  type: "notice";
  entryType: string;
  subtype?: string | undefined;
  uuid?: string | undefined;
  /** Milliseconds since 1970. */
  timestamp?: number | undefined;
  toolUseId?: string | undefined;
  /** As on a {@link Message}. */
  resumed?: true | undefined;
  /** What there is to read; for an unknown entry the whole record as JSON. */
  value?: string | undefined;
  /** In the timeline only. */
  thread?: Reference | undefined;
}

/** What may stand in a message. Register a new type by declaration merging. */
export interface ContentMap {
  text: Text;
  thinking: Thinking;
  image: Image;
  document: Document;
  toolCall: ToolCall;
  toolResult: ToolResult;
  unknown: UnknownBlock;
}

/** What may stand in a line of conversation, in reading order. */
export interface FlowContentMap {
  session: Session;
  branch: Branch;
  agent: Agent;
  message: Message;
  compaction: Compaction;
  notice: Notice;
}

export type Content = ContentMap[keyof ContentMap];
export type FlowContent = FlowContentMap[keyof FlowContentMap];
export type Nodes = Root | FlowContent | Content;
/** The nodes that hold a line of conversation. */
export type ThreadNode = Root | Session | Branch | Agent;
