import {
  asKnownCall,
  type Nodes,
  type Session,
  type SessionFacts,
  type Reference,
  threadKey,
  type ToolCall,
  type UsageReport,
} from "@ccdag/ccast";
import type { BlockContent, Heading, PhrasingContent } from "mdast";
import { anchorName } from "./anchor-name.ts";
import { cut } from "./cut.ts";
import { formatCost } from "./amounts.ts";
import { formatTime, gist } from "./format.ts";
import { plain, straight } from "./one-line.ts";
import { isInline } from "./driver/agent-policy.ts";
import { defaultHandlers } from "./handle/index.ts";
import { type Labels, withLabels } from "./labels.ts";
import type { LinkTargets } from "./link-targets.ts";
import { defaultTools } from "./tool/index.ts";
import { inputOf } from "./tool/input.ts";
import type { Anchor, Handler, MdastOptions, State, Tool } from "./types.ts";
import { Wall } from "./wall.ts";

/** The part of a state that is the same in the whole document. */
type BaseState = Omit<State, "depth" | "agent" | "remote" | "cwd" | "markdown" | "result" | "one" | "all">;

/** What a document is rendered with. */
export interface DocumentParts {
  /** The functions and values of a state that do not depend on the thread. */
  readonly base: BaseState;
  /** The handlers by type of node, with those of extensions. */
  readonly handlers: Readonly<Record<string, Handler<never>>>;
  /** Keeps an error in one node from ending the document. */
  readonly wall: Wall;
  /** The usage of the tree, for turns and heads of sessions; absent in a document without sections. */
  readonly usage: UsageReport | undefined;
  /** What is counted of its sessions, for their heads. */
  readonly counts: ReadonlyMap<Session, SessionFacts>;
  /** The depth of the headings of messages outside of branches and agents. */
  readonly depth: number;
}

/** What is measured of a tree before it is rendered. */
export interface Measured {
  readonly usage: UsageReport;
  readonly counts: ReadonlyMap<Session, SessionFacts>;
}

/**
 * Resolve the options of a document once.
 *
 * @param options as given to `toMdast`.
 * @param targets what links of the document can lead to.
 * @param measured token usage and counts, where they are shown.
 */
export function createDocumentParts(options: MdastOptions, targets: LinkTargets, measured?: Measured): DocumentParts {
  const usage = measured?.usage;
  const wall = new Wall(options.report);
  const handlers: Record<string, Handler<never>> = { ...defaultHandlers };
  const tools: Record<string, Tool> = { ...defaultTools };
  for (const extension of options.extensions ?? []) {
    for (const [type, handler] of Object.entries(extension.handlers ?? {}))
      if (handler) handlers[type] = wall.pass(handler);
    for (const [name, tool] of Object.entries(extension.tools ?? {})) {
      const { view, title } = typeof tool === "function" ? { view: tool } : tool;
      tools[name] = { view: wall.pass(view), title: title && wall.pass(title) };
    }
  }
  const labels = withLabels(options.labels);
  const base: BaseState = {
    labels,
    facts: options.facts !== false,
    complete: options.complete === true && !Number.isFinite(options.limit ?? Number.POSITIVE_INFINITY),
    shortId: targets.shortId,
    isContinued: (branch) => targets.continued.has(branch),
    wordsOf(uuid) {
      const message = targets.messages.get(uuid);
      return message && gist(message);
    },
    images: options.images ?? "link",
    embedLimit: options.embedLimit ?? Number.POSITIVE_INFINITY,
    asset: (asset) => options.asset?.(asset),
    usage: (node) => (showsUsage(options) ? usageOf(node, usage, labels, options.prices !== undefined) : undefined),
    cost(agent) {
      const { cost = 0 } = (options.sections === true && usage?.threads.get(agent)) || {};
      return cost === 0 || showsUsage(options) ? undefined : formatCost(cost);
    },
    tool: (call: ToolCall) => toolFor(call, tools),
    ...timeParts(options, labels),
    ...blockParts(),
    ...codeParts(options, labels),
    ...linkParts(options, targets),
    ...agentParts(options, targets),
  };
  const depth = options.headingDepth ?? 2;
  const { sections } = options;
  return { base, handlers, wall, usage: sections ? usage : undefined, counts: measured?.counts ?? new Map(), depth };
}

/** The view of a call: of its own tool, else of the one of Claude Code that does the same, else the one of all others. */
function toolFor(call: ToolCall, tools: Readonly<Record<string, Tool>>): Tool {
  // An extension may have a title alone.
  if (Object.hasOwn(tools, call.name)) return { ...tools["*"]!, ...tools[call.name]! };
  const known = asKnownCall(call);
  if (known === call || !Object.hasOwn(tools, known.name)) return tools["*"]!;
  const { title, view } = tools[known.name]!;
  return {
    title: title && ((_, __, showPath) => title(inputOf(known), known, showPath)),
    view: (_, state) => view(known, state),
  };
}

/** Whether usage is shown beside messages and threads. */
export function showsUsage({ tokens, prices }: MdastOptions): boolean {
  return tokens === true || prices !== undefined;
}

/** The usage of the turn that begins with a message; `undefined` for other messages. */
function usageOf(node: Nodes, report: UsageReport | undefined, labels: Labels, isPriced: boolean): string | undefined {
  const found =
    node.type === "message"
      ? (report?.turns.get(node) ?? report?.messages.get(node))
      : node.type === "session" || node.type === "branch" || node.type === "agent"
        ? report?.threads.get(node)
        : undefined;
  return found === undefined || found.calls === 0 ? undefined : labels.usage(found, isPriced);
}

function timeParts({ facts, sections }: MdastOptions, labels: Labels): Pick<State, "time" | "when" | "zone" | "fact"> {
  const time = (timestamp: number | undefined) =>
    timestamp === undefined || facts === false ? undefined : formatTime(timestamp) || undefined;
  const fact: State["fact"] = (name, value) =>
    sections === true ? { type: "text", value, data: { hName: "span", hProperties: { className: [name] } } } : value;
  return {
    time,
    when(timestamp, before = "") {
      const value = time(timestamp);
      if (value === undefined) return [];
      if (sections !== true) return [before + value];
      const dateTime = new Date(timestamp!).toISOString();
      return [before, { type: "text", value, data: { hName: "time", hProperties: { dateTime } } }];
    },
    zone: fact("zone", labels.utc),
    fact,
  };
}

function anchorOf(name: string): Anchor {
  return { type: "anchor", id: anchorName(name) };
}

function blockParts(): Pick<State, "details" | "paragraph" | "heading" | "anchor" | "anchorOf"> {
  return {
    details: (summary, children, kind) => [
      { type: "details", summary: straight(summary), kind, children: [...children] },
    ],
    paragraph: (...children) => ({ type: "paragraph", children: toPhrasing(children) }),
    heading: (depth, ...children) => ({
      type: "heading",
      depth: clamp(depth),
      children: toPhrasing(children.map((child) => (typeof child === "string" ? flat(child) : child))),
    }),
    anchorOf,
    anchor: (uuid) => anchorOf(`msg-${uuid}`),
  };
}

/** A block of code; empty for no code. */
function codeBlock(lang: string | undefined, piece: string): BlockContent[] {
  return piece === "" ? [] : [{ type: "code", lang: lang ?? null, value: piece.replace(/\n$/, "") }];
}

function codeParts({ limit, outputs, asset }: MdastOptions, labels: Labels): Pick<State, "code" | "output"> {
  const code: State["code"] = (lang, value) => {
    const short = cut(value, limit ?? Number.POSITIVE_INFINITY);
    if (short === undefined) return codeBlock(lang, value);
    const size = labels.cut(short.lines, short.characters);
    const url = outputs === "files" ? asset?.({ mediaType: "text/plain", data: value, isText: true }) : undefined;
    const line: PhrasingContent[] =
      url === undefined
        ? [asText(`… ${size} ${labels.notShown} …`)]
        : [asText(`… ${size} `), { type: "link", url, children: [asText(labels.whole)] }, asText(" …")];
    const between: BlockContent = { type: "paragraph", children: [{ type: "emphasis", children: line }] };
    return [...codeBlock(lang, short.head), between, ...codeBlock(lang, short.tail)];
  };
  return {
    code,
    output(value) {
      const blocks = code("text", plain(value));
      const [only, ...others] = blocks;
      return only?.type === "code" && others.length === 0 && value.includes("\u001B")
        ? [{ ...only, data: { ansi: value.replace(/\n$/, "") } }]
        : blocks;
    },
  };
}

function linkParts(
  { href }: MdastOptions,
  { linked, rendered }: LinkTargets,
): Pick<State, "anchorIfLinked" | "link" | "isRendered"> {
  return {
    anchorIfLinked: (uuid) =>
      uuid !== undefined && linked.has(uuid) ? [{ type: "anchor", id: anchorName(`msg-${uuid}`) }] : [],
    isRendered: ({ uuid }) => rendered.has(uuid),
    // A target in this document wins over one in another document; a target in neither has no address.
    link(reference: Reference, text: string, anchor?: string) {
      const isHere = rendered.has(anchor ?? reference.uuid);
      const document = isHere ? undefined : href?.(reference);
      if (document === undefined && !isHere) return { type: "text", value: text };
      const url = `${document ?? ""}#${anchorName(anchor ?? `msg-${reference.uuid}`)}`;
      return { type: "link", url, children: [{ type: "text", value: text }] };
    },
  };
}

function agentParts(
  { agents: policy = "inline" }: MdastOptions,
  { spawned, agents }: LinkTargets,
): Pick<State, "agentsOf" | "agentOf" | "isAgentInline" | "agentSlot"> {
  return {
    agentsOf: (call) => spawned.get(call) ?? [],
    agentOf: (thread) => agents.get(threadKey(thread)),
    isAgentInline: (agent) => isInline(agent, policy),
    agentSlot: (agent, isOwn) => (policy === "after" ? [] : [{ type: "agentSlot", agent, isOwn }]),
  };
}

function asText(value: string): PhrasingContent {
  return { type: "text", value };
}

/** Text of a heading as one line, whatever untrusted text it holds. */
function flat(words: string): string {
  return straight(words).replace(/\s+/g, " ");
}

/**
 * Inline content from nodes and strings. Inline code, such as a path, is made one line, because a line break could
 * begin a block. Consecutive strings become one text node.
 */
function toPhrasing(children: ReadonlyArray<PhrasingContent | string>): PhrasingContent[] {
  const phrasing: PhrasingContent[] = [];
  let words = "";
  for (const child of children) {
    if (typeof child === "string") words += child;
    else {
      if (words !== "") phrasing.push(asText(words));
      words = "";
      phrasing.push(child.type === "inlineCode" ? { ...child, value: flat(child.value) } : child);
    }
  }
  // A copy: a list that grew has room for sixteen more.
  return words === "" ? phrasing.slice() : [...phrasing, asText(words)];
}

/** Limit a heading depth to 1 to 5. Depth 6 is reserved for headings in message text. */
function clamp(depth: number): Heading["depth"] {
  return Math.min(Math.max(depth, 1), 5) as Heading["depth"];
}
