/** Labels of turns, runs of calls and changes of files. */
export interface WorkWords {
  turn: string;
  calls: readonly [one: string, many: string];
  /** After a number of tools that are not named; in a chart, what has no bar of its own. */
  others: readonly [one: string, many: string];
  /** After a number of calls. */
  failed: string;
  compactions: readonly [one: string, many: string];
  tokens: readonly [one: string, many: string];
  /** After the tokens of all calls of a turn together. */
  tokensInSum: string;
  /** Before the tokens in the context window at the end of a turn; the row of a head with the most that there were. */
  context: string;
  contextWindow: string;
  /** The row with what filled it; its parts that are no results of a tool; after all of them. */
  contextContent: string;
  contextParts: Readonly<Record<string, string>>;
  byCharacters: string;
  /** Before the most tokens, and before the size of the window. */
  peak: string;
  ofWindow: string;
  agents: readonly [one: string, many: string];
  files: readonly [one: string, many: string];
  /** The heading of a list of changed files. */
  filesChanged: string;
  /** The heading of a list of failed calls. */
  failedCalls: string;
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
  /** Beside a cost: that it includes agents, and after the number of those that it cannot include. */
  withAgents: string;
  withoutAgents: readonly [one: string, many: string];
  /** What is not shown. */
  hidden: (list: string) => string;
  /** After it, before a command that shows it. */
  toShow: string;
  /** What may not be shown, by kind. */
  hiddenKinds: Readonly<Record<string, readonly [one: string, many: string]>>;
}
