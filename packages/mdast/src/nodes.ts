import type { Agent } from "@ccdag/ccast";
import type { BlockContent, Literal, Node, Parent } from "mdast";

/** Untrusted Markdown, not yet parsed. A renderer must keep it contained: its headings below `depth`, and no HTML. */
export interface Markdown extends Literal {
  type: "markdown";
  /** The depth of the heading above it, from 1 to 6. Its own headings go below that. */
  depth: number;
}

/** What a part of a document is: a thread, a message (by speaker), or the content of a collapsible section. */
export type SectionKind =
  | "session"
  | "branch"
  | "agent"
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

/** The content of one landmark, if the option `sections` is on. */
export interface Section extends Parent {
  type: "section";
  /** The thread, message or compaction. */
  landmark: Landmark;
  children: BlockContent[];
}

/** A collapsible section with a summary. */
export interface Details extends Parent {
  type: "details";
  /** The summary, as plain text. */
  summary: string;
  /** What it holds, if that is known. */
  kind?: SectionKind | undefined;
  /** The recorded name of the tool, if it holds a tool call. */
  tool?: string | undefined;
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
  /** `msg-<uuid>`, `session-<id>`, `branch-<uuid>` or `agent-<id>`. */
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
