import { formats } from "./formats.ts";
import type { Format } from "./formats.ts";
import type { OptionRow } from "./option-row.ts";
import { RequestError } from "./request.ts";

const documents = ["export"];
const pages = ["export", "site", "serve"];
const shared = ["export", "site"];

/** Options for readers: programs get everything whole. */
const forPeople = (format: Format) => (format.audience === "programs" ? "which holds everything whole" : undefined);

/**
 * The options of an export. A new option is one row here and its implementation: with the stage `render` it reaches the
 * renderer under its name.
 */
export const exportOptions: readonly OptionRow[] = [
  {
    name: "to",
    flags: "--to <format>",
    description: "output format, or the name of a renderer plugin",
    choices: Object.fromEntries(formats.map(({ name, description }) => [name, description])),
    isOpen: true,
    default: "from the ending of the output, else markdown",
    commands: documents,
  },
  {
    name: "branch",
    label: "Branches",
    flags: "--branch <which>",
    description: "which branches to export",
    choices: { all: "", active: "the one that was continued", "<uuid>": "the branch that holds this entry" },
    isOpen: true,
    default: "all",
    commands: documents,
    stage: "select",
  },
  {
    name: "leaf",
    label: "Path to",
    flags: "--leaf <uuid>",
    description: "only the path from the root to this entry",
    commands: documents,
    stage: "select",
  },
  {
    name: "since",
    flags: "--since <when>",
    description: "only messages from then on: 2026-03-14, 2026-03-14T13:30, yesterday, 2 hours ago (UTC)",
    commands: documents,
    stage: "select",
  },
  {
    name: "until",
    flags: "--until <when>",
    description: "only messages up to then; a day counts to its end",
    commands: documents,
    stage: "select",
  },
  {
    name: "turns",
    flags: "--turns <range>",
    description: "only these turns, counted along each branch: 3, 2-5, 2-, -5",
    commands: documents,
    stage: "select",
  },
  {
    name: "detail",
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
    commands: pages,
    stage: "detail",
  },
  {
    name: "thinking",
    label: "Thinking",
    flags: "--thinking",
    description: "show thinking",
    off: "omit thinking",
    default: "shown, for llm omitted",
    commands: pages,
    stage: "detail",
  },
  {
    name: "tools",
    label: "Only these tools",
    flags: "--tools <names>",
    description: "only calls of these tools, separated by commas, and the agents that they spawned",
    commands: documents,
    stage: "detail",
    read: (text) => text.split(",").map((name) => name.trim()),
  },
  {
    name: "order",
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
    commands: documents,
    stage: "order",
    unfit: (format) =>
      format.isDrawing
        ? "which draws the graph"
        : format.name === "messages"
          ? "which are exported path by path"
          : undefined,
  },
  {
    name: "compaction",
    label: "Compactions",
    flags: "--compaction <what>",
    description: "what a compaction does to its session",
    choices: { continue: "it goes on", root: "it begins anew", strip: "boundary and summary are omitted" },
    default: "continue",
    commands: documents,
    stage: "parse",
  },
  {
    name: "agents",
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
    commands: documents,
    stage: "render",
    unfit: forPeople,
  },
  {
    name: "branches",
    flags: "--branches <where>",
    description: "where to show branches, in a folder",
    choices: { inline: "where they fork", separate: "in separate documents" },
    default: "inline",
    commands: documents,
    stage: "layout",
  },
  {
    name: "limit",
    label: "Tool output",
    flags: "--limit <chars>",
    description: "truncate each tool output to this many characters, or none",
    default: "10000, for html 100000; none with --detail full",
    commands: documents,
    stage: "render",
    read: (text) => readSize(text, "limit", 1),
    unfit: forPeople,
  },
  {
    name: "budget",
    flags: "--budget <chars>",
    description: "divide longer documents into parts of at most this many characters, or none",
    default: "none, for github 65000; pages of html stay below 3 MB",
    commands: documents,
    stage: "render",
    read: (text) => readSize(text, "budget", 2000),
    unfit: (format) => (format.audience === "programs" ? "which is one document" : undefined),
  },
  {
    name: "images",
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
    commands: documents,
    stage: "render",
    unfit: forPeople,
  },
  {
    name: "graph",
    label: "Drawing",
    flags: "--graph",
    description: "put a Mermaid drawing of sessions, branches, agents and compactions above Markdown",
    commands: documents,
    unfit: (format) =>
      format.audience !== "people" || format.name === "html" || format.name === "plain"
        ? "expected a flavour of Markdown, or --to mermaid"
        : undefined,
  },
  {
    name: "tokens",
    label: "Token usage",
    flags: "--tokens",
    description: "show token usage",
    commands: documents,
    stage: "render",
    unfit: usageFits,
  },
  {
    name: "cost",
    flags: "--cost",
    description: "show token usage and what it costs by list prices",
    commands: documents,
    unfit: usageFits,
  },
  {
    name: "prices",
    flags: "--prices <file>",
    description: "JSON file of prices that override the list prices",
    commands: ["export", "usage"],
    stage: "render",
    unfit: usageFits,
  },
  {
    name: "redact",
    label: "Redaction",
    flags: "--redact",
    description: "redact keys, mail addresses, login names and images",
    off: "redact nothing, whatever a config says",
    default: "off, for github on",
    commands: shared,
    stage: "redact",
  },
  {
    name: "redactExtra",
    flags: "--redact-extra <file>",
    description: "redact, also these: a word or /pattern/ per line",
    commands: shared,
    stage: "redact",
  },
  {
    name: "keepImages",
    flags: "--keep-images",
    description: "redact, but keep images, which cannot be scanned",
    commands: shared,
    stage: "redact",
  },
  {
    name: "audit",
    flags: "--audit <file>",
    description: "redact, and write which rule redacted how much where, never what",
    commands: documents,
    stage: "redact",
  },
];

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
