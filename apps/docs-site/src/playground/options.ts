import type { Detail, Order } from "@ccdag/processor";

/** Formats of the command line that one text can show. */
export type PlaygroundFormat =
  | "html"
  | "markdown"
  | "github"
  | "llm"
  | "plain"
  | "json"
  | "jsonl"
  | "messages"
  | "mermaid"
  | "dot";

/** What is told, and how: the options of `ccdag export`, by their names. What is not there is as there. */
export interface ViewOptions {
  readonly to: PlaygroundFormat;
  readonly session?: string | undefined;
  readonly branch?: "all" | "active" | undefined;
  readonly leaf?: string | undefined;
  readonly detail?: Detail | undefined;
  readonly thinking?: boolean | undefined;
  readonly tools?: string | undefined;
  readonly order?: Order | undefined;
  readonly compaction?: "continue" | "root" | "strip" | undefined;
  readonly agents?: "inline" | "after" | "none" | undefined;
  readonly images?: "link" | "embed" | "none" | undefined;
  readonly limit?: string | undefined;
  readonly tokens?: boolean | undefined;
  readonly graph?: boolean | undefined;
  readonly redact?: boolean | undefined;
}

/** What may be chosen; the first of each is what happens where nothing is chosen. */
export const choices = {
  to: ["html", "markdown", "github", "llm", "plain", "json", "jsonl", "messages", "mermaid", "dot"],
  detail: ["tools", "prompts", "talk", "steps", "full"],
  branch: ["all", "active"],
  order: ["session-tree", "kahn", "timestamp", "file"],
  compaction: ["continue", "root", "strip"],
  agents: ["inline", "after", "none"],
  images: ["link", "embed", "none"],
} as const;

/**
 * Read options from somewhere else; what is not known is left out.
 *
 * @param given anything.
 */
export function readOptions(given: Readonly<Record<string, unknown>>): ViewOptions {
  const kept: Record<string, unknown> = { to: "html" };
  for (const [name, values] of Object.entries<readonly string[]>(choices)) {
    const value = given[name];
    if (typeof value === "string" && values.includes(value)) kept[name] = value;
  }
  if (/^(?:none|[1-9]\d*)$/.test(String(given["limit"]))) kept["limit"] = String(given["limit"]);
  for (const name of ["session", "leaf", "tools"]) if (typeof given[name] === "string") kept[name] = given[name];
  for (const name of ["thinking", "tokens", "graph", "redact"])
    if (typeof given[name] === "boolean") kept[name] = given[name];
  return kept as unknown as ViewOptions;
}

/** How files of a format end. */
export const endings: Readonly<Record<PlaygroundFormat, string>> = {
  html: ".html",
  markdown: ".md",
  github: ".md",
  llm: ".md",
  plain: ".md",
  json: ".json",
  jsonl: ".jsonl",
  messages: ".json",
  mermaid: ".mmd",
  dot: ".dot",
};

/** Programs get the tree as it is. */
export function isForPrograms(to: PlaygroundFormat): boolean {
  return ["json", "jsonl", "messages", "mermaid", "dot"].includes(to);
}

/** The options that a format takes; `ccdag export` refuses the others. */
export function fitting(options: ViewOptions): ViewOptions {
  const { to, order } = options;
  const isDrawing = to === "mermaid" || to === "dot";
  const isStream = order !== undefined && order !== "session-tree";
  return {
    ...options,
    thinking: isDrawing ? undefined : options.thinking,
    order: isDrawing || to === "messages" ? undefined : order,
    agents: isForPrograms(to) || isStream ? undefined : options.agents,
    images: isForPrograms(to) ? undefined : options.images,
    limit: isForPrograms(to) ? undefined : options.limit,
    tokens: isForPrograms(to) ? undefined : options.tokens,
    graph: isForPrograms(to) || to === "html" || to === "plain" ? undefined : options.graph,
  };
}

/**
 * The command that does the same.
 *
 * @param input what is read, as typed.
 * @param options what is asked for.
 */
export function toCommand(input: string, options: ViewOptions): string {
  const { to, session: _session, thinking, redact, tokens, graph, ...named } = fitting(options);
  const words = ["npx ccdag export", toWord(input), `--to ${to}`];
  for (const [name, value] of Object.entries(named)) if (value !== undefined) words.push(`--${name} ${quote(value)}`);
  const flags: ReadonlyArray<readonly [string, boolean | undefined]> = [
    ["thinking", thinking],
    ["redact", redact],
    ["tokens", tokens],
    ["graph", graph],
  ];
  for (const [name, value] of flags) if (value !== undefined) words.push(value ? `--${name}` : `--no-${name}`);
  return words.join(" ");
}

/** A path as a word of a shell, which makes a home folder of `~`. */
export function toWord(path: string): string {
  return path.startsWith("~/") ? `~/${quote(path.slice(2))}` : quote(path);
}

/** A word of a shell. */
function quote(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
