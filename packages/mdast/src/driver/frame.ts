import type { Agent, FlowContent, Message, Notice, Session, SessionFacts, UsageReport } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { Details, State } from "../types.ts";

/** The content of a document. */
export interface DocumentContent {
  /** Its nodes, in reading order. */
  readonly flow: readonly FlowContent[];
  /** The one agent that the document is about; `undefined` for other documents. */
  readonly top: Agent | undefined;
}

/** A thread that is being rendered. */
export interface Frame {
  readonly children: readonly FlowContent[];
  /** Index of the child that comes next. */
  next: number;
  /** Where its blocks go. */
  readonly threadSink: BlockContent[];
  /** The same, or, where it has turns, the current turn. */
  sink: BlockContent[];
  /** Its turns; absent in a thread without turns. */
  readonly turns: FrameTurns | undefined;
  readonly state: State;
  /** The last speaker, so that consecutive messages of one speaker share a heading. */
  speaker: string;
  /** Records that wait for the end of the turn, so that they do not interrupt its steps. */
  readonly waiting: Notice[];
  /** Agents that are rendered when the turn has ended. */
  readonly later: Agent[];
  /** The section of consecutive agents that the client runs, and how many it holds. */
  clients: { readonly section: Details; readonly count: number } | undefined;
  /** Index of its last message. */
  readonly lastSpeech: number;
  /** How many sections contain it. */
  readonly nesting: number;
  /** The nearest thread above it that no section contains, or itself. */
  readonly outermost: Frame;
}

/** Where the blocks of a thread go, and what contains it. */
export interface FramePlace {
  readonly sink: BlockContent[];
  readonly state: State;
  readonly nesting: number;
  /** The thread that contains it. */
  readonly above: Frame | undefined;
  /** Its turns; absent in a thread without turns. */
  readonly turns?: FrameTurns | undefined;
}

/** Begin to render a thread. */
export function createFrame(
  children: readonly FlowContent[],
  { sink, state, nesting, above, turns }: FramePlace,
): Frame {
  const frame = {
    children,
    next: 0,
    sink,
    threadSink: sink,
    turns,
    state,
    speaker: "",
    waiting: [],
    later: [],
    clients: undefined,
    lastSpeech: children.findLastIndex(({ type }) => type === "message"),
    nesting,
  };
  return Object.assign(frame, { outermost: nesting > 0 && above ? above.outermost : frame }) as Frame;
}

/** Whether a node ends the steps of Claude. Messages of the user role and all other nodes do; messages of Claude and agents do not. */
export function endsSteps(node: FlowContent): boolean {
  return node.type !== "agent" && (node.type !== "message" || node.role === "user");
}

/** The turns of a thread: a turn is a prompt of a person, and all that follows until the next one. */
export interface FrameTurns {
  /** The usage of the tree. */
  readonly usage: UsageReport;
  /** What is counted of its sessions. */
  readonly counts: ReadonlyMap<Session, SessionFacts>;
  /** How many turns of the session came before; shared by the threads of a session. */
  readonly counter: { count: number };
  /**
   * The size of the context window of the session; absent where it is not known. A turn alone may not prove the larger one that a
   * later turn proves.
   */
  readonly window: number | undefined;
  /** The last answer of the current turn, which is shown with a heading of its own. */
  answer: Message | undefined;
}
