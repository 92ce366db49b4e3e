import type { Agent, ContextFill, Pull, SessionFacts, UsageTotals } from "@ccdag/ccast";
import type { BlockContent, Literal, Node, Parent } from "mdast";

/** Untrusted Markdown, not yet parsed. A renderer must keep it contained: its headings below `depth`, and no HTML. */
export interface Markdown extends Literal {
  type: "markdown";
  /** The depth of the heading above it, from 1 to 6. Its own headings go below that. */
  depth: number;
}

/** What a part of a document is: a thread, a turn, a message (by speaker), or the content of a collapsible section. */
export type SectionKind =
  | "session"
  | "branch"
  | "agent"
  | "turn"
  | "prompt"
  | "reply"
  | "mail"
  | "client"
  | "compaction"
  | "thinking"
  | "tool"
  | "record";

/** Something that a reader may look for: a thread, a message, a compaction. */
export interface Landmark {
  /** What it is. */
  readonly kind: SectionKind;
  /** The name of its anchor; absent if the anchor is elsewhere. */
  readonly name?: string | undefined;
  /** Its title in a list, as plain text; empty for landmarks that no list shows. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time?: number | undefined;
  /** The anchor of the message that a thread leaves from. */
  readonly from?: string | undefined;
  /** Whether the user continued in this branch. */
  readonly isActive?: boolean | undefined;
}

/** What a turn or a session took. Calls are those of its own thread: an agent has numbers of its own. */
export interface WorkFacts {
  /** Milliseconds from its first message to its last; absent without two times. */
  readonly durationMs?: number | undefined;
  /** Its calls by the recorded name of the tool, in the order of their first call. */
  readonly tools: ReadonlyMap<string, number>;
  /** Its calls whose result is an error. */
  readonly failed: number;
  /** Agents that were started in it, also those without a transcript; not those that the client ran by itself. */
  readonly agents: number;
  readonly compactions: number;
  /** The usage of all API calls, those of agents included; with costs, where the document has prices. */
  readonly usage?: UsageTotals | undefined;
  /** How full the context window was at its own API calls, without those of agents; absent without a call. */
  readonly context?: ContextFill | undefined;
}

/** What a turn took: a prompt of a person, and all that follows until the next one. */
export interface TurnFacts extends WorkFacts {
  /** Its number in its session, from 1, in reading order. */
  readonly number: number;
}

/** What is known of a session: its numbers are those of `factsOf` of `@ccdag/ccast`, as in every list of sessions. */
export interface SessionOverview extends Pick<WorkFacts, "durationMs" | "tools" | "context"> {
  readonly sessionId: string;
  /** The program that wrote it; absent for Claude Code. */
  readonly client?: string | undefined;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
  readonly pulls: readonly Pull[];
  readonly counts: SessionFacts;
  /** What is not shown, by kind. */
  readonly hidden: Readonly<Record<string, number>>;
}

/** The content of one landmark, if the option `sections` is on. */
export interface Section extends Parent {
  type: "section";
  /** The thread, turn, message or compaction. */
  landmark: Landmark;
  /** What the turn took, if it holds a turn. */
  turn?: TurnFacts | undefined;
  /** What is known of the session, if the session begins with it. */
  session?: SessionOverview | undefined;
  /** Whether it holds the last answer of a turn. */
  isAnswer?: true | undefined;
  children: BlockContent[];
}

/** A collapsible section with a summary. */
export interface Details extends Parent {
  type: "details";
  /** The summary, as plain text. */
  summary: string;
  /** The summary with whole paths, if those of the summary are relative to the folder of the session. */
  whole?: string | undefined;
  /** What it holds, if that is known. */
  kind?: SectionKind | undefined;
  /** The recorded name of the tool, if it holds a tool call. */
  tool?: string | undefined;
  /** The call, if it holds one: its id, whether it failed, and then the beginning of its error, on one line. */
  call?: { readonly id: string; readonly hasFailed: boolean; readonly error?: string | undefined } | undefined;
  /** The agent, if it holds an agent. */
  landmark?: Landmark | undefined;
  children: BlockContent[];
}

/** A slot for the conversation of an agent. Handlers return it; `toMdast` replaces every slot before it returns. */
export interface AgentSlot extends Node {
  type: "agentSlot";
  /** The agent. */
  agent: Agent;
  /** Whether the section that holds the slot is about this agent alone. */
  isOwn: boolean;
}

/** The target of links. */
export interface Anchor extends Node {
  type: "anchor";
  /** `msg-<uuid>`, `session-<id>`, `branch-<uuid>`, `agent-<id>`. */
  id: string;
}

declare module "mdast" {
  interface ParagraphData {
    /** It is only a link to another part of the document. A renderer without links omits it. */
    isPointer?: true | undefined;
  }
  interface CodeData {
    /** The same text with its ANSI colour codes, if it had any. */
    ansi?: string | undefined;
    /** The path of the file whose text or change this is. */
    of?: string | undefined;
  }
  interface InlineCodeData {
    /** It is a formula in TeX, and whether it is displayed: it stood between one dollar sign and another, or two and two. */
    math?: "inline" | "display" | undefined;
  }
  interface HeadingData {
    /** What begins here, which is a good point to split the document. A thread is a session, a branch or an agent. */
    begins?: "turn" | "thread" | undefined;
  }
  interface BlockContentMap {
    markdown: Markdown;
    details: Details;
    section: Section;
    anchor: Anchor;
    agentSlot: AgentSlot;
  }
  interface PhrasingContentMap {
    anchor: Anchor;
  }
  interface RootContentMap {
    markdown: Markdown;
    details: Details;
    section: Section;
    anchor: Anchor;
    agentSlot: AgentSlot;
  }
}
