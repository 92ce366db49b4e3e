import { type Format, formats } from "../formats.ts";
import type { OptionRow } from "../option-row.ts";
import { omittedBy } from "./omitted-by.ts";

/** Options that say what is exported, and in which order. */
export const contentOptions: readonly OptionRow[] = [
  {
    name: "to",
    isSetting: true,
    flags: "--to <format>",
    description: "output format, or the name of a renderer plugin",
    choices: Object.fromEntries(formats.map(({ name, description }) => [name, description])),
    isOpen: true,
    default: "from the ending of the output, else markdown",
  },
  {
    name: "branch",
    label: "Branches",
    flags: "--branch <which>",
    description: "which branches to export",
    choices: {
      all: "",
      active: "the one that was continued, as one conversation",
      abandoned: "those that were not continued",
      "<uuid>": "the branch that holds this entry",
    },
    isOpen: true,
    default: "all",
    stage: "select",
    conflict: (_, { leaf }) =>
      leaf === undefined ? undefined : "Unexpected --branch with --leaf: the path to an entry has no other branch",
  },
  {
    name: "shared",
    flags: "--shared",
    description: "show the messages that lead to the branches of --branch",
    off: "omit what a branch shares with others",
    default: "shown, for abandoned omitted",
    stage: "select",
    conflict: (value, { branch = "all" }) =>
      branch === "all" || branch === "active"
        ? `Unexpected ${value === false ? "--no-shared" : "--shared"} without --branch abandoned or <uuid>: other exports share nothing with a branch`
        : undefined,
  },
  {
    name: "leaf",
    label: "Path to",
    flags: "--leaf <uuid>",
    description: "only the path from the root to this entry",
    stage: "select",
  },
  {
    name: "since",
    flags: "--since <when>",
    description: "only what is from then on: 2026-03-14, 2026-03-14T13:30, yesterday, last month, 2 hours ago",
    stage: "select",
  },
  {
    name: "until",
    flags: "--until <when>",
    description: "only what is up to then; a day or a month counts to its end",
    stage: "select",
  },
  {
    name: "turns",
    flags: "--turns <range>",
    description: "only these turns, counted along each branch: 3, 2-5, 2-, -5",
    stage: "select",
  },
  {
    name: "detail",
    isSetting: true,
    inConfig: { plugin: ["detail", "detail"] },
    label: "Detail",
    flags: "--detail <level>",
    description: "how much to show",
    choices: {
      prompts: "only what the user wrote",
      talk: "and the answers",
      steps: "and tool calls and agents",
      tools: "and tool results, thinking and context",
      full: "and the client's records",
    },
    default: "tools, for JSON full",
    stage: "detail",
  },
  {
    name: "thinking",
    isSetting: true,
    inConfig: { plugin: ["detail", "thinking"] },
    label: "Thinking",
    flags: "--thinking",
    description: "show thinking",
    off: "omit thinking",
    default: "shown, for llm omitted",
    stage: "detail",
    conflict: (value, { detail }) => (value === true ? omittedBy(detail, "--thinking", 3, "thinking") : undefined),
  },
  {
    name: "tools",
    isSetting: true,
    inConfig: { plugin: ["detail", "tools"] },
    label: "Only these tools",
    flags: "--tools <names>",
    description: "only calls of these tools, separated by commas, also those of agents",
    stage: "detail",
    conflict: (_, { detail }) => omittedBy(detail, "--tools", 2, "tool calls"),
    read: (text) => text.split(",").map((name) => name.trim()),
  },
  {
    name: "order",
    isSetting: true,
    label: "Order",
    flags: "--order <how>",
    description: "order of messages",
    choices: {
      "session-tree": "depth first",
      kahn: "one stream by time, parents first",
      timestamp: "one stream by time alone",
      file: "one stream by path and line",
    },
    default: "session-tree",
    stage: "order",
    unfit: (format, value) => (value === "session-tree" ? undefined : reasonAgainstStream(format)),
  },
  {
    name: "compaction",
    isSetting: true,
    label: "Compactions",
    flags: "--compaction <what>",
    description: "what a compaction does to its session",
    choices: { continue: "it continues", root: "it begins anew", strip: "boundary and summary are omitted" },
    default: "continue",
    stage: "parse",
  },
];

/** Why a format cannot be one stream. */
function reasonAgainstStream({ isDrawing, isTable, name }: Format): string | undefined {
  if (isDrawing) return "which draws the graph";
  if (isTable) return "whose rows can be sorted by time";
  if (name === "otel") return "whose spans have times";
  if (name === "sharegpt") return "whose conversations are exported path by path";
  return name === "messages" ? "which are exported path by path" : undefined;
}
