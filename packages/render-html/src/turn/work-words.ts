import { formatNumber } from "@ccdag/mdast";

/** Labels of turns, runs of calls and changes of files. */
export interface WorkWords {
  turn: string;
  calls: readonly [one: string, many: string];
  /** After a number of tools that are not named. */
  others: string;
  /** After a number of calls. */
  failed: string;
  compactions: readonly [one: string, many: string];
  tokens: readonly [one: string, many: string];
  agents: readonly [one: string, many: string];
  files: readonly [one: string, many: string];
  /** The heading of a list of changed files. */
  filesChanged: string;
  /** Beside a file that did not exist before. */
  newFile: string;
  /** Instead of the diff of a file whose content is the same before and after. */
  unchanged: string;
  /** Above the hunks of each edit, where the content before or after is not known. */
  eachEdit: string;
  /** Above edits of which nothing is known. */
  unknownEdits: (count: number) => string;
  /** Beside a change that no call made. */
  outside: string;
  /** The link from a call to the change of its file. */
  inChanges: string;
  /** The rows of the head of a session. */
  project: string;
  branch: string;
  client: string;
  pulls: string;
  duration: string;
  size: string;
  tools: string;
  models: string;
  usage: string;
  cost: string;
  utc: string;
  turnCount: readonly [one: string, many: string];
  messageCount: readonly [one: string, many: string];
  /** After a number of tokens that were read, and of those that were written. */
  read: string;
  written: string;
  /** After the number of API calls whose model has no price. */
  unpriced: string;
  /** What is not shown, before a command that shows it. */
  hidden: (list: string) => string;
  /** What may not be shown, by kind. */
  hiddenKinds: Readonly<Record<string, readonly [one: string, many: string]>>;
}

/** The English labels. */
export const workWords: WorkWords = {
  turn: "Turn",
  calls: ["call", "calls"],
  others: "others",
  failed: "failed",
  compactions: ["compaction", "compactions"],
  tokens: ["token", "tokens"],
  agents: ["agent", "agents"],
  files: ["file", "files"],
  filesChanged: "Files changed",
  newFile: "new",
  unchanged: "The file is as it was before.",
  eachEdit: "The whole file is not known: the changes of each edit, one after another.",
  unknownEdits: (count) => `The transcript does not say what ${count === 1 ? "one edit" : `${count} edits`} changed.`,
  outside: "changed by something else",
  inChanges: "The change of this file",
  project: "Project",
  branch: "Branch",
  client: "Client",
  pulls: "Pull requests",
  duration: "Duration",
  size: "Size",
  tools: "Tools",
  models: "Models",
  usage: "Tokens",
  cost: "Cost",
  utc: "times in UTC",
  turnCount: ["turn", "turns"],
  messageCount: ["message", "messages"],
  read: "read",
  written: "written",
  unpriced: "calls without a known price",
  hidden: (list) => `Not on this page: ${list}. All of it is in the output of`,
  hiddenKinds: {
    notice: ["record of the client, such as hooks, progress and modes", "records of the client, such as hooks, progress and modes"],
    message: ["message", "messages"],
    agent: ["agent", "agents"],
    thinking: ["thought", "thoughts"],
    toolCall: ["tool call", "tool calls"],
    toolResult: ["tool result", "tool results"],
    summary: ["summary", "summaries"],
  },
};

/** A number with its word. */
export function plural(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
