import { beginsTurn, type Message, originFacts, type ToolCall } from "@ccdag/ccast";
import { validTime } from "../attributes.ts";
import { addHidden, addSpan, type Draft, type ThreadFrame, holderOf, timeAt } from "./draft.ts";
import type { SpanPlan } from "./span-plan.ts";

/** Add a message: an answer and each call are spans, a prompt begins a turn, and all else is what the next answer was asked. */
export function addMessage(draft: Draft, frame: ThreadFrame, node: Message): void {
  const span = isAnswer(node) ? addAnswer(draft, frame, node) : addSpeech(draft, frame, node);
  for (const uuid of node.uuids) if (!draft.byUuid.has(uuid)) draft.byUuid.set(uuid, span);
  frame.at = validTime(node.timestamp) ?? frame.at;
  for (const call of node.children) if (call.type === "toolCall") addCall(draft, frame, node, call);
}

/** An answer of the model, or the error that came instead. */
function isAnswer({ role, origin }: Message): boolean {
  const { isReply, isError } = originFacts(origin);
  return role === "assistant" && (isReply === true || isError === true);
}

function addSpeech(draft: Draft, frame: ThreadFrame, node: Message): SpanPlan {
  const { owner, branch } = frame;
  const isOfAgent = owner.subject.kind === "agent";
  if (!isOfAgent && beginsTurn(node)) {
    const { time, isUntimed } = timeAt(frame, node.timestamp);
    const key = [node.uuid ?? node.id ?? ""];
    frame.turn = addSpan(draft, { kind: "turn", node }, { key, parent: owner, branch, start: time, isUntimed });
    frame.isAnswered = false;
    frame.turn.input.push(node);
  } else if (isOfAgent && !frame.isAnswered && originFacts(node.origin).beginsAgentTurn) owner.input.push(node);
  else frame.pending.push(node);
  addHidden(holderOf(frame), node);
  return holderOf(frame);
}

function addAnswer(draft: Draft, frame: ThreadFrame, node: Message): SpanPlan {
  const { time, isUntimed } = timeAt(frame, node.timestamp);
  const of = draft.usage.parts.get(node);
  const first = of && draft.chats.get(of);
  frame.isAnswered = true;
  if (first?.subject.kind === "chat" && first.trace === draft.trace && first.parent === holderOf(frame)) {
    first.subject.nodes.push(node);
    first.end = Math.max(first.end ?? 0, time ?? 0);
    addHidden(first, node);
    return first;
  }
  const [used, ...advisers] = draft.usage.calls.get(node) ?? [];
  const key = node.uuid ?? node.id ?? "";
  // The request was sent when the last thing before it had happened.
  const start = frame.at === undefined || time === undefined ? time : Math.min(frame.at, time);
  const given = { branch: frame.branch, start, end: time, isUntimed };
  const span = addSpan(draft, { kind: "chat", nodes: [node], used }, { ...given, key: [key], parent: holderOf(frame) });
  for (const [at, adviser] of advisers.entries())
    addSpan(
      draft,
      { kind: "model", call: undefined, used: adviser },
      { ...given, key: [key, String(at)], parent: span },
    );
  if (first) span.links.push({ to: first, relation: "part-of" });
  for (const message of frame.pending) span.input.push(message);
  frame.pending = [];
  addHidden(span, node);
  draft.chats.set(node, span);
  return span;
}

/** Add a call, from the answer that holds it to its result. */
function addCall(draft: Draft, frame: ThreadFrame, { timestamp }: Message, node: ToolCall): void {
  const { time: start, isUntimed } = timeAt(frame, timestamp);
  const end = validTime(node.result?.timestamp);
  const given = { key: [node.id], parent: holderOf(frame), branch: frame.branch, start, isUntimed };
  const span = addSpan(draft, { kind: "tool", node }, { ...given, end: end ?? start });
  draft.calls.set(node.id, span);
  for (const agentId of node.agents ?? []) draft.calls.set(`${node.id}\n${agentId}`, span);
  addHidden(span, node);
  if (node.result) addHidden(span, node.result);
  if (end !== undefined) frame.at = Math.max(frame.at ?? end, end);
}
