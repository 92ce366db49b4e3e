import {
  isThread,
  threadKey,
  type Message,
  type Reference,
  type Root,
  type TimelineThread,
  type TimelineNode,
} from "@ccdag/ccast";
import type { BlockContent, List, PhrasingContent } from "mdast";
import { agentSummary } from "../handle/agent.ts";
import { hiddenWords } from "../handle/hidden.ts";
import { preview, titleOf } from "../format.ts";
import { oneLine } from "../one-line.ts";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";

/** A session, branch or agent of a timeline, with its nodes. */
export interface SaidThread {
  /** Identifies the thread. */
  readonly thread: Reference;
  /** The session, branch or agent, without its children. */
  readonly head: TimelineThread["head"];
  /** Its nodes, in the order of the timeline. */
  readonly said: TimelineNode[];
  /** Its last message. */
  last: Message | undefined;
}

/** The threads of a timeline by key, each with its nodes. */
export function threadsOfTimeline({ threads = [], children }: Root): Map<string, SaidThread> {
  const found = new Map<string, SaidThread>();
  for (const { thread, head } of threads) found.set(threadKey(thread), { thread, head, said: [], last: undefined });
  for (const node of children) {
    const thread = isThread(node) || node.thread === undefined ? undefined : found.get(threadKey(node.thread));
    if (thread === undefined) continue;
    thread.said.push(node as TimelineNode);
    if (node.type === "message") thread.last = node;
  }
  return found;
}

/** The name of the anchor of a thread in the list of threads. */
function nameOfThread({ branch, agentId, sessionId }: Reference): string {
  if (branch !== undefined) return `branch-${branch}`;
  return agentId === undefined ? `session-${sessionId}` : `agent-${agentId}`;
}

/** The head of a timeline: its order, and a list of its threads, each with a link to its beginning. */
export function timelineHead({ order }: Root, threads: Iterable<SaidThread>, state: State): BlockContent[] {
  const { labels } = state;
  const list: List = { type: "list", ordered: false, spread: false, children: [] };
  const names = new Set<string>();
  for (const thread of threads) {
    const name = nameOfThread(thread.thread);
    const anchors = names.has(name) ? [] : [state.anchorOf(name)];
    names.add(name);
    const children = [...anchors, ...toItem(thread, state)];
    list.children.push({ type: "listItem", spread: false, children: [{ type: "paragraph", children }] });
  }
  const words = order === undefined ? [] : [`${labels.orders[order]} · `];
  const head = [state.heading(1, labels.timeline), state.paragraph(...words, state.zone)];
  return list.children.length > 0 ? [...head, list] : head;
}

function toItem(thread: SaidThread, state: State): PhrasingContent[] {
  const words = oneLine(wordsOf(thread, state), 160);
  // Records are in collapsible sections, which are no link targets.
  const first = thread.said.find((node) => node.type !== "notice" && idOf(node) !== undefined);
  const name: PhrasingContent = first ? state.link({ uuid: idOf(first)! }, words) : { type: "text", value: words };
  const from = thread.head.from?.uuid;
  const back: PhrasingContent[] =
    from === undefined
      ? []
      : [
          { type: "text", value: ` ${marked(state.labels.marks.back, "")}` },
          state.link({ uuid: from }, state.shortId(from)),
        ];
  const hidden = hiddenWords(thread.head.hidden, state);
  return [name, ...back, ...(hidden === "" ? [] : [{ type: "text", value: ` · ${hidden}` } as const])];
}

function wordsOf({ head, said }: SaidThread, state: State): string {
  const { labels } = state;
  const whole = { ...head, children: said };
  const begun = said.find(({ timestamp }) => timestamp !== undefined)?.timestamp;
  const time = state.time(begun) ?? "";
  if (whole.type === "agent") return [agentSummary(whole, state), time].filter(Boolean).join(" • ");
  if (whole.type === "session") {
    const title = titleOf(whole);
    return [`${labels.session} ${state.shortId(whole.sessionId)}`, title, time].filter(Boolean).join(" • ");
  }
  const facts = [labels.branches[whole.rule], ...(whole.active ? [labels.active] : [])].join(", ");
  return [marked(labels.marks.branch, `${labels.branch} ${state.shortId(whole.uuid)}`), preview(whole), facts, time]
    .filter(Boolean)
    .join(" • ");
}

function idOf(node: TimelineNode): string | undefined {
  return node.uuid ?? (node.type === "message" ? node.id : undefined);
}

/** The name of the thread of a node in a timeline; `undefined` outside of timelines. */
export function threadName({ thread }: TimelineNode, state: State): string | undefined {
  if (thread === undefined) return undefined;
  const { labels, agentOf } = state;
  if (thread.branch !== undefined) return marked(labels.marks.branch, state.shortId(thread.branch));
  if (thread.agentId === undefined) return `${labels.session} ${state.shortId(thread.sessionId ?? "")}`;
  const agent = agentOf(thread);
  // Ids distinguish agents of one type that run at the same time.
  return marked(
    labels.marks.agent,
    [oneLine(agent?.name ?? agent?.agentType ?? ""), state.shortId(thread.agentId)].filter(Boolean).join(" "),
  );
}

/** The same with a dot before it, as a link to the list of threads. */
export function threadMark(node: TimelineNode, state: State): Array<PhrasingContent | string> {
  const name = threadName(node, state);
  return name === undefined || node.thread === undefined
    ? []
    : [" · ", state.link(node.thread, oneLine(name), nameOfThread(node.thread))];
}
