import type { Landmark } from "@ccdag/mdast";
import type { Nodes, Root } from "mdast";
import { type ChangeIndex, noChanges } from "../changes/change-index.ts";
import { isThreadLandmark } from "../tree/flatten.ts";
import { filtersOfTurn } from "../turn/turn-filters.ts";

/** A landmark of a document that contents and map link to. */
export interface Stop extends Landmark {
  /** The name of its anchor. */
  readonly name: string;
  /** How many threads contain it, from 0. */
  readonly depth: number;
  /** The index, in the list of stops, of the thread that contains it; -1 for none. */
  readonly thread: number;
  /** The number of the turn, if it is one. */
  readonly turn?: number | undefined;
  /** What the turn has, for the filters: `changes`, `failed`, `agents`, with spaces between them. */
  readonly has?: string | undefined;
  /** Its address, where it is on another page (default: `#` and its name). */
  readonly href?: string | undefined;
}

/**
 * Collect the sessions, branches, agents, compactions and prompts of a document, in reading order. Prompts inside an agent
 * are omitted.
 *
 * @param document made by `toMdast` with `sections`.
 * @param changes the changes of files in it (default: none; then no turn has any).
 */
export function stopsOf(document: Root, { calls }: ChangeIndex = noChanges): Stop[] {
  const stops: Stop[] = [];
  const stack: Frame[] = [];
  const enter = (nodes: readonly Nodes[], depth: number, thread: number, isInAgent: boolean, isTurn = false) => {
    for (const [at, node] of [...nodes.entries()].reverse())
      if (node.type === "section" || node.type === "details")
        stack.push({ node, depth, thread, isInAgent, isFirst: isTurn && at === 0 });
  };
  enter(document.children, 0, -1, false);
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { node, depth, thread, isInAgent } = frame;
    const landmark = landmarkOf(node);
    const turn = node.type === "section" ? node.turn : undefined;
    const isThread = landmark !== undefined && isThreadLandmark(landmark);
    // Threads and compactions are shown everywhere, prompts only outside of agents.
    const isStop =
      landmark?.name !== undefined &&
      (isThread || landmark.kind === "compaction" || ((landmark.title !== "" || turn !== undefined) && !isInAgent));
    const head = stops[thread];
    // The title of a branch is its first prompt: the stop of the branch stands for both, at the time of the prompt.
    const isSame =
      landmark?.kind === "prompt" &&
      stops.length - 1 === thread &&
      head?.kind === "branch" &&
      [head.title, ""].includes(landmark.title);
    // The prompt of a turn is not a stop besides the turn.
    if (frame.isFirst) continue;
    const ofTurn =
      node.type === "section" && turn ? { turn: turn.number, has: filtersOfTurn(node, (id) => calls.has(id)) } : {};
    if (isSame) stops[thread] = { ...head, ...ofTurn, time: landmark.time };
    else if (isStop) stops.push({ ...landmark, name: landmark.name, depth, thread, ...ofTurn });
    if ("children" in node)
      enter(
        node.children,
        isThread && isStop ? depth + 1 : depth,
        isThread && isStop ? stops.length - 1 : thread,
        isInAgent || landmark?.kind === "agent",
        turn !== undefined,
      );
  }
  return stops;
}

interface Frame {
  readonly node: Nodes;
  readonly depth: number;
  readonly thread: number;
  readonly isInAgent: boolean;
  /** Whether it is the prompt of a turn. */
  readonly isFirst: boolean;
}

/** The landmark of a node. A turn is known by its prompt. */
function landmarkOf(node: Nodes): Landmark | undefined {
  const landmark = "landmark" in node ? node.landmark : undefined;
  return landmark?.kind === "turn" ? { ...landmark, kind: "prompt" } : landmark;
}
