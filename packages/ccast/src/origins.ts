import type { Origin } from "./types.ts";

/** What code decides by the `origin` of a message. A flag that is absent is `false`. */
export interface OriginFacts {
  /**
   * What part of a conversation it belongs to. The option `detail` shows or hides whole parts: `prompt` what a person
   * said or did, `answer` what was answered, `report` what agents and background tasks reported, `context` what the
   * client inserted, `summary` the text in place of a compacted conversation.
   */
  readonly part: "prompt" | "answer" | "report" | "context" | "summary";
  /**
   * What a person typed: `words`, or a `command`. The first words of a thread are its title and preview, else its first
   * command. Absent where nothing was typed.
   */
  readonly typed?: "words" | "command";
  /** A turn begins with it if a person says it. It does not if it is put in while Claude is at work. */
  readonly beginsTurn?: true;
  /** A turn of an agent begins with it: somebody speaks to the agent. */
  readonly beginsAgentTurn?: true;
  /**
   * As the last message of an agent it means that the agent was cut off before an answer. What the client says beside
   * the conversation is not looked at.
   */
  readonly cutsOffAgent?: true;
  /** Somebody's speech in lists of messages: a person's, or Claude's to an agent. Other user messages are the client's. */
  readonly isSpeech?: true;
  /** Words of the model. Other assistant messages are the client's, in the model's name. */
  readonly isReply?: true;
  /** The API answered with an error. */
  readonly isError?: true;
  /** Output of a program: the heading says so in place of a speaker. */
  readonly isOutput?: true;
  /** The report of a background task or an agent, which names the task. */
  readonly isReport?: true;
  /** The client wrote other words around what was said; what was said stands in the tag of `tags`. */
  readonly isFramed?: true;
  /** The heading of the message names the origin, because the speaker's name does not say it. */
  readonly isInHeading?: true;
  /** The tags of the client that a renderer reads in its text, in the order in which it renders them. */
  readonly tags: readonly OriginTag[];
}

// Apart from the table, so that the names of tags are a type.
const tags = {
  prompt: ["fork-boilerplate"],
  command: ["command-name", "command-message", "command-args"],
  "command-output": ["local-command-stdout", "local-command-stderr"],
  bash: ["bash-input", "bash-stdout", "bash-stderr"],
  "bash-output": ["bash-stdout", "bash-stderr"],
  notification: ["summary", "result", "event", "task-id", "agent-id", "shell-id", "status"],
  teammate: ["teammate-message"],
  meta: ["local-command-caveat"],
  scheduled: ["scheduled-task"],
  channel: ["channel"],
  peer: ["cross-session-message"],
} as const;

/** The tags in which the client puts something beside what a person types: what an editor shows, or a reminder for the model. */
export const besideTags = ["ide_opened_file", "ide_selection", "ide_diagnostics", "system-reminder"] as const;

/** A tag of the client that a renderer reads in the text of a message. */
export type OriginTag = (typeof tags)[keyof typeof tags][number];

/**
 * What code decides by the origin of a message, in one table: the level of detail, the first prompt of a thread, turns,
 * headings, lists of messages. A new origin does not compile until its row is here.
 */
export const origins: Readonly<Record<Origin, OriginFacts>> = {
  prompt: {
    part: "prompt",
    typed: "words",
    beginsTurn: true,
    beginsAgentTurn: true,
    cutsOffAgent: true,
    isSpeech: true,
    tags: tags.prompt,
  },
  command: {
    part: "prompt",
    typed: "command",
    beginsTurn: true,
    isSpeech: true,
    isInHeading: true,
    tags: tags.command,
  },
  "command-output": { part: "answer", isOutput: true, tags: tags["command-output"] },
  bash: { part: "prompt", typed: "command", beginsTurn: true, isSpeech: true, isInHeading: true, tags: tags.bash },
  "bash-output": { part: "answer", isOutput: true, tags: tags["bash-output"] },
  interrupt: { part: "prompt", cutsOffAgent: true, isSpeech: true, isInHeading: true, tags: [] },
  notification: { part: "report", isReport: true, tags: tags.notification },
  teammate: { part: "report", beginsAgentTurn: true, cutsOffAgent: true, isFramed: true, tags: tags.teammate },
  "compact-summary": { part: "summary", isInHeading: true, tags: [] },
  meta: { part: "context", isInHeading: true, tags: tags.meta },
  queued: {
    part: "prompt",
    typed: "words",
    beginsTurn: true,
    beginsAgentTurn: true,
    isSpeech: true,
    isInHeading: true,
    tags: [],
  },
  memory: { part: "context", typed: "command", isSpeech: true, isInHeading: true, tags: [] },
  hook: { part: "context", tags: [] },
  skill: { part: "context", isInHeading: true, tags: tags.meta },
  steering: { part: "prompt", isSpeech: true, isInHeading: true, tags: [] },
  reply: { part: "answer", isReply: true, tags: [] },
  synthetic: { part: "answer", isInHeading: true, tags: [] },
  "api-error": { part: "answer", isError: true, isInHeading: true, tags: [] },
  // The words of a schedule, when its time has come.
  scheduled: { part: "prompt", isFramed: true, isInHeading: true, tags: tags.scheduled },
  // A person on another device, through a plugin of the client.
  channel: {
    part: "prompt",
    typed: "words",
    beginsTurn: true,
    beginsAgentTurn: true,
    isSpeech: true,
    isFramed: true,
    isInHeading: true,
    tags: tags.channel,
  },
  // Another session, on the same machine or another one.
  peer: { part: "answer", beginsAgentTurn: true, isFramed: true, isInHeading: true, tags: tags.peer },
  // The model, to an agent that it has started.
  coordinator: {
    part: "prompt",
    beginsAgentTurn: true,
    cutsOffAgent: true,
    isSpeech: true,
    isInHeading: true,
    tags: [],
  },
};

const unknown: OriginFacts = { part: "context", isInHeading: true, tags: [] };
const byOrigin: ReadonlyMap<string, OriginFacts> = new Map(Object.entries(origins));

/**
 * Look up what code decides by an origin.
 *
 * @param origin of a message; of a tree that a newer version wrote, it may be any word.
 * @returns its row of {@link origins}. An origin that this version does not know is context of the client's: it is not
 *   typed, begins nothing, and is named in the heading of its message.
 */
export function originFacts(origin: string): OriginFacts {
  return byOrigin.get(origin) ?? unknown;
}
