import { RequestError } from "../request-error.ts";
import type { Format } from "../formats.ts";
import type { OptionRow } from "../option-row.ts";
import { omittedBy } from "./omitted-by.ts";

/** Options for readers: programs get everything whole. */
const forPeople = (format: Format) => (format.audience === "programs" ? "which holds everything whole" : undefined);

/** Options that say what a document is like. With the stage `render` an option reaches the renderer under its name. */
export const documentOptions: readonly OptionRow[] = [
  {
    name: "agents",
    isSetting: true,
    // It also decides which documents there are.
    inConfig: { usedBy: "both" },
    label: "Agents",
    flags: "--agents <where>",
    description: "where to show agents",
    choices: {
      inline: "in the section of their call",
      after: "after the turn",
      separate: "in separate documents",
      none: "not at all",
    },
    default: "inline",
    stage: "render",
    unfit: forPeople,
    conflict: (value, { order = "session-tree", detail }) => {
      if (order !== "session-tree" && value !== "inline")
        return "Unexpected --agents with --order: in one stream agents have no other place";
      return value === "none" ? undefined : omittedBy(detail, "--agents", 2, "agents");
    },
  },
  {
    name: "branches",
    isSetting: true,
    flags: "--branches <where>",
    description: "where to show branches, in a folder",
    choices: { inline: "where they fork", separate: "in separate documents" },
    default: "inline",
    stage: "layout",
    conflict: (value, { branch, leaf, order = "session-tree" }) => {
      if (value !== "separate") return undefined;
      if (order !== "session-tree")
        return "Unexpected --branches separate with --order: in one stream branches have no documents of their own";
      if (branch !== "active" && leaf === undefined) return undefined;
      return `Unexpected --branches separate with ${leaf === undefined ? "--branch active" : "--leaf"}, which is one conversation`;
    },
  },
  {
    name: "limit",
    isSetting: true,
    label: "Tool output",
    flags: "--limit <chars>",
    description: "truncate each tool output to this many characters, or none",
    default: "10000, for html 100000; none with --detail full",
    stage: "render",
    read: (text) => readSize(text, "limit", 1),
    unfit: forPeople,
  },
  {
    name: "budget",
    isSetting: true,
    flags: "--budget <chars>",
    description: "divide longer documents into parts of at most this many characters, or none",
    default: "none, for github 65000; pages of html stay below 20 MB",
    stage: "render",
    read: (text) => readSize(text, "budget", 2000),
    unfit: (format) => (format.audience === "programs" ? "which is one document" : undefined),
  },
  {
    name: "images",
    isSetting: true,
    label: "Images",
    flags: "--images <how>",
    description: "what to do with images",
    choices: {
      link: "name their type and size",
      embed: "embed them in the document",
      files: "write them next to it",
      none: "omit them",
    },
    default: "link, for html embed",
    stage: "render",
    unfit: forPeople,
  },
  {
    name: "highlight",
    isSetting: true,
    inConfig: { isOpen: true },
    flags: "--highlight <how>",
    description: "how to highlight code in html",
    choices: {
      fast: "comments, strings, numbers and keywords",
      full: "with highlight.js, which takes about 20 times as long",
      none: "not at all",
    },
    default: "fast",
    unfit: (format) => (format.name === "html" ? undefined : "which has no colors"),
  },
  {
    name: "remoteImages",
    isSetting: true,
    label: "Images from the web",
    flags: "--remote-images",
    description: "keep images from the web in messages, which a viewer loads; else they become links",
    stage: "render",
    unfit: (format) => (format.audience !== "people" || format.name === "html" ? "which loads no image" : undefined),
  },
  {
    name: "remark",
    isSetting: true,
    flags: "--remark <plugin>",
    description: "use a remark plugin on Markdown: name, or name=key:value; may be repeated",
    isRepeated: true,
    unfit: (format) =>
      format.ending !== ".md" || format.isNote ? "expected markdown, github, llm or plain" : undefined,
  },
  {
    name: "graph",
    isSetting: true,
    label: "Drawing",
    flags: "--graph",
    description: "put a Mermaid drawing of sessions, branches, agents and compactions above Markdown",
    unfit: (format) =>
      format.audience !== "people" || format.name === "html" || format.name === "plain"
        ? "expected a flavour of Markdown, or --to mermaid"
        : undefined,
  },
  {
    name: "table",
    label: "Table",
    flags: "--table <name>",
    description: "which table to write into a file, for csv and parquet; a folder/ gets all of them",
    choices: {
      messages: "",
      sessions: "",
      tool_calls: "",
      agents: "",
      edges: "",
      usage: "calls of the API, with their cost",
    },
    default: "messages",
    stage: "render",
    unfit: forTables,
  },
  {
    name: "partition",
    flags: "--partition <keys>",
    description:
      "divide the tables in a folder/ by project or month or both, with a comma, in folders such as month=2026-01",
    read: readPartition,
    unfit: forTables,
    conflict: (_, { table }) =>
      table === undefined ? undefined : "Unexpected --partition with --table: all tables are divided",
  },
  {
    name: "tokens",
    isSetting: true,
    label: "Token usage",
    flags: "--tokens",
    description: "show token usage",
    stage: "render",
    unfit: usageFits,
  },
  {
    name: "cost",
    isSetting: true,
    flags: "--cost",
    description: "show token usage and what it costs by list prices",
    unfit: usageFits,
  },
  {
    name: "prices",
    isSetting: true,
    inConfig: { isOpen: true, usedBy: "command" },
    flags: "--prices <file>",
    description: "JSON file of prices that override the list prices",
    stage: "render",
    conflict: (_, { cost }) =>
      cost === false ? "Unexpected --prices with --no-cost: tokens have no price" : undefined,
    unfit: (format) => (format.hasCost === true ? undefined : usageFits(format)),
  },
];

function forTables(format: Format): string | undefined {
  if (format.isDatabase === true) return "which holds all tables";
  return format.isTable === true ? undefined : "expected csv or parquet";
}

/** The keys of `--partition`. */
function readPartition(text: string): readonly string[] {
  const keys = text.split(",").map((key) => key.trim());
  const isValid = keys.every((key) => key === "project" || key === "month") && new Set(keys).size === keys.length;
  if (isValid) return keys;
  throw new RequestError(`Unexpected --partition \`${text}\`, expected project, month or project,month`);
}

function usageFits(format: Format): string | undefined {
  return format.audience === "programs" ? "expected `ccdag usage --json` for programs" : undefined;
}

/** A number of characters; infinite for `none`. */
function readSize(text: string, name: string, least: number): number {
  if (text === "none") return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(text) && Number(text) >= least) return Number(text);
  const more = least > 1 ? `, at least ${least},` : "";
  throw new RequestError(`Unexpected --${name} \`${text}\`, expected a number of characters${more} or none`);
}
