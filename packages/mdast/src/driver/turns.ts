import { beginsTurn, type FlowContent, isThread, type Message, type Session, type UsageReport } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { gist, titleOf } from "../format.ts";
import type { Section, SessionFacts, State } from "../types.ts";
import { nodesOfSession, workOf } from "./work-facts.ts";

/** The turns of a thread: a turn is a prompt of a person, and all that follows until the next one. */
export interface FrameTurns {
  /** The usage of the tree. */
  readonly usage: UsageReport;
  /** How many turns of the session came before; shared by the threads of a session. */
  readonly counter: { count: number };
  /** The last answer of the current turn, which is shown with a heading of its own. */
  answer: Message | undefined;
}

/**
 * Begin a turn.
 *
 * @param first its prompt.
 * @param siblings the children of the thread.
 * @param next the index of the child after the prompt.
 * @returns the section of the turn, without content.
 */
export function beginTurn(
  first: Message,
  siblings: readonly FlowContent[],
  next: number,
  turns: FrameTurns,
  state: State,
): Section {
  const end = siblings.findIndex((node, at) => at >= next && endsTurn(node));
  const nodes = [first, ...siblings.slice(next, end === -1 ? siblings.length : end)];
  turns.answer = nodes.findLast((node): node is Message => node.type === "message" && isAnswer(node));
  const number = ++turns.counter.count;
  const name = state.anchorOf(`turn-${first.uuid ?? first.id ?? ""}`).id;
  return {
    type: "section",
    landmark: { kind: "turn", name, title: gist(first), time: state.facts ? first.timestamp : undefined },
    turn: { number, ...workOf(nodes, turns.usage.turns.get(first)) },
    children: [],
  };
}

/** What is known of a session, for its head. */
export function sessionFacts(session: Session, usage: UsageReport): SessionFacts {
  const nodes = [...nodesOfSession(session)];
  const { sessionId, cwd, gitBranch, version, pulls = [], hidden = {} } = session;
  const turns = nodes.filter((node) => node.type === "message" && beginsTurn(node)).length;
  const work = workOf(nodes, usage.threads.get(session));
  return { sessionId, title: titleOf(session), cwd, gitBranch, version, pulls, turns, hidden, ...work };
}

/** A message that begins a turn, or a session or branch, ends the turn before it. */
function endsTurn(node: FlowContent): boolean {
  return node.type === "message" ? beginsTurn(node) : isThread(node) && node.type !== "agent";
}

/** Whether Claude says something in a message. */
function isAnswer({ role, children }: Message): boolean {
  return role === "assistant" && children.some((child) => child.type === "text" && child.value.trim() !== "");
}
