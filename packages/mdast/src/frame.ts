import type { Agent, FlowContent, Notice } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { Remote } from "./remote.ts";
import type { Details } from "./types.ts";

/** A line of conversation that is being told. */
export interface Frame {
  readonly children: readonly FlowContent[];
  next: number;
  readonly sink: BlockContent[];
  /** Depth of the headings of its turns. */
  readonly depth: number;
  /** The agent whose line it is. */
  readonly agent: Agent | undefined;
  /** Where the repository of its session is. */
  readonly remote: Remote | undefined;
  /** Who spoke last, so that one heading stands above all that one speaker says. */
  speaker: string;
  /** Records that wait for the end of the turn, so that they do not stand between its steps. */
  readonly waiting: Notice[];
  /** Agents that are told when the turn has ended. */
  readonly later: Agent[];
  /** The fold of the agents of the client's own that stand together, and how many are in it. */
  clients: Details | undefined;
  clientCount: number;
  /** In a timeline, the line of the last record. */
  line: string | undefined;
  /** Index of its last message. */
  readonly lastSpeech: number;
}

/** Begin to tell a line. */
export function createFrame(
  flow: readonly FlowContent[],
  sink: BlockContent[],
  depth: number,
  agent: Agent | undefined,
  remote?: Remote,
): Frame {
  return {
    children: flow,
    next: 0,
    sink,
    depth,
    agent,
    remote,
    speaker: "",
    waiting: [],
    later: [],
    clients: undefined,
    clientCount: 0,
    line: undefined,
    lastSpeech: flow.findLastIndex(({ type }) => type === "message"),
  };
}
