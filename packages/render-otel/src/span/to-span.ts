import { type Attributes, nanoseconds, toAttributes } from "../attributes.ts";
import type { OtlpLink, OtlpSpan } from "../otlp.ts";
import type { PlannedLink, SpanPlan } from "../plan/span-plan.ts";
import { fieldsOf } from "./fields-of.ts";
import { toChatMessage } from "./to-chat-message.ts";
import { toEvent } from "./to-event.ts";

/**
 * Write a span.
 *
 * @param span the plan, with its times.
 * @param byUuid the span that holds an entry, for links.
 */
export function toSpan(span: SpanPlan, byUuid: ReadonlyMap<string, SpanPlan>): OtlpSpan {
  const { id, trace, parent, input, events, start = 0, end = start } = span;
  const { name, isRequest, error, attributes } = fieldsOf(span);
  const links = span.links.flatMap((link) => toLink(link, byUuid) ?? []);
  return {
    traceId: trace.id,
    spanId: id,
    ...(parent && { parentSpanId: parent.id }),
    name,
    kind: isRequest ? 3 : 1,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: toAttributes({
      "gen_ai.conversation.id": trace.session.type === "session" ? trace.session.sessionId : undefined,
      "gen_ai.input.messages": input.length > 0 ? JSON.stringify(input.map(toChatMessage)) : undefined,
      ...attributes,
      "error.type": error,
      ...ownAttributes(span),
    }),
    ...(events.length > 0 && { events: events.map((event) => toEvent(event, start)) }),
    ...(links.length > 0 && { links }),
    ...(error !== undefined && { status: { code: 2 as const } }),
  };
}

/** What the conventions have no name for. */
function ownAttributes({ branch, isUntimed, hidden }: SpanPlan): Attributes {
  const counts = Object.entries(hidden).map(([kind, count]) => [`ccdag.hidden.${kind}`, count]);
  return {
    "ccdag.branch.id": branch?.node.uuid,
    "ccdag.branch.rule": branch?.node.rule,
    "ccdag.branch.from": branch?.node.from?.uuid,
    "ccdag.branch.abandoned": branch?.isAbandoned,
    "ccdag.untimed": isUntimed || undefined,
    ...(Object.fromEntries(counts) as Attributes),
  };
}

/** A link; `undefined` if the other span is not in the tree. */
function toLink({ to, relation }: PlannedLink, byUuid: ReadonlyMap<string, SpanPlan>): OtlpLink | undefined {
  const other = "uuid" in to ? byUuid.get(to.uuid) : to;
  if (other === undefined) return undefined;
  return { traceId: other.trace.id, spanId: other.id, attributes: toAttributes({ "ccdag.link": relation }) };
}
