import type { Pluggable } from "unified";
import { RequestError } from "./request.ts";

/** What is known of a format. */
export interface Format {
  /** As typed after `--to`. */
  readonly name: string;
  /** How its files end. */
  readonly ending: string;
  /** Who reads it: programs get the tree as it is. Absent for renderer plugins, of which nothing is known. */
  readonly audience?: "people" | "programs" | undefined;
  /** It draws the graph; text is only counted. */
  readonly isDrawing?: boolean | undefined;
  /** Each session is a document of its own, also one that continues another. */
  readonly isNote?: boolean | undefined;
  /** It is made to be shared: secrets are redacted unless the user says otherwise. */
  readonly isShared?: boolean | undefined;
  /** Options that the renderer gets unless a preset, a config or the user gives others. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** How many bytes the content of a page has at most, for a document of several pages. */
  readonly pageBudget?: number | undefined;
}

/** A format with the plugin that renders it. */
export interface Renderer extends Format {
  /** A plugin that sets a compiler, or a preset that holds one. */
  readonly plugin: Pluggable;
  /** Where it was loaded from; absent for the formats of this package. */
  readonly path?: string | undefined;
  /** Options that it was given by name, as in `--to html=facts:false` (default: none). */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
}

interface FormatRow extends Format {
  /** In a few words, for help. */
  readonly description: string;
  /** Nothing is loaded before it is wanted. */
  readonly load: () => Promise<{ default: unknown }>;
  /** Options that are loaded with it. */
  readonly loadDefaults?: () => Promise<Readonly<Record<string, unknown>>>;
}

const people = { audience: "people" } as const;
const programs = { audience: "programs" } as const;
const drawing = { audience: "programs", isDrawing: true, load: () => import("@ccdag/render-graph") } as const;

/**
 * The formats: how each is rendered, how its files end, who reads it, and its defaults. A new format is one row here.
 * Presets have no defaults here: they say themselves what their readers want.
 */
export const formats: readonly FormatRow[] = [
  {
    name: "markdown",
    description: "Markdown of GitHub's flavour",
    ending: ".md",
    ...people,
    defaults: { limit: 10_000 },
    load: () => import("@ccdag/render-markdown"),
  },
  {
    name: "github",
    description: "for a pull request",
    ending: ".md",
    ...people,
    isShared: true,
    load: () => import("@ccdag/presets/github"),
  },
  { name: "llm", description: "for a model", ending: ".md", ...people, load: () => import("@ccdag/presets/llm") },
  {
    name: "obsidian",
    description: "for a vault",
    ending: ".md",
    ...people,
    isNote: true,
    load: () => import("@ccdag/presets/obsidian"),
  },
  {
    name: "plain",
    description: "Markdown without HTML",
    ending: ".md",
    ...people,
    load: () => import("@ccdag/presets/plain"),
  },
  {
    name: "html",
    description: "a page for a browser",
    ending: ".html",
    ...people,
    defaults: { limit: 100_000 },
    // Whole pages stay below 3 MB.
    pageBudget: 2_400_000,
    load: () => import("@ccdag/render-html"),
    loadDefaults: async () => ({ highlight: (await import("@ccdag/render-html/highlight")).highlight }),
  },
  {
    name: "json",
    description: "the tree",
    ending: ".json",
    ...programs,
    load: () => import("@ccdag/render-json"),
  },
  {
    name: "jsonl",
    description: "one message or record per line",
    ending: ".jsonl",
    ...programs,
    load: () => import("@ccdag/render-json/jsonl"),
  },
  {
    name: "messages",
    description: "conversations for the Messages API",
    ending: ".json",
    ...programs,
    load: () => import("@ccdag/render-json/messages"),
  },
  { name: "mermaid", description: "a drawing", ending: ".mmd", ...drawing },
  { name: "dot", description: "a drawing", ending: ".dot", ...drawing, defaults: { language: "dot" } },
];

/** Other endings of files, and the format that they mean. */
const otherEndings: Readonly<Record<string, string>> = { ".markdown": "markdown", ".htm": "html", ".gv": "dot" };

/** What is known of a format by its name; absent for the formats of plugins. */
export function findFormat(name: string): Format | undefined {
  return formats.find((format) => format.name === name);
}

/** The format that the ending of a file means, such as `.md`: the first of the table. */
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
  const { load, loadDefaults, description: _, ...format } = row;
  const [module, loaded] = await Promise.all([load(), loadDefaults?.()]);
  return { ...format, plugin: module.default as Pluggable, defaults: { ...format.defaults, ...loaded }, given };
}

/** Whether a renderer is a preset: it then says itself how much is shown, and what is redacted. */
export function isPreset({ plugin }: Renderer): boolean {
  return typeof plugin === "object" && !Array.isArray(plugin);
}
