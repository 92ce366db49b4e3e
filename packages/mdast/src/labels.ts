import type { Actor, AgentMode, BranchRule, UsageTotals } from "@ccdag/ccast";
import { formatDollars, formatNumber } from "./format.ts";

/** Every word and sign that documents add to the transcript. */
export interface Labels {
  /** Signs before a name; an empty string leaves the sign out. */
  marks: Record<"tool" | "agent" | "branch" | "compaction" | "back" | "forward", string>;
  /** Who speaks, in headings. */
  actors: Record<Actor, string>;
  /** The kind of an agent, in its title. */
  modes: Record<AgentMode, string>;
  /** Why a branch exists, below its heading. */
  branches: Record<BranchRule, string>;
  /** Before the short id of a session. */
  session: string;
  /** Before the short id of a branch. */
  branch: string;
  /** The word for an agent. */
  agent: string;
  /** Summary of thinking. */
  thinking: string;
  /** Instead of thinking that the API redacted. */
  redacted: string;
  /** Summary of text that the client added. */
  context: string;
  /** Summary of several records, such as hooks. */
  records: string;
  /** Summary of the text of a compaction. */
  summary: string;
  /** Summary of a tool result that has no call in its thread, or came later. */
  result: string;
  /** Beside a tool call whose result is an error. */
  failed: string;
  /** Instead of a missing tool result. */
  noResult: string;
  /** Names an image. */
  image: string;
  /** Names a document without a title. */
  document: string;
  /** Beside an image or document that redaction removed. */
  imageRedacted: string;
  /** Before the type of an unknown content block. */
  unknown: string;
  /** Heading of a compaction. */
  compacted: string;
  /** After a token count. */
  tokens: string;
  /** Beside an agent without a transcript. */
  missing: string;
  /** On the branch in which the user continued. */
  active: string;
  /** Summary of the section of a prompt that was never answered. */
  draft: string;
  /** On a draft whose text was typed again. */
  abandoned: string;
  /** Beside Claude as the speaker of the prompt of an agent. */
  delegating: string;
  /** After a link to a session that continues from the last message. */
  continuesHere: string;
  /** After a link to a session that continues from an earlier message. */
  forksHere: string;
  /** After a link to a branch that leaves from this message. */
  branchHere: string;
  /** Text of the link from a session to the one it continues. */
  continuesFrom: (session: string) => string;
  /** On a branch that is an alternative beginning of its session. */
  beginsAgain: string;
  /** Where a session was resumed. */
  resumed: string;
  /** Summary of the output of a tool. */
  output: string;
  /** Instead of an empty output. */
  noOutput: string;
  /** Text of the link from an agent to its tool call. */
  calledHere: string;
  /** Before the rule that linked an agent to its tool call. */
  linkedBy: string;
  /** On an agent for which no tool call is known. */
  placedHere: string;
  /** Text of the link from a tool call to the answer of its agent. */
  answer: string;
  /** Text of the link from a tool call to the prompt in its agent. */
  prompt: string;
  /** Instead of the receipt of a background agent. */
  launched: string;
  /** After the number of hidden things, and on agents that are not in the output. */
  notShown: string;
  /** Text of the link to the whole of a truncated output. */
  whole: string;
  /** How much of a long block of code is not shown. */
  cut: (lines: number, characters: number) => string;
  /** Before the pull requests of a session. */
  pulls: string;
  /** Before a commit that a tool call made. */
  commit: string;
  /** Token usage in words, with the cost if `isPriced`. */
  usage: (totals: UsageTotals, isPriced: boolean) => string;
  /** Before the token usage of a turn. */
  thisTurn: string;
  /** The number of a part of a split document. */
  part: (number: number, count: number) => string;
  /** On a heading that is repeated because its section began in an earlier part. */
  continued: string;
  /** Singular and plural of what is counted, by kind. A kind without a row is its own label. */
  kinds: Record<string, readonly [one: string, many: string]>;
  /** On an agent without an answer. */
  incomplete: string;
  /** Heading of a timeline. */
  timeline: string;
  /** The order of a timeline. */
  orders: Record<"kahn" | "timestamp" | "file", string>;
  /** Says that times are in UTC. */
  utc: string;
}

/** Labels that replace the default ones. In a table, only the given rows are replaced. */
export type LabelOptions = {
  readonly [Name in keyof Labels]?: Labels[Name] extends string
    ? string | undefined
    : Labels[Name] extends Record<string, unknown>
      ? Partial<Labels[Name]> | undefined
      : Labels[Name] | undefined;
};

/** The default labels, in English. */
export const defaultLabels: Labels = {
  marks: { tool: "🔧", agent: "🤖", branch: "⑂", compaction: "📦", back: "←", forward: "→" },
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
    "concurrent-resume": "resumed in two processes at once",
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
  imageRedacted: "redacted",
  unknown: "Unknown block",
  compacted: "Conversation compacted",
  tokens: "tokens",
  missing: "Transcript not found.",
  active: "continued here",
  draft: "Draft",
  abandoned: "abandoned and typed again",
  delegating: "delegating",
  continuesHere: "continues here",
  forksHere: "forks here",
  branchHere: "splits off here",
  continuesFrom: (session) => `Continues from a message in Session ${session}`,
  beginsAgain: "One of several alternative beginnings.",
  resumed: "The session was resumed here.",
  output: "Output",
  noOutput: "No output.",
  calledHere: "called here",
  linkedBy: "linked by",
  placedHere: "placed by time: no tool call is known",
  answer: "Answer",
  prompt: "Prompt",
  launched: "Launched; the answer comes later.",
  notShown: "not shown",
  whole: "in a separate file",
  cut: (lines, characters) =>
    [...(lines > 1 ? [`${lines} lines`] : []), `${characters} ${characters === 1 ? "character" : "characters"}`].join(
      ", ",
    ),
  pulls: "Pull requests:",
  commit: "Commit",
  usage,
  thisTurn: "This turn",
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
    toolUse: ["tool use", "tool uses"],
    clientAgent: ["agent run by the client", "agents run by the client"],
  },
  incomplete: "no answer",
  timeline: "Timeline",
  orders: {
    kahn: "By time, parents first; results stay with their calls",
    timestamp: "By time only",
    file: "In file order, by path and line",
  },
  utc: "times in UTC",
};

/**
 * Combine labels with the default ones.
 *
 * @param options the labels to replace (default: none).
 * @returns a complete table of labels.
 */
export function withLabels(options: LabelOptions = {}): Labels {
  const labels: Record<string, unknown> = { ...defaultLabels };
  for (const [name, value] of Object.entries(options)) {
    const own = labels[name];
    if (value === undefined) continue;
    labels[name] = typeof value === "object" && typeof own === "object" ? { ...own, ...value } : value;
  }
  return labels as unknown as Labels;
}

/** A count with its kind, such as `3 tool calls`. A kind without a row is its own label. */
export function countOf(kind: string, count: number, { kinds }: Labels): string {
  const [one, many] = Object.hasOwn(kinds, kind) ? kinds[kind]! : [kind, kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** A name with a sign before it. */
export function marked(mark: string, name: string): string {
  return mark === "" ? name : `${mark} ${name}`;
}

/** `12,345 tokens read (11,000 from the cache), 672 written · $0.0123`. */
function usage(
  { calls, input, output, cacheRead, cacheWrite, cost, unpriced }: UsageTotals,
  isPriced: boolean,
): string {
  const read = input + cacheRead + cacheWrite;
  const cached = cacheRead === 0 ? "" : ` (${formatNumber(cacheRead)} from the cache)`;
  const tokens = `${formatNumber(read)} tokens read${cached}, ${formatNumber(output)} written`;
  if (!isPriced) return tokens;
  if (unpriced === calls && calls > 0) return `${tokens} · no price known`;
  return `${tokens} · ${formatDollars(cost)}${unpriced === 0 ? "" : `, ${unpriced} of ${calls} calls without a known price`}`;
}
