import type { Nodes } from "./types.ts";
import { walk } from "./walk.ts";

/** The least length of a shortened id: people know ids by their first eight characters. */
const shortest = 8;

/**
 * Shorten the ids of a tree – of sessions, branches, agents, and of the entries that these leave from – so that no two of
 * them look alike.
 *
 * @param tree any node.
 * @returns a function that gives the beginning of an id: eight characters, or as many as distinguish it from every other
 *   id of the tree. An id that is not in the tree has eight.
 */
export function shortIds(tree: Nodes): (id: string) => string {
  return shorten(idsIn(tree));
}

/**
 * List the ids by which threads are named in a tree: those of sessions, branches and agents, and of the messages that
 * they leave from.
 *
 * @param tree any part of a tree.
 * @returns each id once, in reading order.
 */
export function idsIn(tree: Nodes): string[] {
  const ids = new Set<string>();
  walk(tree, (node) => {
    if (node.type === "session") ids.add(node.sessionId);
    else if (node.type === "branch") ids.add(node.uuid);
    else if (node.type === "agent") ids.add(node.agentId);
    else return;
    if (node.from?.uuid !== undefined) ids.add(node.from.uuid);
  });
  // A tree that another program has written may hold anything.
  return [...ids].filter((id) => typeof id === "string");
}

/**
 * Shorten ids so that no two of them look alike.
 *
 * @param ids the ids that are shown together.
 * @returns as {@link shortIds}.
 */
export function shorten(ids: Iterable<string>): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const lengths = new Map<string, number>();
  for (const [index, id] of sorted.entries()) {
    const alike = Math.max(sharedLength(id, sorted[index - 1]), sharedLength(id, sorted[index + 1]));
    if (alike >= shortest) lengths.set(id, alike + 1);
  }
  return (id) => id.slice(0, lengths.get(id) ?? shortest);
}

/** How many characters two ids begin with in common. */
function sharedLength(a: string, b = ""): number {
  const end = [...a].findIndex((character, index) => character !== b[index]);
  return end === -1 ? a.length : end;
}
