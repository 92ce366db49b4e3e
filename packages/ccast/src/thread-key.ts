import type { ThreadNode, Reference } from "./types.ts";

/**
 * A key that is different for each thread of a timeline. Ids may occur more than once, so the first entry of the thread
 * is part of the key.
 *
 * @param thread the `thread` of a node of a timeline, or of one of the root's `threads`.
 * @returns a string to use as the key of a map; its form may change.
 */
export function threadKey({ sessionId, branch, agentId, uuid }: Reference): string {
  return [sessionId, branch, agentId, uuid].join("\n");
}

/**
 * The reference of a session, branch or agent.
 *
 * @param node the thread.
 * @param above the reference of its parent thread, which branches and agents take their session from.
 * @returns the reference; `undefined` for a root.
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

/** The first entry of a thread; if it only forks, the first entry of its first branch. */
function firstUuid(thread: ThreadNode): string {
  for (const child of thread.children) {
    if (child.type === "session" || child.type === "agent") continue;
    const uuid = child.uuid ?? (child.type === "message" ? child.id : undefined);
    if (uuid !== undefined) return uuid;
  }
  return "";
}
