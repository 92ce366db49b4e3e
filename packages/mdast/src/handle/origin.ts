import { addAll } from "../add-all.ts";
import { asPointer } from "../format.ts";
import { type Message, type Origin, originFacts, type OriginTag, toText, unescapeXml } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";

type View = (node: Message, state: State, text: string) => BlockContent[] | undefined;

/** How messages are shown that the client wrote in tags; absent where a message is shown by its content. */
const views: Readonly<Record<Origin, View | undefined>> = {
  prompt: (node, state, text) => withAssets(node, renderForked(text, state), state),
  command: renderCommand,
  "command-output": renderOutput,
  bash: renderBash,
  "bash-output": renderOutput,
  interrupt: undefined,
  notification: renderNotification,
  teammate: renderFramed,
  "compact-summary": (node, state) => state.details(state.labels.summary, state.all(node.children), "compaction"),
  meta: renderContext,
  queued: undefined,
  memory: undefined,
  hook: undefined,
  skill: renderContext,
  steering: undefined,
  reply: undefined,
  synthetic: undefined,
  "api-error": undefined,
  scheduled: renderFramed,
  channel: renderFramed,
  peer: renderFramed,
  coordinator: undefined,
};
const viewOf: ReadonlyMap<string, View | undefined> = new Map(Object.entries(views));

/**
 * Render a message that the client wrote in tags: a command, what it printed, a shell line. A text whose tags are not as
 * expected, and an origin that has no view, are left to the content.
 */
export function renderOrigin(node: Message, state: State): BlockContent[] | undefined {
  return viewOf.get(node.origin)?.(node, state, toText(node));
}

function renderCommand({ origin }: Message, state: State, text: string): BlockContent[] | undefined {
  const name = tag(text, "command-name") ?? tag(text, "command-message");
  if (name === undefined) return undefined;
  const command = [name.trim(), tag(text, "command-args")?.trim()].filter(Boolean).join(" ");
  return [...state.code("text", command), ...renderBeside(text, originFacts(origin).tags, state)];
}

function renderBash({ origin }: Message, state: State, text: string): BlockContent[] | undefined {
  const { tags } = originFacts(origin);
  const line = tag(text, "bash-input");
  if (line === undefined) return undefined;
  const printed = tags.filter((name) => name !== "bash-input");
  return [
    ...state.code("sh", line),
    ...printed.flatMap((name) => state.output(tag(text, name) ?? "")),
    ...renderBeside(text, tags, state),
  ];
}

/** The report of a background task: its summary, and in a collapsible section its answer, unless the agent shows it. */
function renderNotification({ repeats }: Message, state: State, text: string): BlockContent[] | undefined {
  const summary = tag(text, "summary");
  if (summary === undefined) return undefined;
  if (repeats && state.isRendered(repeats))
    return [
      ...state.markdown(summary),
      asPointer(state.paragraph(marked(state.labels.marks.forward, ""), state.link(repeats, state.labels.answer))),
    ];
  const rest = (["result", "event"] as const).flatMap((name) => state.output(unescapeXml(tag(text, name) ?? "")));
  const facts = (["task-id", "agent-id", "shell-id", "status"] as const)
    .flatMap((name) => tag(text, name)?.trim() ?? [])
    .join(" · ");
  const section = rest.length > 0 ? state.details(`${state.labels.result} (${facts})`, rest) : [];
  return [...state.markdown(summary), ...section];
}

/** Images and whatever else stands beside the words of a message. */
function withAssets(
  { children }: Message,
  words: BlockContent[] | undefined,
  state: State,
): BlockContent[] | undefined {
  return (
    words && [...words, ...state.all(children.filter((child) => child.type !== "text" || child.context !== undefined))]
  );
}

/** What was said in the tags of an origin, of teammates each under its sender; what the client wrote beside them is folded. */
function renderFramed(node: Message, state: State, text: string): BlockContent[] | undefined {
  const [frame] = originFacts(node.origin).tags;
  return withAssets(node, renderFrames(text, frame!, state), state);
}

function renderFrames(text: string, frame: OriginTag, state: State): BlockContent[] | undefined {
  const blocks: BlockContent[] = [];
  const beside: string[] = [];
  const opening = new RegExp(`<${frame}(?:\\s([^>]{0,2000}))?>`, "g");
  const closing = `</${frame}>`;
  let end = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const close = text.indexOf(closing, opening.lastIndex);
    if (close === -1) break;
    beside.push(text.slice(end, found.index).trim());
    const attributes = found[1] ?? "";
    const head = ["teammate_id", "summary"].flatMap((name) => attribute(attributes, name) ?? []).join(": ");
    if (head !== "") blocks.push(state.paragraph({ type: "strong", children: [{ type: "text", value: head }] }));
    addAll(blocks, renderMail(text.slice(opening.lastIndex, close).trim(), state));
    end = close + closing.length;
    opening.lastIndex = end;
  }
  if (end === 0) return undefined;
  const words = [...beside, text.slice(end).trim()].filter(Boolean).join("\n\n");
  return words === "" ? blocks : [...blocks, ...state.details(state.labels.context, state.markdown(words))];
}

/** What a teammate wrote; of what its client reports, such as that it is idle, the kind, and the record folded. */
function renderMail(words: string, state: State): BlockContent[] {
  const kind = /^\{"type":"([a-z_]+)"/.exec(words)?.[1];
  return kind === undefined
    ? state.markdown(words)
    : state.details(kind.replaceAll("_", " "), state.code("json", words));
}

function attribute(tagText: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tagText)?.[1];
}

/** The first prompt of a forked agent: the client's rules for forks in a collapsible section, and its task. */
function renderForked(text: string, state: State): BlockContent[] | undefined {
  if (!text.startsWith(`<${boilerplate}>`)) return undefined;
  const rules = tag(text, boilerplate);
  if (rules === undefined) return undefined;
  const end = `</${boilerplate}>`;
  const rest = text.slice(text.lastIndexOf(end) + end.length);
  return [...state.details(state.labels.context, state.markdown(rules)), ...state.markdown(rest)];
}

const boilerplate: OriginTag = "fork-boilerplate";

/** What the client put in, collapsed. */
function renderContext(node: Message, state: State, text: string): BlockContent[] {
  return state.details(state.labels.context, renderContextBlocks(node, text, state));
}

/** A caveat stands in a tag of its own; a context of other blocks is rendered block by block. */
function renderContextBlocks(node: Message, text: string, state: State): BlockContent[] {
  const caveat = tag(text, "local-command-caveat");
  if (caveat === undefined) return state.all(node.children);
  return [...state.markdown(caveat), ...renderBeside(text, originFacts(node.origin).tags, state)];
}

function renderOutput({ origin }: Message, state: State, text: string): BlockContent[] | undefined {
  const names = originFacts(origin).tags;
  const parts = names.map((name) => tag(text, name));
  if (parts.every((part) => part === undefined)) return text.startsWith("<") ? undefined : state.output(text);
  const rendered = [...parts.flatMap((part) => state.output(part ?? "")), ...renderBeside(text, names, state)];
  return rendered.length > 0
    ? rendered
    : [state.paragraph({ type: "emphasis", children: [{ type: "text", value: state.labels.noOutput }] })];
}

/** What somebody wrote beside the tags of the client. */
function renderBeside(text: string, names: readonly OriginTag[], state: State): BlockContent[] {
  let rest = text;
  for (const name of names) {
    const words = tag(rest, name);
    if (words !== undefined) rest = rest.replace(`<${name}>${words}</${name}>`, () => "\n\n");
  }
  return rest.trim() === "" ? [] : state.markdown(rest.trim());
}

/** What stands between the first opening and the last closing tag of a name: printed text may hold the tag itself. */
function tag(text: string, name: OriginTag): string | undefined {
  const from = text.indexOf(`<${name}>`);
  const to = text.lastIndexOf(`</${name}>`);
  return from === -1 || to < from ? undefined : text.slice(from + name.length + 2, to);
}
