import type { FlowContent, Message, Session, UsageReport } from "@ccdag/ccast";
import { validTime } from "../attributes.ts";
import type { TraceIds } from "./trace-ids.ts";
import type { BranchPlace, SpanPlan, SpanSubject, TracePlan } from "./span-plan.ts";

/** A trace that is being planned. */
export interface Draft {
  readonly trace: TracePlan;
  readonly ids: TraceIds;
  readonly usage: UsageReport;
  /** The span of each answer, of all traces. */
  readonly chats: Map<Message, SpanPlan>;
  /** The span that holds each entry, of all traces. */
  readonly byUuid: Map<string, SpanPlan>;
  /** The last span of each tool call, by its id, and by its id and the agent that it spawned. */
  readonly calls: Map<string, SpanPlan>;
  /** Sessions that continue this one: each is a trace of its own. */
  readonly below: Session[];
}

/** A thread that is being planned. */
export interface ThreadFrame {
  readonly children: readonly FlowContent[];
  next: number;
  /** The span of the session or agent. */
  readonly owner: SpanPlan;
  /** The turn that has begun; never set for an agent. */
  turn: SpanPlan | undefined;
  /** Whether an answer was given since the turn, or the agent, began. */
  isAnswered: boolean;
  /** What was said since the last answer. */
  pending: Message[];
  /** When the last thing happened. */
  at: number | undefined;
  readonly branch: BranchPlace | undefined;
}

/** The span that holds what is not in a span of its own. */
export function holderOf({ turn, owner }: ThreadFrame): SpanPlan {
  return turn ?? owner;
}

/** How a span differs from one that holds nothing yet. */
interface SpanStart {
  readonly key: readonly string[];
  readonly parent: SpanPlan | undefined;
  readonly branch?: BranchPlace | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly isUntimed?: boolean;
}

/** Begin a span. */
export function addSpan({ trace, ids }: Draft, subject: SpanSubject, given: SpanStart): SpanPlan {
  const { key, parent, branch, start, end, isUntimed = false } = given;
  const { session } = trace;
  const id = ids.span(session.type === "session" ? session.sessionId : "", subject.kind, ...key);
  const span: SpanPlan = {
    id,
    trace,
    parent,
    subject,
    branch,
    start,
    end: end === undefined || start === undefined ? (end ?? start) : Math.max(start, end),
    isUntimed,
    input: [],
    events: [],
    links: [],
    hidden: {},
  };
  trace.spans.push(span);
  return span;
}

/** Count what a transform removed in a node. */
export function addHidden(span: SpanPlan, { hidden }: { readonly hidden?: Record<string, number> | undefined }): void {
  for (const [kind, count] of Object.entries(hidden ?? {})) span.hidden[kind] = (span.hidden[kind] ?? 0) + count;
}

/** The time of a record; without one that of what happened before it. */
export function timeAt(frame: ThreadFrame, timestamp: unknown): { time: number | undefined; isUntimed: boolean } {
  const time = validTime(timestamp);
  return { time: time ?? frame.at, isUntimed: time === undefined };
}
