import type { MessagePart } from "../types.ts";

/**
 * Divide messages into units that can only be omitted as a whole: an API refuses a tool result without its call, and a call
 * without its result.
 *
 * @param messages a branch, or a part of it.
 * @returns the same messages in the same order.
 */
export function unitsOf<T extends { readonly parts: readonly MessagePart[] }>(messages: readonly T[]): T[][] {
  /** The last message that has something to do with a call. */
  const ends = new Map<string, number>();
  for (const [index, { parts }] of messages.entries()) for (const id of idsIn(parts)) ends.set(id, index);
  const units: T[][] = [];
  let end = -1;
  for (const [index, message] of messages.entries()) {
    if (index > end) units.push([]);
    units.at(-1)!.push(message);
    end = Math.max(end, index);
    for (const id of idsIn(message.parts)) end = Math.max(end, ends.get(id)!);
  }
  return units;
}

/** The ids of the calls that parts make or answer. */
function idsIn(parts: readonly MessagePart[]): string[] {
  return parts.flatMap(({ type, meta }) => {
    const id = type === "tool-call" ? meta?.["id"] : type === "tool-result" ? meta?.["tool_call_id"] : undefined;
    return typeof id === "string" ? [id] : [];
  });
}
