import {
  type Agent,
  type Branch,
  type Compaction,
  type FlowContent,
  isLine,
  type Message,
  type Reference,
  type Root,
  type Session,
  type TimelineNode,
} from "@ccdag/ccast";
import type { BlockContent, List, PhrasingContent } from "mdast";
import { agentSummary } from "./handle/agent.ts";
import { formatTime, oneLine, preview, shortId } from "./format.ts";
import type { State } from "./types.ts";

/** A session, branch or agent of a timeline, and what it says there. */
export interface TimelineLine {
  readonly head: Session | Branch | Agent | undefined;
  readonly said: FlowContent[];
}

/** The lines of a timeline, by what their nodes name. */
export function linesOfTimeline(tree: Root): Map<string, TimelineLine> {
  const lines = new Map<string, TimelineLine>();
  for (const head of tree.lines ?? []) {
    const key = keyOf(toReference(head));
    if (!lines.has(key)) lines.set(key, { head, said: [] });
  }
  for (const node of tree.children) {
    if (isLine(node) || node.line === undefined) continue;
    const key = keyOf(node.line);
    const line = lines.get(key);
    if (line) line.said.push(node);
    else lines.set(key, { head: undefined, said: [node] });
  }
  return lines;
}

/** A branch, an agent and a session each have an id of their own; a branch of an agent is known by the branch. */
export function keyOf({ branch, agentId, sessionId }: Reference): string {
  if (branch !== undefined) return `branch-${branch}`;
  return agentId === undefined ? `session-${sessionId}` : `agent-${agentId}`;
}

function toReference(head: Session | Branch | Agent): Reference {
  if (head.type === "session") return { uuid: "", sessionId: head.sessionId };
  return head.type === "branch" ? { uuid: head.uuid, branch: head.uuid } : { uuid: "", agentId: head.agentId };
}

/** What stands above a timeline: its order, and a list of its lines, each with a link to where it begins. */
export function timelineHead(tree: Root, lines: ReadonlyMap<string, TimelineLine>, state: State): BlockContent[] {
  const { labels } = state;
  const items = [...lines].flatMap(([key, { head, said }]) => (head ? [toItem(key, head, said, state)] : []));
  const list: List = { type: "list", ordered: false, spread: false, children: [] };
  for (const children of items) list.children.push({ type: "listItem", spread: false, children: [children] });
  const head = [
    state.heading(1, labels.timeline),
    state.paragraph(`${labels.orders[tree.order ?? "kahn"]} · ${labels.utc}`),
  ];
  return items.length > 0 ? [...head, list] : head;
}

function toItem(key: string, head: Session | Branch | Agent, said: readonly FlowContent[], state: State) {
  const words = oneLine(wordsOf(head, said, state), 160);
  // Records are told in folds: they are no place to go to.
  const first = said.flatMap((node) =>
    node.type === "message" || node.type === "compaction" ? (idOf(node) ?? []) : [],
  )[0];
  const name = first !== undefined ? state.link({ uuid: first }, words) : { type: "text" as const, value: words };
  const from = "from" in head && head.from?.uuid !== undefined ? head.from.uuid : undefined;
  const back: Array<PhrasingContent | string> =
    from === undefined ? [] : [" ← ", state.link({ uuid: from }, shortId(from))];
  return { type: "paragraph" as const, children: [state.anchorOf(key), ...toPhrasing([name, ...back])] };
}

function toPhrasing(children: ReadonlyArray<PhrasingContent | string>): PhrasingContent[] {
  return children.map((child) => (typeof child === "string" ? { type: "text", value: child } : child));
}

function wordsOf(head: Session | Branch | Agent, said: readonly FlowContent[], state: State): string {
  const { labels } = state;
  const whole = { ...head, children: [...said] };
  const begun = said.find((node) => "timestamp" in node && node.timestamp !== undefined);
  const time = begun && "timestamp" in begun ? formatTime(begun.timestamp!) : "";
  if (whole.type === "agent") return [agentSummary(whole, state), time].filter(Boolean).join(" • ");
  if (whole.type === "session") {
    const title = whole.title ?? preview(whole);
    return [`${labels.session} ${shortId(whole.sessionId)}`, title, time].filter(Boolean).join(" • ");
  }
  const facts = [labels.branches[whole.rule], ...(whole.active ? [labels.active] : [])].join(", ");
  return [`⑂ ${labels.branch} ${shortId(whole.uuid)}`, preview(whole), facts, time].filter(Boolean).join(" • ");
}

function idOf(node: Message | Compaction): string | undefined {
  return node.uuid ?? (node.type === "message" ? node.id : undefined);
}

/** The name of the line that a record of a timeline is from; nothing anywhere else. */
export function lineName({ line }: TimelineNode, { labels, agentOf }: State): string | undefined {
  if (line === undefined) return undefined;
  if (line.branch !== undefined) return `⑂ ${shortId(line.branch)}`;
  if (line.agentId === undefined) return `${labels.session} ${shortId(line.sessionId ?? "")}`;
  const agent = agentOf(line);
  // Agents of one type, at work at the same time, are told apart by their ids.
  return `🤖 ${[oneLine(agent?.name ?? agent?.agentType ?? ""), shortId(line.agentId)].filter(Boolean).join(" ")}`;
}

/** The same with a dot before it, as a link to the list of lines. */
export function lineMark(node: TimelineNode, state: State): Array<PhrasingContent | string> {
  const name = lineName(node, state);
  return name === undefined || node.line === undefined ? [] : [" · ", state.link(node.line, name, keyOf(node.line))];
}
