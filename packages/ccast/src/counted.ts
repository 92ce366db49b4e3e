/** What several sessions have together. */
export type Counted = (typeof counted)[number];

/** The names of {@link Counted}. */
export const counted = [
  "messages",
  "messagesOfAgents",
  "prompts",
  "compactions",
  "toolCalls",
  "failedToolCalls",
  "toolCallsOfAgents",
  "branches",
  "agents",
  "agentsMissing",
  "agentsOfClient",
  "bytes",
] as const;
