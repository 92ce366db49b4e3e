import { activeOnly, pathTo, type Root, type Session, type ThreadNode, threadsIn, without } from "@ccdag/ccast";
import { callsIn } from "./calls-in.ts";
import { changesOneOf, isEdit } from "./read-call.ts";

/** A session with the path on which the person continued. */
export interface SessionPath {
  readonly session: Session;
  /** Only this session, without branches that were not continued, and without sessions that continue it. */
  readonly tree: Root;
  /** The number of edits on the branches that were not continued. */
  readonly abandoned: number;
}

/**
 * The path of each session of a tree, without what other sessions hold: the branches in which the person continued, and the agents
 * that were spawned there.
 *
 * @param tree the finished tree; it is not changed.
 * @param isMeant whether abandoned edits of a file are counted (default: of all files).
 * @returns one item for each session, in reading order.
 */
export function sessionPaths(tree: Root, isMeant?: (path: string) => boolean): SessionPath[] {
  const sessions = threadsIn(tree).filter((thread): thread is Session => thread.type === "session");
  return sessions.map((session) => {
    const alone = without({ type: "root", children: [session] }, (node) => node.type === "session" && node !== session);
    const path = activeOnly(alone);
    return { session, tree: path, abandoned: countEdits(alone, isMeant) - countEdits(path, isMeant) };
  });
}

function countEdits(tree: Root, isMeant?: (path: string) => boolean): number {
  return callsIn(tree, isEdit).filter(
    ({ call }) => call.result !== undefined && !call.result.isError && changesOneOf(call, isMeant),
  ).length;
}

/**
 * The path of a session from its very beginning, through the sessions that it continues.
 *
 * @param whole the tree with all of them; it is not changed.
 * @param path the session, which is in that tree, and its own path.
 * @returns the path; its own one if it continues no session.
 */
export function pathFromBeginning(whole: Root, path: SessionPath): Root {
  const { session, tree: own } = path;
  const threads = threadsAbove(whole, session);
  if (threads.length < 2) return own;
  const longer = pathTo(whole, { uuid: "", node: session, threads });
  let parent: ThreadNode = longer;
  for (const { type } of threads.slice(1)) {
    const next: ThreadNode | undefined = parent.children.find(
      (child) => child.type === type && child.type !== "agent",
    ) as ThreadNode | undefined;
    if (next === undefined) return own;
    parent = next;
  }
  parent.children = parent.children.map((child) => (child === session ? own.children[0]! : child));
  return longer;
}

/** The threads above a session, the root first; none if it is not in the tree. */
function threadsAbove(whole: Root, session: Session): ThreadNode[] {
  const above = new Map<unknown, ThreadNode>();
  for (const thread of threadsIn(whole)) for (const child of thread.children) above.set(child, thread);
  const threads: ThreadNode[] = [];
  for (let at = above.get(session); at; at = above.get(at)) threads.push(at);
  return threads.reverse();
}
