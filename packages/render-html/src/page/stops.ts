import type { Landmark } from "@ccdag/mdast";
import type { Nodes, Root } from "mdast";
import { isThreadLandmark } from "../tree/flatten.ts";

/** A place of a document that one may go to, and where it stands among the others. */
export interface Stop extends Landmark {
  readonly name: string;
  /** How many lines it stands in, from 0. */
  readonly depth: number;
  /** The line that it stands in, by its place in the list; -1 for none. */
  readonly line: number;
  /** Its address, where it is on another page. */
  readonly href?: string | undefined;
}

/**
 * Lines, agents, compactions and prompts of a document, in reading order. What an agent was told and asked is left to
 * the agent.
 *
 * @param document made with `sections`.
 */
export function stopsOf(document: Root): Stop[] {
  const stops: Stop[] = [];
  const stack: Array<{ node: Nodes; depth: number; line: number; isInAgent: boolean }> = [];
  const enter = (nodes: readonly Nodes[], depth: number, line: number, isInAgent: boolean) => {
    for (const node of [...nodes].reverse())
      if (node.type === "section" || node.type === "details") stack.push({ node, depth, line, isInAgent });
  };
  enter(document.children, 0, -1, false);
  for (let open = stack.pop(); open; open = stack.pop()) {
    const { node, depth, line, isInAgent } = open;
    const place = "landmark" in node ? node.landmark : undefined;
    const isThread = place !== undefined && isThreadLandmark(place);
    // Lines and landmarks are shown wherever they stand.
    const isStop =
      place?.name !== undefined && (isThread || place.kind === "compaction" || (place.title !== "" && !isInAgent));
    const head = stops[line];
    // A branch is called by its first prompt: it stands for it, at its time.
    const isSame =
      place?.kind === "prompt" && stops.length - 1 === line && head?.kind === "branch" && head.title === place.title;
    if (isSame) stops[line] = { ...head, time: place.time };
    else if (isStop) stops.push({ ...place, name: place.name, depth, line });
    if ("children" in node)
      enter(
        node.children,
        isThread && isStop ? depth + 1 : depth,
        isThread && isStop ? stops.length - 1 : line,
        isInAgent || place?.kind === "agent",
      );
  }
  return stops;
}
