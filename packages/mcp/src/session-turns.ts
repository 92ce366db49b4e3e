import {
  type Agent,
  beginsTurn,
  isThread,
  type Message,
  type Nodes,
  type Root,
  type Session,
  type ThreadNode,
  toText,
  uuidsOf,
  walk,
} from "@ccdag/ccast";

/** A turn on one branch: a prompt of a person and everything up to the next prompt. */
export interface SessionTurn {
  readonly session: Session | undefined;
  /** As `--turns` counts it: 1 for the first; messages before it are turn 0. */
  readonly number: number;
  /** What the person asked; absent for turn 0. */
  readonly prompt: Message | undefined;
  /** The last answer to it that has a text. */
  answer: Message | undefined;
}

/** Where an entry is. */
export interface EntryPlace {
  readonly turn: SessionTurn;
  /** The agent that it belongs to; absent on the main thread. */
  readonly agent: Agent | undefined;
}

/**
 * Find the turn of each entry. An entry of an agent belongs to the turn in which the agent is; a branch continues the count of
 * the thread that it leaves from.
 *
 * @param tree the finished tree.
 * @returns a place for each uuid, and for each `<path>:<line>` of a message without one.
 */
export function placesIn(tree: Root): ReadonlyMap<string, EntryPlace> {
  const places = new Map<string, EntryPlace>();
  const open: Frame[] = [{ thread: tree, turn: undefined, session: undefined, agent: undefined }];
  // Each thread comes before those that leave from it; the list grows while it is read.
  for (const { thread, turn: before, session, agent } of open) {
    // What follows on a branch is another answer to the same prompt.
    let turn: SessionTurn = { session, number: before?.number ?? 0, prompt: before?.prompt, answer: undefined };
    for (const node of thread.children) {
      if (isThread(node)) {
        const inAgent = node.type === "agent" ? node : agent;
        const own = node.type === "session" ? node : session;
        open.push({ thread: node, turn, session: own, agent: inAgent });
        continue;
      }
      if (node.type === "message" && agent === undefined && beginsTurn(node))
        turn = { session, number: turn.number + 1, prompt: node, answer: undefined };
      if (node.type === "message" && node.role === "assistant" && toText(node) !== "") turn.answer = node;
      for (const id of idsOf(node)) places.set(id, { turn, agent });
    }
  }
  return places;
}

interface Frame {
  readonly thread: ThreadNode;
  /** The turn in which the thread leaves. */
  readonly turn: SessionTurn | undefined;
  readonly session: Session | undefined;
  readonly agent: Agent | undefined;
}

function idsOf(top: Nodes): string[] {
  const ids = "id" in top && top.id !== undefined && top.type !== "toolCall" ? [top.id] : [];
  walk(top, (node) => {
    for (const id of uuidsOf(node)) ids.push(id);
  });
  return ids;
}
