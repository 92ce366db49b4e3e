import type { Entry } from "../../entry/entry.ts";

/** The ids of the tool calls in an entry. */
export function callIds({ message }: Entry): string[] {
  return idsOf(message?.blocks ?? [], "tool_use", "id");
}

/** The names of the tools that an entry calls. */
export function callNames({ message }: Entry): string[] {
  return idsOf(message?.blocks ?? [], "tool_use", "name");
}

/** The ids of the calls that an entry answers. */
export function resultIds({ message }: Entry): string[] {
  return idsOf(message?.blocks ?? [], "tool_result", "tool_use_id");
}

/** The texts in a field of the blocks of one type. */
function idsOf(blocks: readonly Readonly<Record<string, unknown>>[], type: string, field: string): string[] {
  return blocks.flatMap((block) => {
    const id = block[field];
    return block["type"] === type && typeof id === "string" ? id : [];
  });
}

/**
 * Whether a user entry may answer these calls: it holds results, and none of them answers another message's call. If no
 * ids are recorded on either side, it may.
 *
 * @param result the user entry.
 * @param calls the ids of the calls of the API message.
 */
export function answers(result: Entry, calls: ReadonlySet<string>): boolean {
  const ids = resultIds(result);
  if (ids.length === 0) return result.userKind !== "prompt" || result.message?.blocks.length === 0;
  return calls.size === 0 || ids.every((id) => calls.has(id));
}
