import type { Pluggable } from "unified";
import { RequestError } from "./request-error.ts";

/** The properties of a format. */
export interface Format {
  /** As typed after `--to`. */
  readonly name: string;
  /** Its file ending, with the dot. */
  readonly ending: string;
  /** Who reads it: programs get the whole tree by default. Absent for renderer plugins. */
  readonly audience?: "people" | "programs" | undefined;
  /** Whether it draws the graph, without text (default: `false`). */
  readonly isDrawing?: boolean | undefined;
  /** Whether each session is a separate document, even if it continues another one (default: `false`). */
  readonly isNote?: boolean | undefined;
  /** Whether it is made to be shared: secrets are then redacted unless the user turns that off (default: `false`). */
  readonly isShared?: boolean | undefined;
  /** Whether it can make its text piece by piece (default: `false`). */
  readonly hasPieces?: boolean | undefined;
  /** Whether it is a table: one of several to a file (default: `false`). */
  readonly isTable?: boolean | undefined;
  /** Whether all tables are in one file, which only the command line writes: not in memory, but on the disk (default: `false`). */
  readonly isDatabase?: boolean | undefined;
  /** Whether it holds what calls cost: `--prices` fits it (default: `false`). */
  readonly hasCost?: boolean | undefined;
  /** Why its messages cannot be one stream by time, to follow its name (default: they can). */
  readonly notAsStream?: string | undefined;
  /** Whether its content is no text (default: `false`). */
  readonly isBinary?: boolean | undefined;
  /** Whether its documents hold the account of what was read (default: `false`). */
  readonly hasAccount?: boolean | undefined;
  /** Default options of the renderer; a preset, a config and the user override them. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** The maximum size of the content of a page in bytes, for a document of several pages (default: one page). */
  readonly pageBudget?: number | undefined;
}

/** A format with the plugin that renders it. */
export interface Renderer extends Format {
  /** A plugin that sets a compiler, or a preset that contains one. */
  readonly plugin: Pluggable;
  /** The path that it was loaded from; absent for the formats of this package. */
  readonly path?: string | undefined;
  /** Options that were given with its name, as in `--to html=facts:false` (default: none). */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
}

interface FormatRow extends Format {
  /** A few words for help. */
  readonly description: string;
  /** Imports the renderer, when it is needed. */
  readonly load: () => Promise<{ default: unknown }>;
}

const people = { audience: "people" } as const;
const programs = { audience: "programs" } as const;
const table = {
  ...programs,
  isTable: true,
  hasPieces: true,
  hasAccount: true,
  hasCost: true,
  notAsStream: "whose rows can be sorted by time",
} as const;
const drawing = {
  audience: "programs",
  isDrawing: true,
  notAsStream: "which draws the graph",
  load: () => import("@ccdag/render-graph"),
} as const;

/**
 * The table of formats: name, renderer, file ending, audience and defaults. A new format is one row here. Rows of presets
 * have no defaults: the presets set them.
 */
export const formats: readonly FormatRow[] = [
  {
    name: "markdown",
    description: "Markdown of GitHub's flavour",
    ending: ".md",
    ...people,
    defaults: { limit: 10_000 },
    hasPieces: true,
    load: () => import("@ccdag/render-markdown"),
  },
  {
    name: "github",
    description: "for a pull request",
    ending: ".md",
    ...people,
    isShared: true,
    load: () => import("./presets/github.ts"),
  },
  { name: "llm", description: "for a model", ending: ".md", ...people, load: () => import("./presets/llm.ts") },
  {
    name: "obsidian",
    description: "for a vault",
    ending: ".md",
    ...people,
    isNote: true,
    load: () => import("./presets/obsidian.ts"),
  },
  {
    name: "plain",
    description: "Markdown without HTML",
    ending: ".md",
    ...people,
    load: () => import("./presets/plain.ts"),
  },
  {
    name: "html",
    description: "a page for a browser",
    ending: ".html",
    ...people,
    defaults: { limit: 100_000 },
    // A session of 30 MB is one file, which a browser opens at once.
    pageBudget: 16_000_000,
    load: () => import("@ccdag/render-html"),
  },
  {
    name: "json",
    description: "the tree",
    ending: ".json",
    ...programs,
    hasPieces: true,
    hasAccount: true,
    load: () => import("@ccdag/render-json"),
  },
  {
    name: "jsonl",
    description: "one message or record per line",
    ending: ".jsonl",
    ...programs,
    hasPieces: true,
    hasCost: true,
    load: () => import("@ccdag/render-json/jsonl"),
  },
  {
    name: "messages",
    description: "conversations for the Messages API",
    ending: ".json",
    ...programs,
    notAsStream: "which are exported path by path",
    load: () => import("@ccdag/render-json/messages"),
  },
  {
    name: "sharegpt",
    description: "conversations for training, one per line",
    ending: ".jsonl",
    ...programs,
    hasPieces: true,
    notAsStream: "whose conversations are exported path by path",
    load: () => import("@ccdag/render-json/sharegpt"),
  },
  {
    name: "atif",
    description: "trajectories for Harbor, one per line",
    ending: ".jsonl",
    ...programs,
    hasPieces: true,
    hasCost: true,
    notAsStream: "whose trajectories are exported path by path",
    load: () => import("@ccdag/render-json/atif"),
  },
  {
    name: "inspect",
    description: "a log for Inspect",
    ending: ".json",
    ...programs,
    hasPieces: true,
    hasCost: true,
    notAsStream: "whose samples are exported path by path",
    load: () => import("@ccdag/render-json/inspect"),
  },
  {
    name: "csv",
    description: "a flat table",
    ending: ".csv",
    ...table,
    load: () => import("@ccdag/render-tables/csv"),
  },
  {
    name: "parquet",
    description: "the same for DuckDB, Spark or BigQuery",
    ending: ".parquet",
    ...table,
    isBinary: true,
    load: () => import("@ccdag/render-tables/parquet"),
  },
  {
    name: "otel",
    description: "traces for OpenTelemetry, as OTLP",
    ending: ".json",
    ...programs,
    hasPieces: true,
    notAsStream: "whose spans have times",
    load: () => import("@ccdag/render-otel"),
  },
  {
    name: "sqlite",
    description: "the same as one database, with views and full-text search",
    ending: ".db",
    ...table,
    hasPieces: false,
    isBinary: true,
    isDatabase: true,
    load: () => import("./database.ts"),
  },
  { name: "mermaid", description: "a drawing", ending: ".mmd", ...drawing },
  { name: "dot", description: "a drawing", ending: ".dot", ...drawing, defaults: { language: "dot" } },
];

/** Other file endings, and their formats. */
const otherEndings: Readonly<Record<string, string>> = {
  ".markdown": "markdown",
  ".htm": "html",
  ".gv": "dot",
  ".sqlite": "sqlite",
  ".sqlite3": "sqlite",
};

/** Find a format by its name; absent for the formats of plugins. */
export function findFormat(name: string): Format | undefined {
  return formats.find((format) => format.name === name);
}

/** The name of the first format in the table with a file ending, such as `.md`; absent if there is none. */
export function formatOfEnding(ending: string): string | undefined {
  const lower = ending.toLowerCase();
  return otherEndings[lower] ?? formats.find((format) => format.ending === lower)?.name;
}

/**
 * Load a format of the table.
 *
 * @param name as typed after `--to`.
 * @param given options for its renderer (default: none).
 * @throws RequestError for a name that is not in the table.
 */
export async function loadFormat(name: string, given?: Readonly<Record<string, unknown>>): Promise<Renderer> {
  const row = formats.find((format) => format.name === name);
  if (row === undefined)
    throw new RequestError(`Unexpected format \`${name}\`, expected ${formats.map((one) => one.name).join(", ")}`);
  const { load, description: _, ...format } = row;
  const { default: plugin } = await load();
  return { ...format, plugin: plugin as Pluggable, given };
}

/** Whether a renderer is a preset: it then sets the level of detail and redaction itself. */
export function isPreset({ plugin }: Renderer): boolean {
  return typeof plugin === "object" && !Array.isArray(plugin);
}
