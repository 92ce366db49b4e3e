import type { Agent, Branch, Nodes, Prices, Reference, ToolCall } from "@ccdag/ccast";
import type { BlockContent, PhrasingContent } from "mdast";
import type { LabelOptions, Labels } from "./labels.ts";
import type { AgentSlot, Anchor, SectionKind } from "./nodes.ts";
import type { Remote } from "./remote.ts";
import type { RenderProblem } from "./wall.ts";

export * from "./nodes.ts";

/**
 * Renders one node.
 *
 * @param state makes blocks, and answers questions about the document.
 * @returns blocks, in the order of the document; empty to omit the node.
 */
export type Handler<T extends Nodes = Nodes> = (node: T, state: State) => BlockContent[];

/**
 * Renders the content of the collapsible section of a tool call.
 *
 * @param state makes blocks, and answers questions about the document.
 * @returns blocks, in order.
 */
export type ToolView = (call: ToolCall, state: State) => BlockContent[];

/** How the calls of a tool are rendered: a collapsible section with a title and content. */
export interface Tool {
  /**
   * The text after the name of the tool in the summary (default: none).
   *
   * @param showPath the text of a path of the input, as the document shows paths: relative to the folder of the
   * session, or only its end if it is long; empty if the input is no string.
   */
  title?:
    | ((
        input: Readonly<Record<string, unknown>>,
        call: ToolCall,
        showPath: (path: unknown) => string,
      ) => string | undefined)
    | undefined;
  /** The content of the section. */
  view: ToolView;
}

/** Replaces or adds handlers and tool views. Of several extensions, the last one wins. */
export interface MdastExtension {
  /** Handlers by the type of the node; `unknown` is for all others. */
  handlers?: Partial<Record<string, Handler<never>>> | undefined;
  /** Tools by their recorded name; `*` is for all others. A function is a view without a title. */
  tools?: Readonly<Record<string, Tool | ToolView>> | undefined;
}

/**
 * Where the conversations of agents are rendered:
 *
 * - `inline`: in the collapsible section of the tool call that spawned them.
 * - `after`: after the turn with the call.
 * - `separate`: in separate documents, whose addresses `href` gives.
 * - `none`: nowhere; one line stands for each agent.
 */
export type AgentPolicy = "inline" | "after" | "separate" | "none";

/**
 * How images and documents are rendered: `link`, as a name, with the address if there is one; `embed`, images as data
 * URLs; `files`, as separate files, which `asset` takes; `none`, as a note that there is one.
 */
export type ImagePolicy = "link" | "embed" | "files" | "none";

/** A file that belongs to a document. */
export interface Asset {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Text if `isText`, else bytes in base64. */
  readonly data: string;
  /** Whether `data` is text. */
  readonly isText: boolean;
}

/** Options of `toMdast`. */
export interface MdastOptions {
  /** Where the conversations of agents are rendered (default: `inline`). */
  agents?: AgentPolicy | undefined;
  /** Handlers and tool views that replace the default ones; the last one wins (default: none). */
  extensions?: readonly MdastExtension[] | undefined;
  /**
   * Truncate each block of code, such as the output of a tool, to this many characters (UTF-16 units). The middle is
   * replaced by a note of its size (default: no limit). Text of users and Claude is never truncated.
   */
  limit?: number | undefined;
  /** Words and signs that replace the default ones (default: English). */
  labels?: LabelOptions | undefined;
  /** Whether to show token usage per answer, turn, agent, branch and session (default: `false`). */
  tokens?: boolean | undefined;
  /** Prices, to show costs beside the token usage (default: none, no costs). */
  prices?: Prices | undefined;
  /**
   * With `sections`, the prices for the costs of turns and sessions, without showing usage beside each answer (default:
   * `prices`; without either, no costs).
   */
  listPrices?: Prices | undefined;
  /** Whether to show times, models, versions, folders and numbers beside the speaker (default: `true`). */
  facts?: boolean | undefined;
  /**
   * Whether every recorded value is shown: of the input of a tool call what its view omits or shortens, of a record what
   * its text omits, and fields that this version does not know (default: `false`). With a `limit` it has no effect.
   */
  complete?: boolean | undefined;
  /** How images and documents are rendered (default: `link`). */
  images?: ImagePolicy | undefined;
  /**
   * With `images: "embed"`, the largest image to embed, in characters of base64. A larger one becomes a separate file
   * if there is an `asset` function (default: no limit).
   */
  embedLimit?: number | undefined;
  /**
   * What happens to an output that is longer than `limit`: `cut`, a note shows the size of the missing part; `files`,
   * the note links to a separate file with the whole output (default: `cut`).
   */
  outputs?: "cut" | "files" | undefined;
  /**
   * Takes a separate file and returns its address (default: none; then `images: "files"` acts as `link`, `outputs:
   * "files"` as `cut`).
   */
  asset?: ((asset: Asset) => string) | undefined;
  /**
   * Whether each thread and each message is wrapped in a `section` node (default: `false`, blocks follow one another).
   */
  sections?: boolean | undefined;
  /** The depth of the headings of messages outside of branches and agents, for a part of a document (default: 2). */
  headingDepth?: number | undefined;
  /** Blocks at the top of the document (default: none). */
  above?: readonly BlockContent[] | undefined;
  /** Uuids of entries that other documents link to; each gets an anchor (default: none besides those of messages). */
  linked?: Iterable<string> | undefined;
  /**
   * Gives the address of the other document that holds a message; `undefined` if this document holds it (default: this
   * document holds all).
   */
  href?: ((reference: Reference) => string | undefined) | undefined;
  /**
   * Called for each message, block or text that cannot be rendered, and is shown as plain text (default: problems are
   * ignored). Errors of extensions are thrown.
   */
  report?: ((problem: RenderProblem) => void) | undefined;
}

/** What handlers and tool views get: functions that make blocks, and questions about the document. */
export interface State {
  /** The program that wrote the session of this thread; absent for Claude Code. */
  readonly client?: string | undefined;
  /** The words and signs of the document. */
  readonly labels: Labels;
  /** Whether times, models and numbers are shown. */
  readonly facts: boolean;
  /** Whether every recorded value is shown. */
  readonly complete: boolean;
  /** A time as text; `undefined` if there is none or times are not shown. */
  time: (timestamp: number | undefined) => string | undefined;
  /**
   * The same as inline content, which a renderer may mark as a time; `before` is put before it. Empty if there is no
   * time to show.
   */
  when: (timestamp: number | undefined, before?: string) => Array<PhrasingContent | string>;
  /** The time zone of the times. */
  readonly zone: PhrasingContent | string;
  /** A fact beside a speaker, which a renderer may mark by its name, such as `model`. */
  fact: (name: string, value: string) => PhrasingContent | string;
  /** The token usage of a node as text; `undefined` if usage is not shown or is zero. */
  usage: (node: Nodes) => string | undefined;
  /** What an agent cost, in a document with sections; `undefined` if it is not known, or shown with the usage. */
  cost: (agent: Agent) => string | undefined;
  /** How images are rendered. */
  readonly images: ImagePolicy;
  /** The largest image to embed, in characters of base64. */
  readonly embedLimit: number;
  /** Pass on a separate file; returns its address, or `undefined` if there are no separate files. */
  asset: (asset: Asset) => string | undefined;
  /** The beginning of an id, long enough to distinguish it from every other id of the document. */
  shortId: (id: string) => string;
  /** The beginning of what a message of this document says, for a link to it; `undefined` if it is in no document. */
  wordsOf: (uuid: string) => string | undefined;
  /** The depth of the current heading. */
  readonly depth: number;
  /** A block of code; empty for no code. Code longer than the limit becomes two blocks with a note between them. */
  code: (lang: string | undefined, value: string) => BlockContent[];
  /** The output of a program as a block of code, without ANSI colour codes; a renderer may show the colours. */
  output: (value: string) => BlockContent[];
  /** A collapsible section, as a list of one block. The summary is plain text. */
  details: (summary: string, children: readonly BlockContent[], kind?: SectionKind) => BlockContent[];
  /** Untrusted Markdown; empty if the text is blank. */
  markdown: (text: string) => BlockContent[];
  /** A paragraph. */
  paragraph: (...children: ReadonlyArray<PhrasingContent | string>) => BlockContent;
  /** A heading; the depth is limited to 1 to 5. */
  heading: (depth: number, ...children: ReadonlyArray<PhrasingContent | string>) => BlockContent;
  /** The anchor of an entry. */
  anchor: (uuid: string) => Anchor;
  /** An anchor with any name. */
  anchorOf: (name: string) => Anchor;
  /** The anchor of an entry if something links to it; empty otherwise. */
  anchorIfLinked: (uuid: string | undefined) => Anchor[];
  /** A link to an entry, or to another anchor of the same thread. Plain text if the target is in no document. */
  link: (reference: Reference, text: string, anchor?: string) => PhrasingContent;
  /** The result of a call: its text as code, its images, and whether it failed. */
  result: (call: ToolCall) => BlockContent[];
  /** Render one node with its handler. */
  one: (node: Nodes) => BlockContent[];
  /** Render nodes, one after the other. */
  all: (nodes: readonly Nodes[]) => BlockContent[];
  /** The tool of a call: its title and view. */
  tool: (call: ToolCall) => Tool;
  /** The agents that a call spawned. */
  agentsOf: (call: ToolCall) => readonly Agent[];
  /** In a timeline, the agent that a thread belongs to, without its conversation. */
  agentOf: (thread: Reference) => Agent | undefined;
  /** Whether the person continued in a branch, and in every branch above it. */
  isContinued: (branch: Branch) => boolean;
  /** Whether an entry is in this document. */
  isRendered: (reference: Reference) => boolean;
  /** The agent whose thread is being rendered; `undefined` in threads of sessions. */
  readonly agent: Agent | undefined;
  /** The repository of the session on the web; `undefined` if no record names it. */
  readonly remote: Remote | undefined;
  /** The folder that paths in titles are relative to; `undefined` where they are whole. */
  readonly cwd: string | undefined;
  /** Whether the conversation of an agent is rendered in the section of its call. */
  isAgentInline: (agent: Agent) => boolean;
  /**
   * A slot for the conversation of an agent, in the section of its call. With the policy `inline` the conversation is
   * rendered there, with `separate` and `none` one line about the agent, with `after` nothing. An agent without a slot
   * is rendered after the message.
   *
   * @param isOwn whether the section that holds the slot is about this agent alone. If not, the agent gets its own
   *   section inside it.
   */
  agentSlot: (agent: Agent, isOwn: boolean) => AgentSlot[];
}
