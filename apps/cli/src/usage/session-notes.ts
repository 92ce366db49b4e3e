import { type Compaction, factsOf, isThread, type Root, type Session, type UsageReport, walk } from "@ccdag/ccast";
import { count, shortNumber } from "@ccdag/mdast/amounts";
import { formatMinute, type Zone } from "@ccdag/mdast/time";

/** What a row of a session says besides its usage. */
export interface SessionNotes {
  /** Tokens in its context window at the longest of its API calls; absent without a call. */
  readonly contextPeak?: number | undefined;
  /** Tokens that the window has room for; absent where that is not known. */
  readonly contextWindow?: number | undefined;
  /** When the context was compacted, those of agents not included, with the tokens before. */
  readonly compactions: ReadonlyArray<{
    readonly timestamp?: number | undefined;
    readonly tokens?: number | undefined;
  }>;
  /** Agents whose transcripts are missing: what they used is not known, and not counted. */
  readonly agentsMissing: number;
}

/** The notes of each session of a tree. */
export function notesOf(tree: Root, usage: UsageReport): Map<Session, SessionNotes> {
  const compactions = new Map<Session, Compaction[]>();
  const owners = new Map<object, Session>();
  walk(tree, (node, parent) => {
    const owner = parent && owners.get(parent);
    if (node.type === "session") owners.set(node, node);
    else if (owner === undefined) return;
    else if (node.type === "compaction") compactions.set(owner, [...(compactions.get(owner) ?? []), node]);
    else if (isThread(node) && node.type !== "agent") owners.set(node, owner);
  });
  return new Map(
    [...factsOf(tree, usage)].map(([session, { contextPeak, contextWindow, agentsMissing }]) => {
      const found = compactions.get(session) ?? [];
      const times = found.map(({ timestamp, preTokens }) => ({ timestamp, tokens: preTokens }));
      return [session, { contextPeak, contextWindow, compactions: times, agentsMissing }];
    }),
  );
}

/**
 * What is said below a table of usage.
 *
 * @param sessions the sessions of the table, each with the id that is printed.
 */
export function sentencesOf(sessions: ReadonlyArray<readonly [id: string, notes: SessionNotes]>, zone: Zone): string[] {
  const missing = sessions.filter(([, { agentsMissing }]) => agentsMissing > 0);
  const agents = missing.reduce((sum, [, { agentsMissing }]) => sum + agentsMissing, 0);
  const ids = missing.slice(0, maxSessions).map(([id]) => id);
  return [
    ...(sessions.length > maxSessions
      ? []
      : sessions.flatMap((one) => compactionsOf(one, sessions.length === 1, zone))),
    ...(agents === 0
      ? []
      : [
          `Not included: ${count(agents, "agent")} without a transcript, of ${count(missing.length, "session")}: ${ids.join(", ")}`,
        ]),
  ];
}

/** So many sessions are named. */
const maxSessions = 5;

function compactionsOf([id, { compactions }]: readonly [string, SessionNotes], isAlone: boolean, zone: Zone): string[] {
  if (compactions.length === 0) return isAlone ? [`Session ${id} was never compacted.`] : [];
  const times = compactions.map(({ timestamp, tokens }) => {
    const size = tokens === undefined ? "" : ` (${shortNumber(tokens)} tokens)`;
    return `${timestamp === undefined ? "at an unknown time" : `at ${formatMinute(timestamp, zone)}`}${size}`;
  });
  return [`Session ${id} was compacted ${times.join(", ")}.`];
}
