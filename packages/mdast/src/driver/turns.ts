import { beginsTurn, type FlowContent, isThread, type Message, type Session } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { gist } from "../format.ts";
import type { DocumentParts } from "../document-parts.ts";
import type { Section, SessionOverview, State } from "../types.ts";
import type { Frame, FrameTurns } from "./frame.ts";
import { nodesOfSession, workOf } from "./work-facts.ts";

/**
 * The turns of a thread of a session. Threads inside collapsible sections have none, and so has a document without sections.
 *
 * @param session the session that the thread begins; absent for a branch.
 * @param above the turns of the thread around a branch.
 */
export function turnsOf(
  { usage, counts }: DocumentParts,
  nesting: number,
  session: Session | undefined,
  above?: FrameTurns,
): FrameTurns | undefined {
  if (usage === undefined || nesting > 0) return undefined;
  const { counter = { count: 0 }, window } = above ?? { window: session && counts.get(session)?.contextWindow };
  return { usage, counts, counter, window, answer: undefined };
}

/** Begin a turn: what follows goes into its section. */
export function enterTurn(node: Message, frame: Frame, turns: FrameTurns, { wall }: DocumentParts): void {
  const begin = () => beginTurn(node, frame.children, frame.next, turns, frame.state);
  const turn = wall.attempt(node, begin, () => undefined);
  if (turn) frame.threadSink.push(turn);
  frame.sink = turn?.children ?? frame.threadSink;
}

/**
 * Put what is known of a session into its section.
 *
 * @param section the section, if there is one.
 * @returns whether it was put there.
 */
export function describeSession(
  node: Session,
  turns: FrameTurns | undefined,
  section: BlockContent | undefined,
  { wall }: DocumentParts,
): boolean {
  if (turns === undefined || section?.type !== "section") return false;
  section.session = wall.attempt(
    node,
    () => sessionOverview(node, turns),
    () => undefined,
  );
  return section.session !== undefined;
}

/**
 * Begin a turn.
 *
 * @param first its prompt.
 * @param siblings the children of the thread.
 * @param next the index of the child after the prompt.
 * @returns the section of the turn, without content.
 */
function beginTurn(
  first: Message,
  siblings: readonly FlowContent[],
  next: number,
  turns: FrameTurns,
  state: State,
): Section {
  let end = next;
  while (end < siblings.length && !endsTurn(siblings[end]!)) end++;
  const nodes = [first, ...siblings.slice(next, end)];
  turns.answer = nodes.findLast((node): node is Message => node.type === "message" && isAnswer(node));
  const number = ++turns.counter.count;
  const facts = workOf(nodes, turns.usage.turns.get(first), turns.usage.calls);
  const name = state.anchorOf(`turn-${first.uuid ?? first.id ?? ""}`).id;
  return {
    type: "section",
    landmark: { kind: "turn", name, title: gist(first), time: state.facts ? first.timestamp : undefined },
    turn: { number, ...facts, context: facts.context && { ...facts.context, window: turns.window } },
    children: [],
  };
}

/** What is known of a session, for its head. */
function sessionOverview(session: Session, { counts, usage }: FrameTurns): SessionOverview | undefined {
  const own = counts.get(session);
  if (own === undefined) return undefined;
  const { sessionId, client, cwd, gitBranch, version, pulls = [], hidden = {} } = session;
  const { durationMs, tools, context } = workOf(nodesOfSession(session), undefined, usage.calls);
  return { sessionId, client, cwd, gitBranch, version, pulls, hidden, durationMs, tools, context, counts: own };
}

/** A message that begins a turn, or a session or branch, ends the turn before it. */
function endsTurn(node: FlowContent): boolean {
  return node.type === "message" ? beginsTurn(node) : isThread(node) && node.type !== "agent";
}

/** Whether Claude says something in a message. */
function isAnswer({ role, children }: Message): boolean {
  return role === "assistant" && children.some((child) => child.type === "text" && child.value.trim() !== "");
}
