import { contextText } from "./context-content.ts";
import type { Counted } from "./counted.ts";
import type { SessionCounts } from "./session-facts.ts";
import { promptTokens, type UsageTotals } from "./usage.ts";

/** A session in a list, or several of them as one, such as those of a project. What is not known is absent. */
export interface SessionSummary extends Partial<SessionCounts> {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  /** What its project is called. */
  readonly project?: string | undefined;
  /** The coding agent that it is a session of, as in `clients`. */
  readonly client?: string | undefined;
  /** How many sessions it stands for (default: 1). */
  readonly sessions?: number | undefined;
  /** Its transcript, or the folder of its project. */
  readonly path?: string | undefined;
  readonly gitBranch?: string | undefined;
  /** The session that it continues. */
  readonly continues?: string | undefined;
  /** Whether its transcript is gone, so that only its prompts are known. */
  readonly isOnlyPrompts?: boolean | undefined;
  readonly usage?: UsageTotals | undefined;
  /** Whether `usage` has costs (default: `false`). */
  readonly isPriced?: boolean | undefined;
  /** The size of its transcript and of the files in its folder. */
  readonly bytes?: number | undefined;
}

/**
 * What a value is, and so how it is written. Times are milliseconds since 1970, an age is a time that is written as how long ago it
 * was, lengths are milliseconds, costs US dollars.
 */
type ColumnKind = "text" | "time" | "age" | "length" | "count" | "cost" | "bytes" | "flag";

/** A value of a column; absent where it is not known. */
export type ColumnValue = string | number | boolean | undefined;

/** A column of a list of sessions. */
export interface SessionColumn {
  /** Its heading, in lower case. */
  readonly head: string;
  readonly kind: ColumnKind;
  /** What it holds, in a sentence of Markdown without a full stop. */
  readonly description: string;
  readonly value: (session: SessionSummary) => ColumnValue;
  /** The value of a session without anything special, which people need not see (default: none). */
  readonly usual?: number | undefined;
  /** Where there is not enough room, the columns with the lowest number go first (default: it stays). */
  readonly importance?: number | undefined;
}

/** The name of a column of sessions: in JSON as it is, in tables in lower case with underscores. */
export type SessionColumnName =
  | "session"
  | "title"
  | "project"
  | "client"
  | "sessions"
  | "from"
  | "to"
  | "age"
  | "length"
  | Counted
  | "apiCalls"
  | "tokens"
  | "tokensRead"
  | "tokensWritten"
  | "cost"
  | "unpriced"
  | "contextPeak"
  | "contextWindow"
  | "contextContent"
  | "path"
  | "gitBranch"
  | "continues"
  | "isOnlyPrompts";

/** Every column that a list of sessions can have. A view selects from them, so that all views show the same. */
export const sessionColumns: Readonly<Record<SessionColumnName, SessionColumn>> = {
  session: { head: "session", kind: "text", description: "Its id", value: ({ id }) => id },
  title: { head: "title", kind: "text", description: "Its title, else its first prompt", value: ({ title }) => title },
  project: { head: "project", kind: "text", description: "Its project", value: ({ project }) => project },
  client: {
    head: "client",
    kind: "text",
    description: "The coding agent that it is a session of, such as `claude-code` or `codex`",
    value: ({ client }) => client,
  },
  sessions: {
    head: "sessions",
    kind: "count",
    description: "How many sessions it stands for",
    value: ({ sessions = 1 }) => sessions,
  },
  from: { head: "began", kind: "time", description: "Its first message", value: ({ from }) => from },
  to: { head: "last", kind: "time", description: "Its last message", value: ({ to }) => to },
  age: {
    head: "age",
    kind: "age",
    description: "How long ago its last message was",
    value: ({ to }) => to,
    importance: 7,
  },
  length: {
    head: "length",
    kind: "length",
    description: "From its first message to its last",
    value: ({ from, to }) => (from === undefined || to === undefined ? undefined : to - from),
    importance: 2,
  },
  messages: {
    head: "messages",
    kind: "count",
    description: "Messages of its main thread and its branches",
    value: ({ messages }) => messages,
    importance: 5,
  },
  messagesOfAgents: {
    head: "messages of agents",
    kind: "count",
    description: "Messages of its agents, and of theirs",
    value: ({ messagesOfAgents }) => messagesOfAgents,
  },
  prompts: {
    head: "prompts",
    kind: "count",
    description: "Those of `messages` that begin a turn: prompts and commands of a person",
    value: ({ prompts }) => prompts,
  },
  compactions: {
    head: "compactions",
    kind: "count",
    description: "Compactions of its main thread and its branches",
    value: ({ compactions }) => compactions,
  },
  toolCalls: {
    head: "tool calls",
    kind: "count",
    description: "Tool calls of its main thread and its branches",
    value: ({ toolCalls }) => toolCalls,
  },
  failedToolCalls: {
    head: "failed tool calls",
    kind: "count",
    description: "Those of its tool calls whose result is an error",
    value: ({ failedToolCalls }) => failedToolCalls,
  },
  toolCallsOfAgents: {
    head: "tool calls of agents",
    kind: "count",
    description: "Tool calls of its agents, and of theirs",
    value: ({ toolCallsOfAgents }) => toolCallsOfAgents,
  },
  branches: {
    head: "branches",
    kind: "count",
    description: "Its branches, as git counts them: 1 without a fork",
    value: ({ branches }) => branches,
    usual: 1,
    importance: 4,
  },
  agents: {
    head: "agents",
    kind: "count",
    description: "Its agents and theirs, without those that the client ran by itself",
    value: ({ agents }) => agents,
    usual: 0,
    importance: 3,
  },
  agentsMissing: {
    head: "agents without a transcript",
    kind: "count",
    description: "Those of its agents whose transcript was not found",
    value: ({ agentsMissing }) => agentsMissing,
  },
  agentsOfClient: {
    head: "agents of the client",
    kind: "count",
    description: "Agents that the client ran by itself, such as a warm-up",
    value: ({ agentsOfClient }) => agentsOfClient,
  },
  apiCalls: {
    head: "API calls",
    kind: "count",
    description: "Calls of the API, those of its agents included",
    value: ({ usage }) => usage?.calls,
  },
  tokens: {
    head: "tokens",
    kind: "count",
    description: "Input and output tokens of these calls",
    value: ({ usage }) => usage && promptTokens(usage) + usage.output,
  },
  tokensRead: {
    head: "tokens read",
    kind: "count",
    description: "Input tokens of these calls, those from the cache included",
    value: ({ usage }) => usage && promptTokens(usage),
  },
  tokensWritten: {
    head: "tokens written",
    kind: "count",
    description: "Output tokens of these calls",
    value: ({ usage }) => usage?.output,
  },
  cost: {
    head: "cost",
    kind: "cost",
    description: "The list price of these calls, or what the client recorded, in US dollars",
    value: ({ usage, isPriced }) => (isPriced ? usage?.cost : undefined),
    importance: 6,
  },
  unpriced: {
    head: "calls without a price",
    kind: "count",
    description: "Those of these calls whose model has no price: they are not in the cost",
    value: ({ usage, isPriced }) => (isPriced ? usage?.unpriced : undefined),
  },
  contextPeak: {
    head: "context peak",
    kind: "count",
    description: "Tokens in the context window at the longest of its calls, those of agents not included",
    value: ({ contextPeak }) => contextPeak,
  },
  contextWindow: {
    head: "context window",
    kind: "count",
    description: "Tokens that this window has room for, as far as it is known",
    value: ({ contextWindow }) => contextWindow,
  },
  contextContent: {
    head: "context content",
    kind: "text",
    description: "What stood in the context window at that call, as shares of its characters, such as `Read 61 %`",
    value: ({ contextContent }) => contextContent && contextText(contextContent),
  },
  bytes: {
    head: "size",
    kind: "bytes",
    description: "The size of its transcript and of the files in its folder",
    value: ({ bytes }) => bytes,
    importance: 1,
  },
  path: {
    head: "path",
    kind: "text",
    description: "Its transcript, relative to the folder that was read",
    value: ({ path }) => path,
  },
  gitBranch: {
    head: "git branch",
    kind: "text",
    description: "The branch of git",
    value: ({ gitBranch }) => gitBranch,
  },
  continues: {
    head: "continues",
    kind: "text",
    description: "The session that it continues or was forked from",
    value: ({ continues }) => continues,
  },
  isOnlyPrompts: {
    head: "only prompts",
    kind: "flag",
    description: "Whether its transcript is gone, so that only its prompts are known",
    value: ({ isOnlyPrompts }) => isOnlyPrompts,
  },
};

/**
 * The values of a session in some columns, by their names; those that are not known are omitted.
 *
 * @param session the session.
 * @param names the columns.
 */
export function valuesOf(
  session: SessionSummary,
  names: readonly SessionColumnName[],
): Partial<Record<SessionColumnName, ColumnValue>> {
  const values = names.map((name) => [name, sessionColumns[name].value(session)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
