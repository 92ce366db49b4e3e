import type { AgentMode } from "@ccdag/ccast";

/** What follows an answer of an agent, when Claude goes on talking to it (seed 002, Multi-Turn Patterns). */
export type Pattern = "refinement" | "clarification" | "error-recovery";

/** One agent. */
export interface AgentRow {
  readonly agentId: string;
  /** The session that it worked for. */
  readonly sessionId: string;
  /** The agent that bore it; nothing for an agent of the main thread. */
  readonly parent?: string | undefined;
  readonly mode: AgentMode;
  /** As its call or its file names it; `unknown` where neither does. */
  readonly agentType: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** 1 for an agent of the main thread. */
  readonly nestingLevel: number;
  /** The rule that found its birthplace. */
  readonly rule: string;
  readonly toolUseId?: string | undefined;
  /** Entries with a message. */
  readonly messages: number;
  readonly toolUses: number;
  /**
   * Of all its answers together, read and written: what it cost. Of an agent without a transcript what the client
   * counted, which is its last answer alone. 0 where nothing was recorded.
   */
  readonly tokens: number;
  /** Milliseconds: what the client measured, else from its first entry to its last. */
  readonly durationMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** How often Claude, or a teammate, spoke to it. */
  readonly turns: number;
  /** What each turn after the first one was. */
  readonly patterns: readonly Pattern[];
  /** How it ended, in the words of the client: `completed`, `failed`, `killed`. */
  readonly status?: string | undefined;
  /** Cut off before an answer. */
  readonly isIncomplete: boolean;
  /** No call is known that bore it. */
  readonly isOrphaned: boolean;
  /** Named, but its transcript is not there. */
  readonly isMissing: boolean;
}

/** How agents of one type were used. */
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

/** Agents that were called in one message: they ran side by side. */
export interface ParallelGroup {
  /** The message with the calls. */
  readonly uuid: string;
  /** Ids in the order of the calls. */
  readonly invoked: readonly string[];
  /** Ids in the order in which they ended; those of which no end is known are left out. */
  readonly completed: readonly string[];
  /** Whether some ended before one that was called earlier. */
  readonly isReordered: boolean;
}

/** What a tree says of its agents. */
export interface AgentReport {
  /** In reading order, each before those that it bore. Agents of the client's own are not among them. */
  readonly agents: readonly AgentRow[];
  /** Most used first. */
  readonly types: readonly TypeRow[];
  readonly parallel: readonly ParallelGroup[];
  /** How often each pattern occurred. */
  readonly patterns: Readonly<Record<Pattern, number>>;
  /** Message nodes outside agents, and inside. */
  readonly mainMessages: number;
  readonly agentMessages: number;
  /** 0 where there are no agents. */
  readonly maxNestingLevel: number;
  /** Agents that the client ran of its own: warm-ups, compaction, suggestions. */
  readonly internal: number;
  /** Ids. */
  readonly incomplete: readonly string[];
  readonly orphaned: readonly string[];
  readonly missing: readonly string[];
}
