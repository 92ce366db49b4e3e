import { type FlowContent, isThread, measureUsage, type Root, type Session } from "@ccdag/ccast";
import { addAgent } from "./add-agent.ts";
import { addMessage } from "./add-message.ts";
import { addHidden, addSpan, type Draft, type ThreadFrame, holderOf, timeAt } from "./draft.ts";
import { createIds } from "./trace-ids.ts";
import type { SpanPlan, TracePlan } from "./span-plan.ts";
import { completeTimes } from "./times.ts";

/** All traces of a tree, and the span that holds each entry. */
export interface TracePlans {
  readonly traces: readonly TracePlan[];
  readonly byUuid: ReadonlyMap<string, SpanPlan>;
}

/**
 * Plan the spans of a tree: which there are, below which others, and when they begin and end. A plan holds no text, so it
 * takes memory by the number of nodes.
 *
 * @param tree the finished tree.
 */
export function planTraces(tree: Root): TracePlans {
  const shared = { ids: createIds(), usage: measureUsage(tree), chats: new Map(), byUuid: new Map() };
  const traces: TracePlan[] = [];
  // What stands beside sessions, such as a timeline, is a trace of the root.
  const heads: Array<Session | Root> = tree.children.every((one) => one.type === "session")
    ? [...tree.children]
    : [tree];
  for (const head of heads) {
    const trace: TracePlan = {
      id: shared.ids.trace(head.type === "session" ? head.sessionId : ""),
      session: head,
      spans: [],
    };
    const draft: Draft = { ...shared, trace, calls: new Map(), below: [] };
    planTrace(draft, head);
    completeTimes(trace.spans);
    traces.push(trace);
    for (const session of draft.below) heads.push(session);
  }
  return { traces, byUuid: shared.byUuid };
}

function planTrace(draft: Draft, head: Session | Root): void {
  const owner = addSpan(draft, { kind: "session", node: head }, { key: [], parent: undefined });
  addHidden(owner, head);
  if (head.type === "session" && head.from) owner.links.push({ to: head.from, relation: "continues" });
  const stack = [createFrame(head.children, owner)];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node = frame.children[frame.next++];
    if (node === undefined) {
      // What was said after the last answer.
      for (const message of frame.pending) holderOf(frame).input.push(message);
      stack.pop();
    } else {
      const opened = addNode(draft, frame, node);
      if (opened) stack.push(opened);
    }
  }
}

function createFrame(children: readonly FlowContent[], owner: SpanPlan, more: Partial<ThreadFrame> = {}): ThreadFrame {
  return {
    children,
    next: 0,
    owner,
    turn: undefined,
    isAnswered: false,
    pending: [],
    at: undefined,
    branch: undefined,
    ...more,
  };
}

/** Add a node; returns the frame of a thread. */
function addNode(draft: Draft, frame: ThreadFrame, node: FlowContent): ThreadFrame | undefined {
  if (node.type === "session") draft.below.push(node);
  else if (node.type === "message") addMessage(draft, frame, node);
  else if (node.type === "agent") {
    const owner = addAgent(draft, frame, node);
    // An agent whose beginning is not recorded begins with its call.
    const at = owner.start ?? (owner.parent?.subject.kind === "tool" ? owner.parent.start : frame.at);
    return createFrame(node.children, owner, { at, branch: frame.branch });
  } else if (node.type === "branch") {
    addHidden(holderOf(frame), node);
    const { turn, isAnswered, at, owner } = frame;
    const branch = { node, isAbandoned: !node.active || frame.branch?.isAbandoned === true };
    return createFrame(node.children, owner, { turn, isAnswered, at, branch });
  } else addEvent(draft, frame, node);
  return undefined;
}

/** A record becomes an event of the call that it belongs to, else of the turn. */
function addEvent({ calls, byUuid }: Draft, frame: ThreadFrame, node: Exclude<FlowContent, { type: "message" }>): void {
  if (isThread(node)) return;
  const call = node.type === "notice" && node.toolUseId !== undefined ? calls.get(node.toolUseId) : undefined;
  const span = call ?? holderOf(frame);
  span.events.push({ node, time: timeAt(frame, node.timestamp).time });
  addHidden(span, node);
  if (node.uuid !== undefined && !byUuid.has(node.uuid)) byUuid.set(node.uuid, span);
}
