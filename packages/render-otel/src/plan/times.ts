import type { Agent } from "@ccdag/ccast";
import type { SpanPlan } from "./span-plan.ts";

/** Agents that run beside the call that spawned them. */
const isDetached: Readonly<Record<Agent["mode"], boolean>> = {
  sync: false,
  fork: false,
  inline: false,
  background: true,
  teammate: true,
  workflow: true,
  internal: true,
  warmup: true,
};

/**
 * Complete the times of the spans of a trace: a session, turn or agent lasts as long as what is in it, and a
 * session as long as its records. A span without any
 * time begins and ends with its parent's beginning.
 *
 * @param spans the spans of a trace, each behind its parent.
 */
export function completeTimes(spans: readonly SpanPlan[]): void {
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index]!;
    for (const around of [span.parent, spans[0]]) {
      if (around === undefined || around === span || (around !== spans[0] && !isWithin(span, around))) continue;
      around.start = earliest(around.start, span.start);
      around.end = latest(around.end, span.end);
    }
  }
  const [root] = spans;
  for (const { events } of spans)
    for (const { time } of events) {
      root!.start = earliest(root!.start, time);
      root!.end = latest(root!.end, time);
    }
  for (const span of spans) {
    span.start ??= span.parent?.start ?? 0;
    span.end ??= span.start;
  }
}

/** Whether a span lasts at least as long as one below it. */
function isWithin({ subject }: SpanPlan, parent: SpanPlan): boolean {
  if (subject.kind !== "agent") return true;
  if (isDetached[subject.node.mode] ?? true) return false;
  // The end of a call with a result is recorded.
  return parent.subject.kind !== "tool" || parent.subject.node.result === undefined;
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
