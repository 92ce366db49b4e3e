import { isRunByClient } from "./agents-in.ts";
import { endsHere } from "./leaves.ts";
import { isThread } from "./path-to.ts";
import type { Message, Nodes, Root, Session } from "./types.ts";
import { beginsTurn } from "./begins-turn.ts";
import { type ContextContent, contextContents } from "./context-content.ts";
import { contextFill } from "./context-fill.ts";
import { emptyUsage, measureUsage, type ModelUsage, type UsageReport, type UsageTotals } from "./usage.ts";
import { walk } from "./walk.ts";

/**
 * What is counted of a session, without the sessions that continue it. Each number has one meaning, and every view that shows it
 * takes it from here; `sessionColumns` says what each is called.
 */
export interface SessionCounts {
  /** The first and the last time of its messages and compactions, those of agents included, in milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Messages of its main thread and its branches. */
  readonly messages: number;
  /** Messages of its agents, and of theirs. */
  readonly messagesOfAgents: number;
  /** Those of `messages` that begin a turn: prompts and commands of a person. */
  readonly prompts: number;
  /** Compactions of its main thread and its branches. */
  readonly compactions: number;
  /** Tool calls of its main thread and its branches. */
  readonly toolCalls: number;
  /** Those of `toolCalls` whose result is an error. */
  readonly failedToolCalls: number;
  /** Tool calls of its agents, and of theirs. */
  readonly toolCallsOfAgents: number;
  /** Its ways on, as git counts branches: 1 without a fork. */
  readonly branches: number;
  /** Its agents and theirs; those that the client ran by itself are not included. */
  readonly agents: number;
  /** Those of `agents` whose transcript was not found. */
  readonly agentsMissing: number;
  /** Agents that the client ran by itself, such as a warm-up. */
  readonly agentsOfClient: number;
  /** Tokens in the context window at the longest of its API calls, those of agents not included; absent without a call. */
  readonly contextPeak?: number | undefined;
  /** Tokens that the context window has room for; absent where that is not known. */
  readonly contextWindow?: number | undefined;
  /** What stood in the context window at that call; absent without a call. */
  readonly contextContent?: ContextContent | undefined;
}

/** The counts of a session in its tree. */
export interface SessionFacts extends SessionCounts {
  /** How many sessions are before it: it continues one whose depth is one lower. */
  readonly depth: number;
  /** Its API calls, those of all of its agents included. */
  readonly usage: UsageTotals;
}

type Counts = { -readonly [Key in keyof Omit<SessionFacts, "usage">]: SessionFacts[Key] };

/** The session that a node belongs to. */
interface Owner {
  readonly counts: Counts;
  readonly isAgent: boolean;
  /** The API calls of the session, without those of agents. */
  readonly calls: Array<readonly ModelUsage[]>;
}

/**
 * Count what is in each session of a tree, in one walk.
 *
 * @param tree the finished tree.
 * @param usage its usage, with cost if it was measured with prices (default: measured here, without prices).
 * @returns the facts of each session, in reading order.
 */
export function factsOf(
  tree: Root,
  usage: Pick<UsageReport, "threads" | "calls"> = measureUsage(tree),
): Map<Session, SessionFacts> {
  const sessions = new Map<Session, Owner>();
  const owners = new Map<Nodes, Owner>();
  walk(tree, (node, parent) => {
    const above = parent && owners.get(parent);
    if (node.type === "session") {
      const counts = { ...emptyCounts(), branches: 0, depth: above ? above.counts.depth + 1 : 0 };
      const owner = { counts, isAgent: false, calls: [] };
      sessions.set(node, owner);
      owners.set(node, owner);
    } else if (above === undefined) return;
    else if (isThread(node)) owners.set(node, { ...above, isAgent: above.isAgent || node.type === "agent" });
    else if (node.type === "compaction") addCompaction(node.timestamp, above);
    else if (node.type === "message") addMessage(node, usage.calls.get(node), above);
    countThread(node, owners.get(node));
  });
  const contents = contextContents(tree, usage.calls);
  return new Map(
    [...sessions].map(([session, { counts, calls }]) => {
      const { peak: contextPeak, window: contextWindow } = contextFill(calls) ?? {};
      const branches = Math.max(1, counts.branches);
      const context = { contextPeak, contextWindow, contextContent: contents.get(session) };
      return [session, { ...counts, branches, ...context, usage: usage.threads.get(session) ?? emptyUsage() }];
    }),
  );
}

/** The counts of a session without anything: 0, and one branch. */
export function emptyCounts(): SessionCounts {
  return {
    messages: 0,
    messagesOfAgents: 0,
    prompts: 0,
    compactions: 0,
    toolCalls: 0,
    failedToolCalls: 0,
    toolCallsOfAgents: 0,
    branches: 1,
    agents: 0,
    agentsMissing: 0,
    agentsOfClient: 0,
  };
}

function countThread(node: Nodes, owner: Owner | undefined): void {
  if (owner === undefined) return;
  const { counts, isAgent } = owner;
  if (node.type === "agent" && isRunByClient(node)) counts.agentsOfClient++;
  else if (node.type === "agent") {
    counts.agents++;
    if (node.missing === true) counts.agentsMissing++;
  } else if (!isAgent && (node.type === "session" || node.type === "branch") && endsHere(node)) counts.branches++;
}

function addCompaction(timestamp: number | undefined, { counts, isAgent }: Owner): void {
  see(timestamp, counts);
  if (!isAgent) counts.compactions++;
}

function addMessage(
  message: Message,
  call: readonly ModelUsage[] | undefined,
  { counts, isAgent, calls: own }: Owner,
): void {
  see(message.timestamp, counts);
  const calls = message.children.filter((child) => child.type === "toolCall");
  if (isAgent) {
    counts.messagesOfAgents++;
    counts.toolCallsOfAgents += calls.length;
    return;
  }
  if (call !== undefined) own.push(call);
  counts.messages++;
  if (beginsTurn(message)) counts.prompts++;
  counts.toolCalls += calls.length;
  counts.failedToolCalls += calls.filter(({ result }) => result?.isError === true).length;
}

/** The greatest time that a date can be. */
const maxTime = 8.64e15;

/** Times that are no valid dates are ignored. */
function see(time: number | undefined, counts: Counts): void {
  if (typeof time !== "number" || !(Math.abs(time) <= maxTime)) return;
  counts.from = Math.min(counts.from ?? time, time);
  counts.to = Math.max(counts.to ?? time, time);
}
