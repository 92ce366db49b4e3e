import {
  firstPrompt,
  isThread,
  type Message,
  type Nodes,
  type Root,
  type Session,
  type UsageReport,
  walk,
  type ProgressCall,
} from "@ccdag/ccast";
import { changedFiles } from "@ccdag/edits";
import { formatTime, headline } from "@ccdag/mdast";
import { sessionWork } from "@ccdag/report";
import type { IndexSession, IndexUsage } from "@ccdag/render-html";
import { endOf } from "./last-answer.ts";

/** What an index of a site says of a session, besides its counts. */
export type SessionDetails = Pick<IndexSession, "prompt" | "outcome" | "end" | "usage" | "files" | "days" | "work">;

/** How long prompts and outcomes are, in characters. */
const lineChars = 100;

/**
 * What each session began and ended with, what it used of each model, on which days, and how many files it changed.
 *
 * @param tree the finished tree.
 * @param report its usage, with cost.
 */
export function sessionDetails(tree: Root, { messages }: UsageReport): Map<Session, SessionDetails> {
  const owners = new Map<Nodes, Amounts>();
  const sessions = new Map<Session, Amounts>();
  walk(tree, (node, parent) => {
    let amounts = parent && owners.get(parent);
    if (node.type === "session") sessions.set(node, (amounts = { usage: new Map(), days: {} }));
    if (!amounts) return;
    if (isThread(node)) owners.set(node, amounts);
    if (node.type === "agent") for (const call of node.calls ?? []) addCall(call, messages, amounts);
    if (node.type === "message") addMessage(node, messages, amounts);
  });
  const files = changedFiles(tree);
  const work = sessionWork(tree, files);
  return new Map(
    [...sessions].map(([session, { usage, days }]) => [
      session,
      {
        ...textsOf(session),
        usage: [...usage.values()].map(rounded),
        days,
        files: files.get(session.sessionId)?.size ?? 0,
        work: work.get(session)!,
      },
    ]),
  );
}

interface Amounts {
  readonly usage: Map<string, { -readonly [Key in keyof IndexUsage]: IndexUsage[Key] }>;
  readonly days: Record<string, number>;
}

function addMessage(node: Message, calls: UsageReport["messages"], amounts: Amounts): void {
  const { days } = amounts;
  const day = node.timestamp === undefined ? "" : formatTime(node.timestamp).slice(0, 10);
  if (day !== "") days[day] = (days[day] ?? 0) + 1;
  addCall(node, calls, amounts);
}

function addCall(node: Message | ProgressCall, calls: UsageReport["messages"], { usage }: Amounts): void {
  const used = calls.get(node);
  if (used === undefined || node.model === undefined) return;
  const sum = usage.get(node.model) ?? { model: node.model, tokens: 0, cost: 0 };
  usage.set(node.model, sum);
  sum.tokens += used.input + used.output + used.cacheRead + used.cacheWrite;
  sum.cost += used.cost;
}

/** Sums of prices have many digits. */
function rounded(usage: IndexUsage): IndexUsage {
  return { ...usage, cost: Number(usage.cost.toFixed(6)) };
}

/** The first prompt, unless it is the title; and the last answer. */
function textsOf(session: Session): Pick<SessionDetails, "prompt" | "outcome" | "end"> {
  const { end, text } = endOf(session);
  const prompt = session.title === undefined ? "" : headline(firstPrompt(session), lineChars);
  const outcome = headline(text, lineChars);
  return { ...(prompt === "" ? {} : { prompt }), ...(outcome === "" ? {} : { outcome }), end };
}
