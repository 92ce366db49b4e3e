import type { Landmark, Section } from "@ccdag/mdast";
import type { Nodes, Root, RootContent } from "mdast";

/** A piece of a line of conversation: what stands on it until another line begins. */
export interface Piece {
  readonly landmark: Landmark;
  /** The name of the line that it leaves from, or goes on from. */
  readonly within: string | undefined;
  /** How many lines it stands in. */
  readonly depth: number;
  /** Whether the line begins here; where it goes on after another one, it does not. */
  readonly begins: boolean;
  readonly children: RootContent[];
}

/**
 * Lay lines that stand in one another side by side, in reading order: a browser must not sink into as many elements as
 * somebody rewound. What stands outside of lines is a piece without a name.
 *
 * @param document made with `sections`.
 */
export function flatten(document: Root): Piece[] {
  const pieces: Piece[] = [];
  const outside: Landmark = { kind: "session", title: "" };
  const stack: Frame[] = [
    { node: document, next: 0, landmark: outside, within: undefined, depth: 0, piece: undefined },
  ];
  for (let open = stack.at(-1); open; open = stack.at(-1)) {
    const child = open.node.children[open.next++];
    if (child === undefined) stack.pop();
    else if (isThread(child)) {
      stack.push({
        node: child,
        next: 0,
        landmark: child.landmark,
        within: open.landmark.name,
        depth: open.depth + 1,
        piece: undefined,
      });
      for (const line of stack.slice(0, -1)) line.piece = undefined;
    } else (open.piece ??= begin(open)).children.push(child);
  }
  return pieces;

  function begin({ landmark, within, depth, next }: Frame): Piece {
    const begins = next === 1;
    const piece = {
      landmark: begins ? landmark : { ...landmark, name: undefined },
      within: begins ? within : landmark.name,
      depth,
      begins,
      children: [],
    };
    pieces.push(piece);
    return piece;
  }
}

interface Frame {
  readonly node: Root | Section;
  next: number;
  readonly landmark: Landmark;
  readonly within: string | undefined;
  readonly depth: number;
  piece: Piece | undefined;
}

/** Whether a place is a line of conversation. */
export function isThreadLandmark({ kind }: Landmark): boolean {
  return kind === "session" || kind === "branch" || kind === "agent";
}

function isThread(node: Nodes): node is Section {
  return node.type === "section" && isThreadLandmark(node.landmark);
}
