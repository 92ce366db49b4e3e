import type { JsonObject, NeutralUsage } from "@ccdag/core";
import { object, text } from "../event-fields.ts";
import type { LogEvent } from "./event.ts";

/** What requests took, by the event that says it: the answer, or the record itself if no answer was written. */
export function usageOf(events: readonly LogEvent[]): Map<LogEvent, JsonObject> {
  const found = new Map<LogEvent, JsonObject>();
  const open = new Map<string, LogEvent>();
  const last = new Map<string | undefined, LogEvent>();
  for (const event of events) {
    const usage = recorded(event);
    if (usage) {
      found.set(event, usage);
      const call = text(usage["apiCallId"]);
      if (call === undefined) last.set(event.agent, event);
      else open.set(call, event);
    } else if (event.type === "assistant.message") {
      const call = text(event.data["apiCallId"]) ?? "";
      const record = open.get(call) ?? last.get(event.agent);
      if (record) {
        found.set(event, found.get(record)!);
        found.delete(record);
        open.delete(call);
        if (last.get(event.agent) === record) last.delete(event.agent);
      }
    }
  }
  return found;
}

function recorded({ type, data }: LogEvent): JsonObject | undefined {
  if (type === "session.usage_record") return object(data["usage"]);
  return type === "assistant.usage" ? data : undefined;
}

/** The input includes what was read from the cache; the output includes what was reasoned. */
export function toUsage(usage: JsonObject | undefined, output: unknown): NeutralUsage | undefined {
  // Older clients record only the output, with the answer.
  if (usage === undefined) return typeof output === "number" ? { output } : undefined;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const read = number(cacheReadTokens);
  return {
    input: Math.max(number(inputTokens) - read, 0),
    output: number(outputTokens),
    cacheRead: read,
    cacheWrite: number(cacheWriteTokens),
  };
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
