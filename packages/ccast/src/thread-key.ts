import type { ThreadNode, Reference } from "./types.ts";

/**
 * What tells the lines of a timeline apart. Ids may come again, so what a line begins with is part of it.
 *
 * @param line the `line` of a node of a timeline, or of one of its `lines`.
 */
export function threadKey({ sessionId, branch, agentId, uuid }: Reference): string {
  return [sessionId, branch, agentId, uuid].join("\n");
}

/**
 * Which session, branch or agent a line of conversation is.
 *
 * @param node the line.
 * @param above what the line is that it stands on: branches and agents know the session that they are of.
 * @returns the reference; nothing for a root.
 */
export function threadReference(node: ThreadNode, above: Reference | undefined): Reference | undefined {
  switch (node.type) {
    case "session":
      return { uuid: firstUuid(node), sessionId: node.sessionId };
    case "branch":
      return { ...above, uuid: node.uuid, branch: node.uuid };
    case "agent":
      return { uuid: firstUuid(node), sessionId: above?.sessionId, agentId: node.agentId };
    default:
      return undefined;
  }
}

/** The first entry that a line tells; of one that only forks, the beginning of its first side. */
function firstUuid(thread: ThreadNode): string {
  for (const child of thread.children) {
    if (child.type === "session" || child.type === "agent") continue;
    const uuid = child.uuid ?? (child.type === "message" ? child.id : undefined);
    if (uuid !== undefined) return uuid;
  }
  return "";
}
