import type { MessagePart } from "../types.ts";

/**
 * Divide messages into units that can only be omitted as a whole: an API refuses a tool result without its call, and a call
 * without its result. A result belongs to the last call before it that has its id: some programs give the same ids in every
 * turn.
 *
 * @param messages a branch, or a part of it.
 * @returns the same messages in the same order.
 */
export function unitsOf<T extends { readonly parts: readonly MessagePart[] }>(messages: readonly T[]): T[][] {
  /** For each message that calls tools, the last message with a result of them. */
  const ends = new Map<number, number>();
  const callers = new Map<string, number>();
  for (const [index, { parts }] of messages.entries())
    for (const part of parts) {
      if (part.type === "tool-call") callers.set(idOf(part, "id"), index);
      const caller = part.type === "tool-result" ? callers.get(idOf(part, "tool_call_id")) : undefined;
      if (caller !== undefined) ends.set(caller, index);
    }
  const units: T[][] = [];
  let end = -1;
  for (const [index, message] of messages.entries()) {
    if (index > end) units.push([]);
    units.at(-1)!.push(message);
    end = Math.max(end, index, ends.get(index) ?? index);
  }
  return units;
}

function idOf({ meta }: MessagePart, field: string): string {
  const id = meta?.[field];
  return typeof id === "string" ? id : "";
}
