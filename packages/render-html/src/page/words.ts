import type { IndexWork } from "./index/index-work.ts";
import { type TurnFilter, turnFilterWords } from "../turn/turn-filters.ts";
import { type SignWords, signWords } from "../tree/context.ts";
import { workWords } from "../turn/default-work-words.ts";
import type { WorkWords } from "../turn/work-words.ts";

/** The labels of a page around the document. The names of keys and kinds are fixed; every text can be replaced. */
export interface Words extends SignWords, WorkWords {
  contents: string;
  /** The name of the side bar, for screen readers. */
  side: string;
  /** The name of the timeline strip, for screen readers. */
  when: string;
  skip: string;
  search: string;
  show: string;
  /** The list that opens and closes collapsible sections, and its levels. */
  sections: string;
  sectionLevels: readonly [turns: string, work: string, runs: string, open: string];
  /** The list that shows only some turns, and its choices. */
  turns: string;
  turnKinds: Readonly<Record<"all" | TurnFilter, string>>;
  theme: string;
  themes: readonly [auto: string, light: string, dark: string];
  keys: string;
  /** Marks the branch in which the session continued. */
  active: string;
  /** The notice above the path to one message. */
  path: string;
  /** The button that shows only the path to the end of a branch. */
  only: string;
  /** What shows only an agent, and the notice above it. */
  agentOnly: string;
  agentPath: string;
  /** The button that shows everything again. */
  all: string;
  copy: string;
  copied: string;
  /** No matches, in the search of a page. */
  none: string;
  /** No matches, in the search of an index. */
  nowhere: string;
  /** Stands between a number and a count, as in `2 of 5`. */
  of: string;
  local: string;
  zoom: string;
  close: string;
  /** The names of the two lists of links to other pages, above and below the content. */
  pages: Readonly<Record<"start" | "end", string>>;
  previous: string;
  sessions: string;
  projects: string;
  /** The note where the search covers titles only. */
  titlesOnly: string;
  /** The notice that the target of an address is not on this page. */
  elsewhere: string;
  /** The notice of a served page whose server does not respond. */
  lost: string;
  /** The notice of a served page whose transcript is missing. */
  gone: string;
  /** The switch of the keys: keys of one letter may get in the way of voice control. */
  keysOn: string;
  /** The name of the search of an index. */
  find: string;
  messages: readonly [one: string, many: string];
  branches: readonly [one: string, many: string];
  next: string;
  kinds: Readonly<Record<"prompt" | "reply" | "thinking" | "tool" | "record" | "agent", string>>;
  /** What each key does. */
  help: ReadonlyArray<readonly [keys: string, what: string]>;
  /** Of an index: counts of sessions and of changed files, and totals. */
  sessionCount: readonly [one: string, many: string];
  changedFiles: readonly [one: string, many: string];
  activeDays: string;
  /** Stands before the title of the session that a session continues. */
  continues: string;
  /** How a session ended without an answer. */
  ends: Readonly<Record<"unanswered" | "interrupted" | "failed", string>>;
  /** The page of what sessions did or left, and its lists. */
  work: string;
  workKinds: Readonly<Record<IndexWork["kind"], readonly [one: string, many: string]>>;
  /** The heading of sessions without a time. */
  noTime: string;
  /** The charts of an index: their name, captions, the table of a chart, and the bar of all others. */
  charts: string;
  activity: Readonly<Record<"day" | "week" | "month", string>>;
  period: string;
  asTable: string;
  /** The filters of an index. */
  filter: string;
  client: string;
  model: string;
  fromDay: string;
  toDay: string;
  /** The choice of all projects, clients or models. */
  any: string;
  groupBy: string;
  groups: Readonly<Record<"day" | "project", string>>;
  reset: string;
  noMatch: string;
  /** The heading of what was found in the text of the pages. */
  inTexts: string;
  /** Stands before the name of a project or a model: the button that shows only its sessions. */
  showOnly: string;
  /** The name of the search in one long output, and of its buttons. */
  searchOutput: string;
  previousMatch: string;
  nextMatch: string;
  /** The name of the row of images of a turn; the buttons beside an enlarged image. */
  turnImages: string;
  previousImage: string;
  nextImage: string;
  /** The button that leads from an enlarged image to where it is in the conversation. */
  inPlace: string;
  /** The button of a served page that leads to messages which came at its end. */
  latest: string;
  /** The play mode, and its buttons. */
  playing: Readonly<Record<"play" | "back" | "next" | "end", string>>;
  /** The note on printed pages, after the number of calls that are collapsed. */
  notPrinted: string;
}

/** The English labels. */
export const defaultWords: Words = {
  contents: "Contents",
  side: "Contents and filters",
  when: "Timeline",
  skip: "Skip to the conversation",
  search: "Search this page",
  show: "Show",
  sections: "Sections",
  sectionLevels: ["turns collapsed", "turns open", "runs of calls open", "all open"],
  turns: "Turns",
  turnKinds: { all: "all", ...turnFilterWords },
  theme: "Colours",
  themes: ["as the system", "light", "dark"],
  keys: "Keys",
  active: "continued here",
  path: "Only the path to one message is shown.",
  only: "Only this path",
  agentOnly: "Only this agent",
  agentPath: "Only one agent is shown.",
  all: "Show everything",
  copy: "Copy",
  copied: "Copied",
  none: "Not on this page",
  nowhere: "Not found",
  of: "of",
  local: "times are local",
  zoom: "Larger",
  close: "Close",
  pages: { start: "Pages", end: "Pages, below" },
  previous: "Previous page",
  sessions: "Sessions",
  projects: "Projects",
  titlesOnly: "(titles only: the search index is not there)",
  elsewhere: "The message is not on this page.",
  lost: "The server does not respond: this page is no longer updated.",
  gone: "The transcript of this page was not found.",
  keysOn: "These keys are on",
  ...signWords,
  ...workWords,
  find: "Search sessions",
  messages: ["message", "messages"],
  branches: ["branch", "branches"],
  next: "Next page",
  kinds: {
    prompt: "Prompts",
    reply: "Replies",
    thinking: "Thinking",
    tool: "Tools",
    record: "Hooks and context",
    agent: "Agents",
  },
  help: [
    ["j, k", "next and previous turn"],
    ["a, A", "next and previous answer at the end of a turn"],
    ["x", "collapse or open this turn"],
    ["g", "go to a turn: type its number behind the colon, as in :12, and Enter"],
    ["b, B", "next and previous branch"],
    ["e, E", "next and previous edit"],
    ["f, F", "next and previous failed call"],
    ["s, S", "next and previous agent"],
    ["/", "search, also in the contents; Enter and Shift+Enter: next and previous match"],
    ["o, c", "open and close all collapsible sections"],
    ["y", "copy the address of this message"],
    ["t", "light, dark, or as the system"],
    ["p", "play step by step, for a talk; Space or → next step, ← back, Enter opens a call, Home, End, Escape"],
    ["?", "these keys"],
  ],
  sessionCount: ["session", "sessions"],
  changedFiles: ["file changed", "files changed"],
  activeDays: "Active days",
  continues: "continues",
  ends: { unanswered: "No answer", interrupted: "Interrupted", failed: "Failed" },
  work: "What was done",
  workKinds: {
    failed: ["failed call", "failed calls"],
    todo: ["open todo", "open todos"],
    plan: ["plan", "plans"],
    pr: ["pull request", "pull requests"],
    file: ["changed file", "changed files"],
  },
  noTime: "Without a time",
  charts: "Charts",
  activity: { day: "Messages by day", week: "Messages by week", month: "Messages by month" },
  period: "Period",
  asTable: "As a table",
  filter: "Filter",
  client: "Client",
  model: "Model",
  fromDay: "From",
  toDay: "To",
  any: "all",
  groupBy: "Group by",
  groups: { day: "By day", project: "By project" },
  reset: "Remove filters",
  noMatch: "No session matches.",
  inTexts: "In the text",
  showOnly: "Show only",
  searchOutput: "Search this text",
  previousMatch: "Previous match",
  nextMatch: "Next match",
  turnImages: "Images of this turn",
  previousImage: "Previous image",
  nextImage: "Next image",
  inPlace: "Show in the conversation",
  latest: "New messages ↓",
  playing: { play: "Play step by step", back: "Back", next: "Next step", end: "End" },
  notPrinted: "tool calls are collapsed and not printed. Open them, and print again, to have them.",
};
