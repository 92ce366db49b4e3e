import type { Lines, Reference } from "@ccdag/ccast";

/** Which session, branch or agent a line of conversation is; a branch and an agent know the session that they are of. */
export function lineOf(node: Lines, above: Reference | undefined): Reference | undefined {
  switch (node.type) {
    case "session":
      return { uuid: beginningOf(node), sessionId: node.sessionId };
    case "branch":
      return { ...above, uuid: node.uuid, branch: node.uuid };
    case "agent":
      return { uuid: beginningOf(node), sessionId: above?.sessionId, agentId: node.agentId };
    default:
      return above;
  }
}

function beginningOf({ children }: Lines): string {
  for (const child of children) if ("uuid" in child && child.uuid !== undefined) return child.uuid;
  return "";
}
