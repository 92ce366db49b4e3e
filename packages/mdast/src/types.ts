import type { Agent, Nodes, Prices, Reference, ToolCall } from "@ccdag/ccast";
import type { BlockContent, Literal, Node, Parent, PhrasingContent } from "mdast";
import type { LabelOptions, Labels } from "./labels.ts";
import type { Remote } from "./remote.ts";

/** Markdown by a stranger, not yet parsed. A renderer keeps it in its place: below a heading, and out of everything else. */
export interface Markdown extends Literal {
  type: "markdown";
  /** The depth of the heading that it stands under; its own headings go below that. */
  depth: number;
}

/** What a part of a document tells: a line of conversation, a message by who speaks, or what a fold holds. */
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

/** Something that a reader may look for: a line of conversation, a message, a compaction. */
export interface Landmark {
  readonly kind: SectionKind;
  /** The name of its anchor; nothing where that stands elsewhere. */
  readonly name?: string | undefined;
  /** What it is called in a list, as plain text; empty for what no list holds. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time?: number | undefined;
  /** The anchor of the message that a line leaves from. */
  readonly from?: string | undefined;
  /** Whether the person went on in this branch. */
  readonly isActive?: boolean | undefined;
}

/** All that is told of one place, where the option `sections` is on. */
export interface Section extends Parent {
  type: "section";
  landmark: Landmark;
  children: BlockContent[];
}

/** Something folded, with a line that says what it is. */
export interface Details extends Parent {
  type: "details";
  /** Plain text. */
  summary: string;
  /** What is in it, where that is known. */
  kind?: SectionKind | undefined;
  /** The recorded name of the tool. */
  tool?: string | undefined;
  /** Of the fold of an agent, the agent. */
  landmark?: Landmark | undefined;
  children: BlockContent[];
}

/** Room for the conversation of an agent. Handlers leave it; no document that `toMdast` returns holds one. */
export interface AgentSlot extends Node {
  type: "agentSlot";
  agent: Agent;
  isOwn: boolean;
}

/** A target of links. */
export interface Anchor extends Node {
  type: "anchor";
  id: string;
}

declare module "mdast" {
  interface ParagraphData {
    /** It only leads to another place: where nothing can lead, it says nothing. */
    isPointer?: true | undefined;
  }
  interface CodeData {
    /** The same text with the codes that colour a terminal, where it had some. */
    ansi?: string | undefined;
    /** The path of the file whose text, or change, this is. */
    of?: string | undefined;
  }
  interface HeadingData {
    /** What begins here: where a document may best be divided. A line is a session, a branch or an agent. */
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

/** Tells one node. What it returns stands in the document in this order. */
export type Handler<T extends Nodes = Nodes> = (node: T, state: State) => BlockContent[];

/** Tells one call of a tool: what stands in its fold. */
export type ToolView = (call: ToolCall, state: State) => BlockContent[];

/** What a tool view says of itself: its fold, and the words on it. */
export interface Tool {
  /** The words on the fold after the tool's name (default: none). */
  title?: ((input: Readonly<Record<string, unknown>>, call: ToolCall) => string | undefined) | undefined;
  view: ToolView;
}

/** Extends the telling; the last one wins. */
export interface MdastExtension {
  handlers?: Partial<Record<string, Handler<never>>> | undefined;
  /** By the recorded name of the tool; `*` for all others. A function is a view without a title. */
  tools?: Readonly<Record<string, Tool | ToolView>> | undefined;
}

/**
 * Where agents are told: `inline`, in the fold of the call that bore them; `after` the turn with the call; `separate`,
 * in documents of their own, which `href` knows; `none`, not at all: a line says what is left out.
 */
export type AgentPolicy = "inline" | "after" | "separate" | "none";

/** What becomes of images and documents. */
export type ImagePolicy = "link" | "embed" | "files" | "none";

/** A file that belongs to a document. */
export interface Asset {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Text, or bytes in base64. */
  readonly data: string;
  readonly isText: boolean;
}

/** Options of `toMdast`. */
export interface MdastOptions {
  /** Where agents are told (default: `inline`). */
  agents?: AgentPolicy | undefined;
  extensions?: readonly MdastExtension[] | undefined;
  /**
   * How many characters of one block of code, such as the output of a tool, are told; of longer ones the middle is left
   * out, and its size said (default: all are told whole). What people and Claude say is always told whole.
   */
  limit?: number | undefined;
  /** Words and signs of the document, as far as they are not to be the default (English). */
  labels?: LabelOptions | undefined;
  /** Whether it is told what each answer, turn, agent, branch and session took of tokens (default: `false`). */
  tokens?: boolean | undefined;
  /** What tokens cost; it is told beside them (default: nobody says). */
  prices?: Prices | undefined;
  /** Whether times, models, versions, places and numbers are told beside who speaks (default: `true`). */
  facts?: boolean | undefined;
  /**
   * What becomes of images and documents: `link`, they are named, with their address where they have one; `embed`, the
   * images are in the text; `files`, they are files of their own, for which `asset` is asked; `none`, it is only said
   * that there are some (default: `link`).
   */
  images?: ImagePolicy | undefined;
  /** How many characters of base64 of one image stand in the text; a larger one is a file of its own, where there are some (default: without end). */
  embedLimit?: number | undefined;
  /** What becomes of the middle of an output that is longer than the limit: `cut`, its size is told; `files`, the whole output is a file of its own (default: `cut`). */
  outputs?: "cut" | "files" | undefined;
  /** Takes a file of its own, and gives its address (default: there are none, and `files` is `link` and `cut`). */
  asset?: ((asset: Asset) => string) | undefined;
  /** Whether each line and each message is a node of its own, `section` (default: `false`, they follow one another). */
  sections?: boolean | undefined;
  /** Blocks that stand above all (default: none). */
  above?: readonly BlockContent[] | undefined;
  /** Entries that other documents lead to, by uuid: each has an anchor (default: none beside those of messages). */
  linked?: Iterable<string> | undefined;
  /** The address of a message in another document; nothing when it is in this one (default: always in this one). */
  href?: ((reference: Reference) => string | undefined) | undefined;
}

/** What a handler or a tool view may ask. */
export interface State {
  readonly labels: Labels;
  /** Whether times, models and numbers are told. */
  readonly facts: boolean;
  /** A time in words; nothing where there is none, or none is told. */
  time: (timestamp: number | undefined) => string | undefined;
  /** The same for a sentence or heading, where a renderer may mark it; `before` stands before it. */
  when: (timestamp: number | undefined, before?: string) => Array<PhrasingContent | string>;
  /** In which zone times are told. */
  readonly zone: PhrasingContent | string;
  /** What something took, in words; nothing where that is not told, or where it took nothing. */
  usage: (node: Nodes) => string | undefined;
  /** What becomes of images. */
  readonly images: ImagePolicy;
  /** How large an image may be that is in the text. */
  readonly embedLimit: number;
  /** The address of a file of its own; nothing where there are none. */
  asset: (asset: Asset) => string | undefined;
  /** The depth of the heading that is open. */
  readonly depth: number;
  /** A block of code; nothing when it is empty, and two with a line between them when it is longer than the limit. */
  code: (lang: string | undefined, value: string) => BlockContent[];
  /** What a program printed: code, without the codes that colour a terminal; a renderer may show the colours. */
  output: (value: string) => BlockContent[];
  details: (summary: string, children: readonly BlockContent[], kind?: SectionKind) => BlockContent[];
  /** Text by a stranger; nothing when it is blank. */
  markdown: (text: string) => BlockContent[];
  paragraph: (...children: ReadonlyArray<PhrasingContent | string>) => BlockContent;
  heading: (depth: number, ...children: ReadonlyArray<PhrasingContent | string>) => BlockContent;
  anchor: (uuid: string) => Anchor;
  /** An anchor of any name. */
  anchorOf: (name: string) => Anchor;
  /** An anchor where something in the document leads to this entry; nothing otherwise. */
  anchorIfLinked: (uuid: string | undefined) => Anchor[];
  /** A link to an entry, or to another anchor beside it. */
  link: (reference: Reference, text: string, anchor?: string) => PhrasingContent;
  /** The result of a call: its words as code, its images, and whether it failed. */
  result: (call: ToolCall) => BlockContent[];
  /** Tell one node by its handler. */
  one: (node: Nodes) => BlockContent[];
  /** Tell nodes, one after the other. */
  all: (nodes: readonly Nodes[]) => BlockContent[];
  /** The view of a call. */
  tool: (call: ToolCall) => Tool;
  /** The agents that a call bore. */
  agentsOf: (call: ToolCall) => readonly Agent[];
  /** In a timeline, the head of the agent that a line belongs to. */
  agentOf: (thread: Reference) => Agent | undefined;
  /** Whether an entry is told in this document. */
  isRendered: (reference: Reference) => boolean;
  /** The agent whose line is being told; nothing on the lines of sessions. */
  readonly agent: Agent | undefined;
  /** Where the repository of the session is on the web; nothing where no record says so. */
  readonly remote: Remote | undefined;
  /** Whether the conversation of an agent is told in the fold of its call. */
  isAgentInline: (agent: Agent) => boolean;
  /**
   * Room for the conversation of an agent, in the section of its call. With the policy `inline` the conversation is
   * rendered there, with `separate` and `none` a line that stands for it, with `after` nothing. An agent without a slot
   * is rendered after the message.
   *
   * @param isOwn whether the section that holds the slot is about this agent alone: else the agent gets a section of its
   *   own inside.
   */
  agentSlot: (agent: Agent, isOwn: boolean) => AgentSlot[];
}
