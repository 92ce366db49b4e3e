import type { AgentMode } from "@ccdag/ccast";

/** The kind of a turn that follows an answer of an agent. */
export type Pattern = "refinement" | "clarification" | "error-recovery";

/** One agent. */
export interface AgentRow {
  readonly agentId: string;
  /** The session that it belongs to. */
  readonly sessionId: string;
  /** The id of the agent that spawned it; `undefined` for an agent of the main thread. */
  readonly parent?: string | undefined;
  readonly mode: AgentMode;
  /** Its type as its call or its file names it, else its name, else `unknown`. */
  readonly agentType: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** 1 for an agent of the main thread. */
  readonly nestingLevel: number;
  /** The name of the rule that linked it. */
  readonly rule: string;
  /** The tool call that spawned it. */
  readonly toolUseId?: string | undefined;
  /** Entries with a message. */
  readonly messages: number;
  readonly toolUses: number;
  /**
   * The tokens of all its answers: input, output, cache reads and cache writes. For an agent without a transcript the
   * count of the client, which covers only the last answer. 0 if nothing was recorded.
   */
  readonly tokens: number;
  /** Milliseconds: as the client measured them, else from its first entry to its last. */
  readonly durationMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** The number of messages to it, by Claude, a teammate or a person. */
  readonly turns: number;
  /** The kind of each turn that follows an answer. */
  readonly patterns: readonly Pattern[];
  /** How it ended, as the client puts it: `completed`, `failed`, `killed`. */
  readonly status?: string | undefined;
  /** It stopped before it answered. */
  readonly isIncomplete: boolean;
  /** The call that spawned it is not known. */
  readonly isOrphaned: boolean;
  /** A call names it, but its transcript was not found. */
  readonly isMissing: boolean;
}

/** The sums of all agents of one type. */
export interface TypeRow {
  readonly agentType: string;
  readonly invocations: number;
  readonly messages: number;
  readonly toolUses: number;
  readonly tokens: number;
  readonly durationMs: number;
  readonly maxNestingLevel: number;
  readonly incomplete: number;
}

/** Agents that were called in one message: they ran in parallel. */
export interface ParallelGroup {
  /** The message with the calls. */
  readonly uuid: string;
  /** Ids in the order of the calls. */
  readonly invoked: readonly string[];
  /** Ids in the order in which they ended; agents without a known end are omitted. */
  readonly completed: readonly string[];
  /** Whether the agents ended in another order than they were called. */
  readonly isReordered: boolean;
}

/** What {@link analyse} returns. */
export interface AgentReport {
  /** In reading order, each before the agents that it spawned. Internal agents of the client are not included. */
  readonly agents: readonly AgentRow[];
  /** Most used first. */
  readonly types: readonly TypeRow[];
  readonly parallel: readonly ParallelGroup[];
  /** How often each pattern occurred. */
  readonly patterns: Readonly<Record<Pattern, number>>;
  /** The number of message nodes outside agents. */
  readonly mainMessages: number;
  /** The number of message nodes inside agents. */
  readonly agentMessages: number;
  /** 0 if there are no agents. */
  readonly maxNestingLevel: number;
  /** The number of internal agents, which the client runs by itself: warm-ups, compaction, suggestions. */
  readonly internal: number;
  /** Ids of agents that stopped before they answered. */
  readonly incomplete: readonly string[];
  /** Ids of agents whose call is not known. */
  readonly orphaned: readonly string[];
  /** Ids of agents whose transcript was not found. */
  readonly missing: readonly string[];
}
