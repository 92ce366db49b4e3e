import type { Reference } from "./types.ts";

/**
 * What tells the lines of a timeline apart. Ids may come again, so what a line begins with is part of it.
 *
 * @param line the `line` of a node of a timeline, or of one of its `lines`.
 */
export function lineKey({ sessionId, branch, agentId, uuid }: Reference): string {
  return [sessionId, branch, agentId, uuid].join("\n");
}
