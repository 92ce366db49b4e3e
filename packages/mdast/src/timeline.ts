import {
  isLine,
  lineKey,
  type Message,
  type Reference,
  type Root,
  type TimelineLine,
  type TimelineNode,
} from "@ccdag/ccast";
import type { BlockContent, List, PhrasingContent } from "mdast";
import { agentSummary } from "./handle/agent.ts";
import { hiddenWords } from "./handle/hidden.ts";
import { oneLine, preview, shortId } from "./format.ts";
import { marked } from "./labels.ts";
import type { State } from "./types.ts";

/** A session, branch or agent of a timeline, and what it says there. */
export interface SaidLine {
  readonly line: Reference;
  readonly head: TimelineLine["head"];
  readonly said: TimelineNode[];
  /** Its last message. */
  last: Message | undefined;
}

/** The lines of a timeline, each with what it says. */
export function linesOfTimeline({ lines = [], children }: Root): Map<string, SaidLine> {
  const found = new Map<string, SaidLine>();
  for (const { line, head } of lines) found.set(lineKey(line), { line, head, said: [], last: undefined });
  for (const node of children) {
    const line = isLine(node) || node.line === undefined ? undefined : found.get(lineKey(node.line));
    if (line === undefined) continue;
    line.said.push(node as TimelineNode);
    if (node.type === "message") line.last = node;
  }
  return found;
}

/** The place in the list of lines that a line has. */
function nameOfLine({ branch, agentId, sessionId }: Reference): string {
  if (branch !== undefined) return `branch-${branch}`;
  return agentId === undefined ? `session-${sessionId}` : `agent-${agentId}`;
}

/** What stands above a timeline: its order, and a list of its lines, each with a link to where it begins. */
export function timelineHead({ order }: Root, lines: Iterable<SaidLine>, state: State): BlockContent[] {
  const { labels } = state;
  const list: List = { type: "list", ordered: false, spread: false, children: [] };
  const names = new Set<string>();
  for (const line of lines) {
    const name = nameOfLine(line.line);
    const anchors = names.has(name) ? [] : [state.anchorOf(name)];
    names.add(name);
    const children = [...anchors, ...toItem(line, state)];
    list.children.push({ type: "listItem", spread: false, children: [{ type: "paragraph", children }] });
  }
  const words = order === undefined ? [] : [`${labels.orders[order]} · `];
  const head = [state.heading(1, labels.timeline), state.paragraph(...words, state.zone)];
  return list.children.length > 0 ? [...head, list] : head;
}

function toItem(line: SaidLine, state: State): PhrasingContent[] {
  const words = oneLine(wordsOf(line, state), 160);
  // Records are told in folds: they are no place to go to.
  const first = line.said.find((node) => node.type !== "notice" && idOf(node) !== undefined);
  const name: PhrasingContent = first ? state.link({ uuid: idOf(first)! }, words) : { type: "text", value: words };
  const from = line.head.from?.uuid;
  const back: PhrasingContent[] =
    from === undefined
      ? []
      : [{ type: "text", value: ` ${marked(state.labels.marks.back, "")}` }, state.link({ uuid: from }, shortId(from))];
  const hidden = hiddenWords(line.head.hidden, state);
  return [name, ...back, ...(hidden === "" ? [] : [{ type: "text", value: ` · ${hidden}` } as const])];
}

function wordsOf({ head, said }: SaidLine, state: State): string {
  const { labels } = state;
  const whole = { ...head, children: said };
  const begun = said.find(({ timestamp }) => timestamp !== undefined)?.timestamp;
  const time = state.time(begun) ?? "";
  if (whole.type === "agent") return [agentSummary(whole, state), time].filter(Boolean).join(" • ");
  if (whole.type === "session") {
    const title = whole.title ?? preview(whole);
    return [`${labels.session} ${shortId(whole.sessionId)}`, title, time].filter(Boolean).join(" • ");
  }
  const facts = [labels.branches[whole.rule], ...(whole.active ? [labels.active] : [])].join(", ");
  return [marked(labels.marks.branch, `${labels.branch} ${shortId(whole.uuid)}`), preview(whole), facts, time]
    .filter(Boolean)
    .join(" • ");
}

function idOf(node: TimelineNode): string | undefined {
  return node.uuid ?? (node.type === "message" ? node.id : undefined);
}

/** The name of the line that a record of a timeline is from; nothing anywhere else. */
export function lineName({ line }: TimelineNode, { labels, agentOf }: State): string | undefined {
  if (line === undefined) return undefined;
  if (line.branch !== undefined) return marked(labels.marks.branch, shortId(line.branch));
  if (line.agentId === undefined) return `${labels.session} ${shortId(line.sessionId ?? "")}`;
  const agent = agentOf(line);
  // Agents of one type, at work at the same time, are told apart by their ids.
  return marked(
    labels.marks.agent,
    [oneLine(agent?.name ?? agent?.agentType ?? ""), shortId(line.agentId)].filter(Boolean).join(" "),
  );
}

/** The same with a dot before it, as a link to the list of lines. */
export function lineMark(node: TimelineNode, state: State): Array<PhrasingContent | string> {
  const name = lineName(node, state);
  return name === undefined || node.line === undefined
    ? []
    : [" · ", state.link(node.line, oneLine(name), nameOfLine(node.line))];
}
