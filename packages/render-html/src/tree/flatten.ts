import type { Landmark, Section, SessionOverview } from "@ccdag/mdast";
import type { Nodes, Root, RootContent } from "mdast";

/** A piece of a thread: its content up to the point where another thread begins. */
export interface Piece {
  readonly landmark: Landmark;
  /** The name of the thread that contains this thread, or, where this piece continues a thread, of the thread itself. */
  readonly within: string | undefined;
  /** How many threads contain it. */
  readonly depth: number;
  /** Whether the thread begins with this piece. */
  readonly begins: boolean;
  /** What is known of the session, if one begins with this piece. */
  readonly session: SessionOverview | undefined;
  /** The folder of its session. */
  readonly cwd: string | undefined;
  readonly children: RootContent[];
}

/**
 * Place nested threads side by side, in reading order, so that many nested rewinds do not become as many nested elements.
 * Content outside of threads becomes a piece without a name.
 *
 * @param document made by `toMdast` with `sections`.
 * @param isTaken whether the document is given up: its threads are empty afterwards, and only the pieces hold their content.
 */
export function flatten(document: Root, isTaken = false): Piece[] {
  const pieces: Piece[] = [];
  const outside: Landmark = { kind: "session", title: "" };
  const stack: Frame[] = [
    { node: document, next: 0, landmark: outside, within: undefined, depth: 0, cwd: undefined, piece: undefined },
  ];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const child = frame.node.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      if (isTaken) frame.node.children = [];
    } else if (isThread(child)) {
      stack.push({
        node: child,
        next: 0,
        landmark: child.landmark,
        within: frame.landmark.name,
        depth: frame.depth + 1,
        cwd: child.session ? child.session.cwd : frame.cwd,
        piece: undefined,
      });
      // Those that contain it have no piece either: none was begun since a thread was entered in them.
      frame.piece = undefined;
    } else (frame.piece ??= startPiece(frame)).children.push(child);
  }
  return pieces;

  function startPiece({ landmark, within, depth, next, node, cwd }: Frame): Piece {
    const begins = next === 1;
    const piece = {
      landmark: begins ? landmark : { ...landmark, name: undefined },
      within: begins ? within : landmark.name,
      depth,
      begins,
      cwd,
      session: begins && node.type === "section" ? node.session : undefined,
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
  readonly cwd: string | undefined;
  piece: Piece | undefined;
}

/** Whether a landmark is a thread. */
export function isThreadLandmark({ kind }: Landmark): boolean {
  return kind === "session" || kind === "branch" || kind === "agent";
}

function isThread(node: Nodes): node is Section {
  return node.type === "section" && isThreadLandmark(node.landmark);
}
