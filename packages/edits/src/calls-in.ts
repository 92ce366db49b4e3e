import { isThread, type Message, type Nodes, type Root, type ThreadNode, type ToolCall, walk } from "@ccdag/ccast";
import { isEdit } from "./read-call.ts";
import type { Editor } from "./types.ts";

/** A call that may say something of a file. */
export interface PlacedCall {
  readonly call: ToolCall;
  readonly message: Message;
  readonly by: Editor;
}

/** A thread while its calls are listed. */
interface Owner {
  readonly by: Editor;
  /** The latest time of its messages so far. */
  clock: number;
}

/**
 * List the calls of a path in the order in which they ended. Agents run beside their thread, so that calls are ordered by time;
 * within a thread, and where times are missing, they are in reading order.
 *
 * @param tree the tree of a path.
 * @param isWanted which calls to list.
 */
export function callsIn(tree: Root, isWanted: (call: ToolCall) => boolean): PlacedCall[] {
  const owners = new Map<Nodes, Owner>();
  const found: Array<PlacedCall & { readonly time: number }> = [];
  const seen = new Set<string>();
  walk(tree, (node, parent) => {
    if (isThread(node)) owners.set(node, ownerOf(node, parent && owners.get(parent)));
    if (node.type === "message" && parent) {
      const owner = owners.get(parent)!;
      owner.clock = Math.max(owner.clock, node.timestamp ?? -Infinity);
      owners.set(node, owner);
    }
    if (node.type !== "toolCall" || parent?.type !== "message" || !isWanted(node)) return;
    // A forked agent begins with copies of calls.
    if (node.repeats?.rule === "forked-call" || seen.has(node.id)) return;
    seen.add(node.id);
    const { by, clock } = owners.get(parent)!;
    found.push({ call: node, message: parent, by, time: Math.max(clock, node.result?.timestamp ?? -Infinity) });
  });
  return found.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
}

function ownerOf(thread: ThreadNode, above: Owner | undefined): Owner {
  const clock = above?.clock ?? -Infinity;
  if (thread.type === "session") return { by: { sessionId: thread.sessionId }, clock };
  const by = above?.by ?? { sessionId: "" };
  if (thread.type !== "agent") return { by, clock };
  const { agentId, agentType, name, worktree } = thread;
  return { by: { sessionId: by.sessionId, agentId, agent: agentType ?? name ?? agentId, worktree }, clock };
}

/** Whether a call of a tool that changes files failed. */
export function hasFailed(call: ToolCall): boolean {
  return isEdit(call) && call.result?.isError === true;
}
