/** How much of a conversation is kept, from the least to all of it. */
export type Detail = "prompts" | "talk" | "steps" | "tools" | "full";

/** The levels in their order. */
export const details: readonly Detail[] = ["prompts", "talk", "steps", "tools", "full"];

/** A part of a conversation that is kept or removed as a whole. */
export type Part =
  | "prompt"
  | "answer"
  | "call"
  | "agent"
  | "report"
  | "thinking"
  | "result"
  | "context"
  | "summary"
  | "notice"
  | "damage";

/** The parts of a conversation, and the first level that keeps each. This table is the whole policy. */
export const shownFrom: Readonly<Record<Part, Detail>> = {
  /** Input of a person: prompts, commands, prompts that steer a running turn. */
  prompt: "prompts",
  /** Answers of Claude, and output of a person's commands. */
  answer: "talk",
  /** A tool call, without its result. */
  call: "steps",
  /** The conversation of an agent; this table applies to it too. */
  agent: "steps",
  /** Reports of agents and background tasks. */
  report: "steps",
  thinking: "tools",
  result: "tools",
  /** Context that the client inserts: instructions, memory, skills, output of hooks. */
  context: "tools",
  /** The text that replaces a compacted conversation; the boundary itself is kept at every level. */
  summary: "tools",
  /** Other records of the client: hooks, progress, attachments, titles, modes. */
  notice: "full",
  /** Lines that could not be read: a reader of any level has to know that something is missing. */
  damage: "prompts",
};
