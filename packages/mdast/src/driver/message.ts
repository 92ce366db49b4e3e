import type { Message, Notice } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { renderHidden } from "../handle/hidden.ts";
import { messageFoot, messageHead, renderTurn } from "../handle/message.ts";
import { landmarkOf, type LandmarkNode } from "../landmark.ts";
import type { State } from "../types.ts";

/** A message with all that belongs to it: who speaks, the content, usage, what is hidden, and links to what leaves. */
export function renderMessage(node: Message, state: State, speaker: string, isLast: boolean): BlockContent[] {
  return [
    ...messageHead(node, state, speaker),
    ...state.one(node),
    ...renderTurn(node, state),
    ...renderHidden(node, state),
    ...messageFoot(node, state, isLast),
  ];
}

/** One heading stands above what one speaker says in a row; a prompt always has its own. */
export function speakerOf({ role, actor, origin }: Message): string {
  return role === "assistant" ? `${actor} ${origin}` : "";
}

/** The line that says that a session was resumed here; none elsewhere. */
export function renderResumed({ resumed }: Message | Notice, state: State): BlockContent[] {
  return resumed
    ? [state.paragraph({ type: "emphasis", children: [{ type: "text", value: state.labels.resumed }] })]
    : [];
}

/**
 * Where the blocks of a node go: into a section of their own where a document has sections.
 *
 * @param sink where the node stands.
 * @param hasSections the option `sections`.
 * @param isNamed whether links to the node lead here.
 */
export function enterSection(
  sink: BlockContent[],
  node: LandmarkNode,
  state: State,
  hasSections: boolean,
  isNamed = true,
): BlockContent[] {
  if (!hasSections) return sink;
  const children: BlockContent[] = [];
  const landmark = landmarkOf(node, state);
  sink.push({ type: "section", landmark: isNamed ? landmark : { ...landmark, name: undefined }, children });
  return children;
}
