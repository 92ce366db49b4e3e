import type { Actor, AgentMode, BranchRule, UsageTotals } from "@ccdag/ccast";
import { defaultLabels } from "./default-labels.ts";

/** Every word and sign that documents add to the transcript. */
export interface Labels {
  /** Signs before a name; an empty string omits the sign. */
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
  continuesFrom: (session: string, message: string) => string;
  /** On a branch that is an alternative beginning of its session. */
  beginsAgain: string;
  /**
   * Where lines of a file could not be read; `lines` is `17` or `17-20`. Of a line in which records were read, `lost` is the
   * number of the other characters.
   */
  damaged: (path: string, lines: string, lost?: number) => string;
  /** Where a session was resumed. */
  resumed: string;
  /** Summary of recorded values that a view omits. */
  rest: string;
  /** Summary of the output of a tool. */
  output: string;
  /** Instead of an empty output. */
  noOutput: string;
  /** The heading of a table of contents. remark-toc looks for this word. */
  contents: string;
  /** Text of the link from an agent to its tool call. */
  calledHere: string;
  /** Before a link to the agent that an agent continues. */
  continuesAgent: string;
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
  /** After `notShown`, on what is counted for a whole session. */
  inSession: string;
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
