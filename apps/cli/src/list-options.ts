import type { OptionRow } from "@ccdag/pipeline/tables";

/** Options of the commands that find, list and count sessions. */
export const listOptions: readonly OptionRow[] = [
  {
    name: "projects",
    flags: "--projects",
    description: "list projects, with the sums of their sessions",
    commands: ["ls"],
  },
  {
    name: "sort",
    isSetting: true,
    flags: "--sort <by>",
    description: "what to sort by: date, length, messages, branches, agents, cost, size, title, project",
    default: "date",
    commands: ["ls"],
  },
  { name: "limit", flags: "--limit <number>", description: "list only so many", commands: ["ls", "search"] },
  {
    name: "in",
    flags: "--in <where>",
    description: "search only prompts, replies, thinking, tools or context; several with commas",
    commands: ["search"],
  },
  {
    name: "project",
    flags: "--project <name>",
    description: "search only this project or folder; may be repeated",
    isRepeated: true,
    commands: ["search"],
  },
  {
    name: "by",
    flags: "--by <keys>",
    description:
      "add up by day, week, month, project, model, session or agent-type; several with commas; without an input, of all projects",
    isRepeated: true,
    commands: ["usage"],
  },
  {
    name: "csv",
    flags: "--csv",
    description: "print CSV",
    commands: ["ls", "usage", "edits"],
    conflict: (_, { json }) => (json === undefined ? undefined : "Unexpected --csv with --json, expected one of them"),
  },
];
