import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { agentThreads } from "./agent-threads.ts";
import { type Conversation, toMessages } from "./messages.ts";
import { count, type Counts, reportOmitted } from "./omitted.ts";
import { type ShareGptTurn, toTurns } from "./sharegpt-turns.ts";
import { pieceLength } from "./stringify.ts";

export type { ShareGptTurn } from "./sharegpt-turns.ts";

/**
 * A conversation as ShareGPT has it. Every field has a value, because readers of JSON Lines take the types of all lines from the
 * first ones.
 */
export interface ShareGptConversation {
  /** The session, the agent if it is one, and the last entry, with a slash between them. */
  id: string;
  /** People and tools at odd places, the model at even ones; it also has the last. */
  conversations: ShareGptTurn[];
  session_id: string;
  /** The agent whose conversation it is; empty for one of a person. */
  agent_id: string;
  /** Whether the session continued on this path. */
  active: boolean;
  /** The model of the last answer; empty if it was not recorded. */
  model: string;
  /** How many parts of it the format cannot say, such as thinking and images. */
  omitted: number;
  /** How many parts stand in for what was not recorded. */
  added: number;
}

/** Options of the ShareGPT renderer, also in the `settings` of the processor. */
export interface RenderShareGptOptions {
  /** As for the JSON renderer: whether `file.data.pieces` makes the text piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
}

/**
 * unified plugin: compile ccast to conversations for training, one per line, for each leaf and for each agent. What the format
 * cannot say is counted in a warning, `omitted-by-format`.
 */
const ccdagRenderShareGpt: Plugin<[(RenderShareGptOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const { inPieces = false } = { ...(data.settings as RenderShareGptOptions | undefined), ...options };
    const { conversations, omitted } = toShareGpt(tree as Root);
    reportOmitted("sharegpt", omitted, file);
    if (!inPieces) return [...jsonLines(conversations)].join("");
    file.data.pieces = () => jsonLines(conversations);
    return "";
  };
};

export default ccdagRenderShareGpt;

/**
 * Convert a tree to conversations for training.
 *
 * @param tree the finished tree, in depth-first order.
 * @returns one conversation for each leaf of a person, in reading order, then one for each leaf of an agent; none without an
 *   answer of a model. `omitted` counts by kind what they do not say.
 */
export function toShareGpt(tree: Root): { conversations: ShareGptConversation[]; omitted: Counts } {
  const all: Counts = {};
  const conversations: ShareGptConversation[] = [];
  for (const { sessionId, agentId = "", active, path } of pathsOf(tree)) {
    const { leaf, model = "", messages, omitted, added } = path;
    const turns = toTurns(messages, { omitted, added });
    if (turns.length === 0) omitted["conversation without an answer"] = 1;
    else
      conversations.push({
        id: [sessionId, ...(agentId === "" ? [] : [agentId]), leaf].join("/"),
        conversations: turns,
        session_id: sessionId,
        agent_id: agentId,
        active: active && path.active,
        model,
        omitted: sum(omitted),
        added: sum(added),
      });
    for (const [kind, number] of Object.entries(omitted)) count(all, kind, number);
  }
  return { conversations, omitted: all };
}

/** A path of a person or of an agent. */
interface SharedPath {
  readonly sessionId: string;
  readonly agentId?: string;
  readonly active: boolean;
  readonly path: Conversation;
}

function* pathsOf(tree: Root): Generator<SharedPath> {
  for (const path of toMessages(tree)) yield { sessionId: path.sessionId, active: true, path };
  for (const { agent, sessionId, active, tree: alone } of agentThreads(tree))
    for (const path of toMessages(alone)) yield { sessionId, active, agentId: agent.agentId, path };
}

function* jsonLines(conversations: readonly ShareGptConversation[]): Generator<string> {
  let lines = "";
  for (const conversation of conversations) {
    lines += `${JSON.stringify(conversation)}\n`;
    if (lines.length < pieceLength) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, number) => total + number, 0);
}
