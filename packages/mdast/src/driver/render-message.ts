import { type Message, type Notice, originFacts } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { renderHidden } from "../handle/hidden.ts";
import { messageFoot, messageHead, renderTurn } from "../handle/message.ts";
import { renderUnknownOf } from "../handle/unknown-fields.ts";
import { landmarkOf, type LandmarkNode } from "../landmark.ts";
import type { Section, State } from "../types.ts";

/** Render a message: the speaker, the content, token usage, what is hidden, and links to threads that leave from it. */
export function renderMessage(node: Message, state: State, speaker: string, isLast: boolean): BlockContent[] {
  return [
    ...messageHead(node, state, speaker),
    ...state.one(node),
    ...renderUnknownOf(node, state),
    ...renderTurn(node, state),
    ...renderHidden(node, state),
    ...messageFoot(node, state, isLast),
  ];
}

/**
 * The key of a speaker: consecutive messages with one key share a heading, such as answers, or reports of background tasks
 * to which nobody has answered. A prompt always has its own heading.
 */
export function speakerOf({ role, actor, origin }: Message): string {
  return role === "assistant" || originFacts(origin).isReport ? `${actor} ${origin}` : "";
}

/** The note that the session was resumed here; empty if it was not. */
export function renderResumed({ resumed }: Message | Notice, state: State): BlockContent[] {
  return resumed
    ? [state.paragraph({ type: "emphasis", children: [{ type: "text", value: state.labels.resumed }] })]
    : [];
}

/**
 * Add the section node of a node; its blocks go there.
 *
 * @param sink the blocks of the parent.
 * @param as whether links to the node lead here (default: yes), whether it is the last answer of a turn (default: no), and its
 *   blocks (default: they follow).
 */
export function enterSection(
  sink: BlockContent[],
  node: LandmarkNode,
  state: State,
  { isNamed = true, isAnswer = false, children = [] }: EnteredSection = {},
): BlockContent[] {
  const found = landmarkOf(node, state);
  const landmark = isNamed ? found : { ...found, name: undefined };
  const section: Section = { type: "section", landmark, children };
  if (isAnswer) section.isAnswer = true;
  sink.push(section);
  return children;
}

interface EnteredSection {
  readonly isNamed?: boolean;
  readonly isAnswer?: boolean;
  readonly children?: BlockContent[];
}
