import { type SignWords, signWords } from "../tree/context.ts";

/** The words of a page that its document does not have. */
export interface Words extends SignWords {
  contents: string;
  side: string;
  when: string;
  skip: string;
  search: string;
  show: string;
  sections: string;
  sectionLevels: readonly [closed: string, steps: string, open: string];
  theme: string;
  themes: readonly [auto: string, light: string, dark: string];
  keys: string;
  active: string;
  path: string;
  /** Shows one branch alone. */
  only: string;
  all: string;
  copy: string;
  copied: string;
  /** A search of a page found nothing; a search of an index. */
  none: string;
  nowhere: string;
  of: string;
  local: string;
  zoom: string;
  close: string;
  /** The two lists of ways to other pages, above and below. */
  pages: Readonly<Record<"start" | "end", string>>;
  previous: string;
  sessions: string;
  projects: string;
  utc: string;
  /** Where an index of words is not at hand. */
  titlesOnly: string;
  /** What was looked for is on another page, or nowhere. */
  elsewhere: string;
  /** A page that is served hears nothing any more, or its transcript is not there. */
  lost: string;
  gone: string;
  /** Keys of one letter may be in the way of those who speak to their browser. */
  keysOn: string;
  /** The search of an index. */
  find: string;
  messages: readonly [one: string, many: string];
  tokens: readonly [one: string, many: string];
  branches: readonly [one: string, many: string];
  agents: readonly [one: string, many: string];
  next: string;
  kinds: Readonly<Record<"prompt" | "reply" | "thinking" | "tool" | "record" | "agent", string>>;
  /** What each key does. */
  help: ReadonlyArray<readonly [keys: string, what: string]>;
}

/** English. */
export const defaultWords: Words = {
  contents: "Contents",
  side: "Contents and filters",
  when: "When things were said",
  skip: "Skip to the conversation",
  search: "Search this page",
  show: "Show",
  sections: "Folds",
  sectionLevels: ["closed", "one level open", "all open"],
  theme: "Colours",
  themes: ["as the system", "light", "dark"],
  keys: "Keys",
  active: "went on here",
  path: "Only the path to one message is shown.",
  only: "Only this path",
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
  utc: "times in UTC",
  titlesOnly: "(titles only: words can be searched when the pages are served)",
  elsewhere: "The message is not on this page.",
  lost: "The server does not answer: this page does not change any more.",
  gone: "The transcript of this page is not there any more.",
  keysOn: "These keys are on",
  ...signWords,
  find: "Search sessions",
  messages: ["message", "messages"],
  tokens: ["token", "tokens"],
  branches: ["branch", "branches"],
  agents: ["agent", "agents"],
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
    ["j, k", "next and previous prompt"],
    ["b, B", "next and previous branch"],
    ["e, E", "next and previous edit"],
    ["/", "search; Enter and Shift+Enter go on"],
    ["o, c", "open and close all folds"],
    ["y", "copy the address of this message"],
    ["t", "light, dark, or as the system"],
    ["?", "these keys"],
  ],
};
