import type { Compaction, Notice } from "@ccdag/ccast";
import { type Attributes, nanoseconds, toAttributes } from "../attributes.ts";
import type { OtlpEvent } from "../otlp.ts";
import type { PlannedEvent } from "../plan/span-plan.ts";
import { toPart } from "./to-chat-message.ts";

/**
 * A record as an event of a span.
 *
 * @param event the record, and when it was written.
 * @param start when the span begins, for a record without a time.
 */
export function toEvent({ node, time }: PlannedEvent, start: number): OtlpEvent {
  const timeUnixNano = nanoseconds(time ?? start);
  if (node.type === "compaction") return compactionEvent(node, timeUnixNano);
  if (node.type === "notice") return noticeEvent(node, timeUnixNano);
  // A node of a type that a later version adds.
  const { type, position: _, data: __, ...rest } = node as { type: string; position?: unknown; data?: unknown };
  const attributes = toAttributes({ "ccdag.record.type": type, "ccdag.record.text": JSON.stringify(rest) });
  return { timeUnixNano, name: "ccdag.record", attributes };
}

function compactionEvent(node: Compaction, timeUnixNano: string): OtlpEvent {
  const { uuid, id, trigger, preTokens, postTokens, durationMs, children } = node;
  const attributes: Attributes = {
    "ccdag.entry.uuid": uuid ?? id,
    "ccdag.compaction.trigger": trigger,
    "ccdag.compaction.tokens_before": preTokens,
    "ccdag.compaction.tokens_after": postTokens,
    "ccdag.compaction.duration_ms": durationMs,
    "ccdag.compaction.summary": children.length > 0 ? JSON.stringify(children.map(toPart)) : undefined,
  };
  return { timeUnixNano, name: "ccdag.compaction", attributes: toAttributes(attributes) };
}

function noticeEvent({ entryType, subtype, uuid, value, structured }: Notice, timeUnixNano: string): OtlpEvent {
  const text = value ?? (structured === undefined ? undefined : JSON.stringify(structured));
  const attributes: Attributes = {
    "ccdag.record.type": entryType,
    "ccdag.record.subtype": subtype,
    "ccdag.entry.uuid": uuid,
    "ccdag.record.text": text,
  };
  return { timeUnixNano, name: "ccdag.record", attributes: toAttributes(attributes) };
}
