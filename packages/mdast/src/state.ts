import { type UsageReport, type Agent, threadKey, type Nodes, type Reference, type ToolCall } from "@ccdag/ccast";
import type { BlockContent, Heading, PhrasingContent } from "mdast";
import { anchorName } from "./anchor-name.ts";
import { cut } from "./cut.ts";
import { defaultHandlers } from "./handle/index.ts";
import { formatTime, plain, straight } from "./format.ts";
import { withLabels } from "./labels.ts";
import { renderResult } from "./handle/tool-result.ts";
import { defaultTools } from "./tool/index.ts";
import type { LinkTargets } from "./link-targets.ts";
import type { Remote } from "./remote.ts";
import type { Anchor, Handler, MdastOptions, State, Tool } from "./types.ts";

/** A state whose heading depth and agent the walk sets. */
export interface OpenState extends State {
  depth: number;
  agent: Agent | undefined;
  remote: Remote | undefined;
}

/** Make the state of one document. */
export function createState(
  options: MdastOptions,
  { linked, rendered, spawned, agents }: LinkTargets,
  renderAgent: State["renderAgent"],
  accounts?: UsageReport,
): OpenState {
  const extensions = options.extensions ?? [];
  const handlers: Record<string, Handler<never>> = { ...defaultHandlers };
  const tools: Record<string, Tool> = { ...defaultTools };
  for (const extension of extensions) {
    Object.assign(handlers, extension.handlers);
    for (const [name, tool] of Object.entries(extension.tools ?? {}))
      tools[name] = typeof tool === "function" ? { view: tool } : tool;
  }
  const labels = withLabels(options.labels);
  const state: OpenState = {
    labels,
    facts: options.facts !== false,
    time: (timestamp) =>
      timestamp === undefined || options.facts === false ? undefined : formatTime(timestamp) || undefined,
    when: (timestamp, before = "") => {
      const value = state.time(timestamp);
      if (value === undefined) return [];
      if (options.sections !== true) return [before + value];
      const dateTime = new Date(timestamp!).toISOString();
      return [before, { type: "text", value, data: { hName: "time", hProperties: { dateTime } } }];
    },
    zone:
      options.sections === true
        ? {
            type: "text",
            value: labels.utc,
            data: { hName: "span", hProperties: { className: ["zone"] } },
          }
        : labels.utc,
    usage,
    images: options.images ?? "link",
    embedLimit: options.embedLimit ?? Number.POSITIVE_INFINITY,
    asset: (asset) => options.asset?.(asset),
    depth: 1,
    agent: undefined,
    remote: undefined,
    code,
    output,
    details: (summary, children, kind) => [
      { type: "details", summary: straight(summary), kind, children: [...children] },
    ],
    markdown: (value) => (value.trim() === "" ? [] : [{ type: "markdown", value, depth: state.depth }]),
    paragraph: (...children) => ({ type: "paragraph", children: toPhrasing(children) }),
    heading: (depth, ...children) => ({
      type: "heading",
      depth: clamp(depth),
      children: toPhrasing(children.map((child) => (typeof child === "string" ? flat(child) : child))),
    }),
    anchor: (uuid) => state.anchorOf(`msg-${uuid}`),
    anchorOf: (name): Anchor => ({ type: "anchor", id: anchorName(name) }),
    anchorIfLinked: (uuid) => (uuid !== undefined && linked.has(uuid) ? [state.anchor(uuid)] : []),
    link,
    result: (call) => renderResult(call, state),
    one,
    all: (nodes) => nodes.flatMap(one),
    agentsOf: (call) => spawned.get(call) ?? [],
    agentOf: (thread) => agents.get(threadKey(thread)),
    isRendered: ({ uuid }) => rendered.has(uuid),
    isAgentInline: ({ missing }) => !missing && (options.agents ?? "inline") === "inline",
    renderAgent: renderAgent,
    tool: (call: ToolCall) => (Object.hasOwn(tools, call.name) ? tools[call.name]! : tools["*"]!),
  };
  return state;

  function code(lang: string | undefined, value: string): BlockContent[] {
    const block = (piece: string): BlockContent[] =>
      piece === "" ? [] : [{ type: "code", lang: lang ?? null, value: piece.replace(/\n$/, "") }];
    const short = cut(value, options.limit ?? Number.POSITIVE_INFINITY);
    if (short === undefined) return block(value);
    const size = state.labels.cut(short.lines, short.characters);
    const url =
      options.outputs === "files" ? state.asset({ mediaType: "text/plain", data: value, isText: true }) : undefined;
    const line: PhrasingContent[] =
      url === undefined
        ? [asText(`… ${size} ${state.labels.notShown} …`)]
        : [asText(`… ${size} `), { type: "link", url, children: [asText(state.labels.whole)] }, asText(" …")];
    const between = state.paragraph({ type: "emphasis", children: line });
    return [...block(short.head), between, ...block(short.tail)];
  }

  function output(value: string): BlockContent[] {
    const blocks = code("text", plain(value));
    const [only, ...others] = blocks;
    return only?.type === "code" && others.length === 0 && value.includes("\u001B")
      ? [{ ...only, data: { ansi: value.replace(/\n$/, "") } }]
      : blocks;
  }

  /** Of a message with which a turn begins, the turn. */
  function usage(node: Nodes): string | undefined {
    const found =
      node.type === "message"
        ? (accounts?.turns.get(node) ?? accounts?.messages.get(node))
        : node.type === "session" || node.type === "branch" || node.type === "agent"
          ? accounts?.threads.get(node)
          : undefined;
    return found === undefined || found.calls === 0
      ? undefined
      : state.labels.usage(found, options.prices !== undefined);
  }

  function one(node: Nodes): BlockContent[] {
    const handler = Object.hasOwn(handlers, node.type) ? handlers[node.type]! : handlers["unknown"]!;
    return (handler as Handler)(node, state);
  }

  /**
   * What is told here needs no other document, though it may be told there too; what is told nowhere has no address: its
   * name stands alone.
   */
  function link(reference: Reference, text: string, anchor?: string): PhrasingContent {
    const isHere = rendered.has(anchor ?? reference.uuid);
    const document = isHere ? undefined : options.href?.(reference);
    if (document === undefined && !isHere) return { type: "text", value: text };
    const url = `${document ?? ""}#${anchorName(anchor ?? `msg-${reference.uuid}`)}`;
    return { type: "link", url, children: [{ type: "text", value: text }] };
  }
}

function asText(value: string): PhrasingContent {
  return { type: "text", value };
}

/** Words of a heading are one line, whatever a stranger put into them. */
function flat(words: string): string {
  return straight(words).replace(/\s+/g, " ");
}

/**
 * What is recorded as one word, such as a path, is one line here too: a line break could begin a block. Words that
 * follow one another are one text.
 */
function toPhrasing(children: ReadonlyArray<PhrasingContent | string>): PhrasingContent[] {
  const rendered: PhrasingContent[] = [];
  let words = "";
  for (const child of children) {
    if (typeof child === "string") words += child;
    else {
      if (words !== "") rendered.push(asText(words));
      words = "";
      rendered.push(child.type === "inlineCode" ? { ...child, value: flat(child.value) } : child);
    }
  }
  return words === "" ? rendered : [...rendered, asText(words)];
}

/** Depths that HTML and Markdown have; five at most, so that there is one left for the headings of message text. */
function clamp(depth: number): Heading["depth"] {
  return Math.min(Math.max(depth, 1), 5) as Heading["depth"];
}
