import type { Actor, AgentMode, BranchRule } from "@ccdag/ccast";

/** Every word that a document has of its own. */
export interface Labels {
  actors: Record<Actor, string>;
  modes: Record<AgentMode, string>;
  branches: Record<BranchRule, string>;
  session: string;
  branch: string;
  agent: string;
  thinking: string;
  redacted: string;
  context: string;
  records: string;
  summary: string;
  result: string;
  failed: string;
  noResult: string;
  image: string;
  document: string;
  /** Of an image or document: redaction did not let it pass. */
  takenOut: string;
  unknown: string;
  compacted: string;
  tokens: string;
  missing: string;
  active: string;
  draft: string;
  abandoned: string;
  delegating: string;
  continuesHere: string;
  forksHere: string;
  branchHere: string;
  continuesFrom: (session: string) => string;
  beginsAgain: string;
  resumed: string;
  output: string;
  noOutput: string;
  calledHere: string;
  /** Before the rule that found the call. */
  linkedBy: string;
  /** Where an agent stands that no call is known of. */
  toldHere: string;
  answer: string;
  prompt: string;
  launched: string;
  notShown: string;
  /** How much is left out of a long block of code. */
  cut: (lines: number, characters: number) => string;
  /** Of a document that is divided: which part of how many. */
  part: (number: number, count: number) => string;
  /** On what a part begins with, where it began in the part before. */
  continued: string;
  /** How many nodes of a kind; of kinds that are not named here, the kind. */
  kinds: Record<string, readonly [one: string, many: string]>;
  incomplete: string;
  messages: (count: number) => string;
  toolUses: (count: number) => string;
  warmups: (count: number) => string;
  timeline: string;
  orders: Record<"kahn" | "timestamp" | "file", string>;
  utc: string;
}

/** English. */
export const defaultLabels: Labels = {
  actors: {
    human: "Human",
    claude: "Claude",
    agent: "Agent",
    teammate: "Teammate",
    hook: "Hook",
    notification: "Notification",
    system: "System",
  },
  modes: {
    sync: "Agent",
    background: "Background agent",
    teammate: "Teammate",
    fork: "Forked agent",
    inline: "Agent",
    workflow: "Workflow agent",
    internal: "Internal agent",
    warmup: "Warm-up agent",
  },
  branches: {
    rewind: "rewound",
    draft: "draft, never answered",
    "resume-at": "resumed from an earlier message",
    "concurrent-resume": "resumed twice at once",
  },
  session: "Session",
  branch: "Branch",
  agent: "Agent",
  thinking: "Thinking",
  redacted: "Thinking was redacted.",
  context: "Context from the client",
  records: "Records",
  summary: "Summary",
  result: "Result",
  failed: "failed",
  noResult: "No result was recorded.",
  image: "Image",
  document: "Document",
  takenOut: "redacted",
  unknown: "Unknown block",
  compacted: "Conversation compacted",
  tokens: "tokens",
  missing: "Its transcript is not there.",
  active: "the person went on here",
  draft: "Draft",
  abandoned: "abandoned and typed again",
  delegating: "delegating",
  continuesHere: "continues here",
  forksHere: "forks here",
  branchHere: "leaves here",
  continuesFrom: (session) => `Continues from a message in Session ${session}`,
  beginsAgain: "One of several beginnings.",
  resumed: "The session was resumed here.",
  output: "Output",
  noOutput: "No output.",
  calledHere: "called here",
  linkedBy: "linked by",
  toldHere: "placed by its time: no call names it",
  answer: "Answer",
  prompt: "Prompt",
  launched: "Launched; the answer comes later.",
  notShown: "not shown",
  cut: (lines, characters) =>
    [...(lines > 1 ? [`${lines} lines`] : []), `${characters} ${characters === 1 ? "character" : "characters"}`].join(
      ", ",
    ),
  part: (number, count) => `Part ${number} of ${count}`,
  continued: "continued",
  kinds: {
    session: ["session", "sessions"],
    branch: ["branch", "branches"],
    agent: ["agent", "agents"],
    message: ["message", "messages"],
    compaction: ["compaction", "compactions"],
    summary: ["summary", "summaries"],
    notice: ["record", "records"],
    thinking: ["thought", "thoughts"],
    toolCall: ["tool call", "tool calls"],
    toolResult: ["tool result", "tool results"],
  },
  incomplete: "no answer",
  messages: (count) => `${count} ${count === 1 ? "message" : "messages"}`,
  toolUses: (count) => `${count} ${count === 1 ? "tool use" : "tool uses"}`,
  warmups: (count) => `${count} ${count === 1 ? "agent" : "agents"} of the client’s own`,
  timeline: "Timeline",
  orders: {
    kahn: "By time; nothing stands before what it hangs on, and results stand with their calls",
    timestamp: "By time alone",
    file: "As the files are written, by path and line",
  },
  utc: "times in UTC",
};
