import { clientFacts, type UsageTotals } from "@ccdag/ccast";
import { formatCost, formatNumber } from "./amounts.ts";
import type { Labels } from "./labels.ts";

/** The default labels, in English. */
export const defaultLabels: Labels = {
  marks: { tool: "🔧", agent: "🤖", branch: "⑂", compaction: "📦", back: "←", forward: "→" },
  actors: {
    human: "Human",
    assistant: clientFacts().assistant,
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
  continuesFrom: (session, message) => `Continues from message ${message} in Session ${session}`,
  beginsAgain: "One of several alternative beginnings.",
  damaged: (path, lines, lost) => `${damagedPart(lines, lost)} of ${path} could not be read.`,
  resumed: "The session was resumed here.",
  rest: "More fields",
  output: "Output",
  noOutput: "No output.",
  calledHere: "called here",
  contents: "Contents",
  continuesAgent: "continues agent",
  placedHere: "placed by time: no tool call is known",
  answer: "Answer",
  prompt: "Prompt",
  launched: "Launched; the answer comes later.",
  notShown: "not shown",
  inSession: "in this session",
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
  return `${tokens} · ${formatCost(cost)}${unpriced === 0 ? "" : `, ${unpriced} of ${calls} calls without a known price`}`;
}

function damagedPart(lines: string, lost: number | undefined): string {
  if (lost !== undefined) return `${lost} ${lost === 1 ? "character" : "characters"} of line ${lines}`;
  return lines.includes("-") ? `Lines ${lines.replace("-", " to ")}` : `Line ${lines}`;
}
