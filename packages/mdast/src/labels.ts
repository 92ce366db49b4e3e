import type { Actor, AgentMode, BranchRule, UsageTotals } from "@ccdag/ccast";
import { formatDollars, formatNumber } from "./format.ts";

/** Every word that a document has of its own, and every sign. */
export interface Labels {
  /** Signs before a name; an empty one is not there. */
  marks: Record<"tool" | "agent" | "branch" | "compaction" | "back" | "forward", string>;
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
  imageRedacted: string;
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
  placedHere: string;
  answer: string;
  prompt: string;
  launched: string;
  notShown: string;
  /** A link to an output that is not told whole here. */
  whole: string;
  /** How much is left out of a long block of code. */
  cut: (lines: number, characters: number) => string;
  /** Before the pull requests of a session. */
  pulls: string;
  /** Before a commit that a call made. */
  commit: string;
  /** What calls took; the cost where `isPriced`. */
  usage: (totals: UsageTotals, isPriced: boolean) => string;
  /** Before what a turn took. */
  thisTurn: string;
  /** Of a document that is divided: which part of how many. */
  part: (number: number, count: number) => string;
  /** On what a part begins with, where it began in the part before. */
  continued: string;
  /** How many nodes of a kind; of kinds that are not named here, the kind. */
  kinds: Record<string, readonly [one: string, many: string]>;
  incomplete: string;
  timeline: string;
  orders: Record<"kahn" | "timestamp" | "file", string>;
  utc: string;
}

/** Labels that replace some of those that a document has; of a table the rows that are given. */
export type LabelOptions = {
  readonly [Name in keyof Labels]?: Labels[Name] extends string
    ? string | undefined
    : Labels[Name] extends Record<string, unknown>
      ? Partial<Labels[Name]> | undefined
      : Labels[Name] | undefined;
};

/** English. */
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
  imageRedacted: "redacted",
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
  placedHere: "placed by its time: no call names it",
  answer: "Answer",
  prompt: "Prompt",
  launched: "Launched; the answer comes later.",
  notShown: "not shown",
  whole: "in a file of its own",
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
    clientAgent: ["agent of the client’s own", "agents of the client’s own"],
  },
  incomplete: "no answer",
  timeline: "Timeline",
  orders: {
    kahn: "By time; nothing stands before what it hangs on, and results stand with their calls",
    timestamp: "By time alone",
    file: "As the files are written, by path and line",
  },
  utc: "times in UTC",
};

/** The words of a document: English, but for what is given. */
export function withLabels(options: LabelOptions = {}): Labels {
  const labels: Record<string, unknown> = { ...defaultLabels };
  for (const [name, value] of Object.entries(options)) {
    const own = labels[name];
    if (value === undefined) continue;
    labels[name] = typeof value === "object" && typeof own === "object" ? { ...own, ...value } : value;
  }
  return labels as unknown as Labels;
}

/** `3 tool calls`; of a kind that has no row, the kind. */
export function countOf(kind: string, count: number, { kinds }: Labels): string {
  const [one, many] = Object.hasOwn(kinds, kind) ? kinds[kind]! : [kind, kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** A name behind its sign. */
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
