import type { Pluggable } from "unified";
import { CallError } from "./io.ts";

/** How a renderer that comes with ccdag is loaded. */
interface BuiltIn {
  readonly load: () => Promise<{ default: unknown }>;
  readonly ending: string;
  /** Programs get the tree as it is. */
  readonly audience: "people" | "programs";
  /** It draws: what is said is counted only. */
  readonly isDrawing?: boolean;
  /** Its options, for one that is another one with a taste of its own, or to which something is added. */
  readonly options?: () => Promise<Readonly<Record<string, unknown>>>;
  /** It makes a note of each session, whatever the session continues. */
  readonly isNote?: boolean;
  /** It is made to be shown to others: what must not be told is taken out, unless the user says otherwise. */
  readonly isShared?: boolean;
}

/** Renderers that come with ccdag, loaded when they are asked for, and the ending of their files. */
const builtIn: Readonly<Record<string, BuiltIn>> = {
  markdown: { load: () => import("@ccdag/render-markdown"), ending: ".md", audience: "people" },
  github: { load: () => import("@ccdag/presets/github"), ending: ".md", audience: "people", isShared: true },
  llm: { load: () => import("@ccdag/presets/llm"), ending: ".md", audience: "people" },
  obsidian: { load: () => import("@ccdag/presets/obsidian"), ending: ".md", audience: "people", isNote: true },
  plain: { load: () => import("@ccdag/presets/plain"), ending: ".md", audience: "people" },
  html: {
    load: () => import("@ccdag/render-html"),
    ending: ".html",
    audience: "people",
    options: () => import("@ccdag/render-html/highlight"),
  },
  mermaid: { load: () => import("@ccdag/render-graph"), ending: ".mmd", audience: "programs", isDrawing: true },
  dot: {
    load: () => import("@ccdag/render-graph"),
    ending: ".dot",
    audience: "programs",
    isDrawing: true,
    options: () => Promise.resolve({ language: "dot" }),
  },
  json: { load: () => import("@ccdag/render-json"), ending: ".json", audience: "programs" },
  jsonl: { load: () => import("@ccdag/render-json/jsonl"), ending: ".jsonl", audience: "programs" },
  messages: { load: () => import("@ccdag/render-json/messages"), ending: ".json", audience: "programs" },
};

/** Formats by the ending of an output file. */
const byEnding: Readonly<Record<string, string>> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".html": "html",
  ".htm": "html",
  ".json": "json",
  ".jsonl": "jsonl",
  ".mmd": "mermaid",
  ".dot": "dot",
  ".gv": "dot",
};

/** Whom a format is for; of the formats of plugins nothing is known. */
export function audienceOf(format: string): BuiltIn["audience"] | undefined {
  return Object.hasOwn(builtIn, format) ? builtIn[format]!.audience : undefined;
}

/** Whether a format is a drawing, in which words have no place. */
export function isDrawing(format: string): boolean {
  return Object.hasOwn(builtIn, format) && builtIn[format]!.isDrawing === true;
}

/** A renderer, or a preset with one, and how its files end. */
export interface Renderer {
  readonly plugin: Pluggable;
  readonly name: string;
  readonly ending: string;
  readonly isShared: boolean;
  readonly isNote: boolean;
  /** Options that it is used with, unless others are given. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Choose the format: what `--to` says, else what the ending of the output says, else Markdown.
 *
 * @throws CallError when the two contradict each other.
 */
export function chooseFormat(to: string | undefined, output: string | undefined): string {
  const ending = output === undefined ? undefined : /\.[a-z]+$/i.exec(output)?.[0]?.toLowerCase();
  const fromEnding = ending === undefined ? undefined : byEnding[ending];
  const isOther = to !== undefined && to in builtIn && builtIn[to]!.ending !== builtIn[fromEnding ?? to]!.ending;
  if (isOther)
    throw new CallError(`Unexpected format \`${to}\` for \`${output}\`, expected \`${fromEnding}\` or another ending`);
  if (to === undefined && ending !== undefined && fromEnding === undefined)
    throw new CallError(
      `Unexpected ending \`${ending}\`, expected .md, .html, .json, .jsonl, .mmd or .dot, or a format after --to`,
    );
  return to ?? fromEnding ?? "markdown";
}

/**
 * Load a renderer by name: one that comes with ccdag, else `ccdag-render-<name>`, else `<name>`, or a file.
 *
 * @param name as typed after `--to`.
 * @param cwd where plugins are looked for.
 * @throws CallError that says what was tried.
 */
export async function loadRenderer(name: string, cwd: string): Promise<Renderer> {
  if (Object.hasOwn(builtIn, name)) {
    const { load, ending, isShared = false, isNote = false, options } = builtIn[name]!;
    return { plugin: (await load()).default as Pluggable, name, ending, isShared, isNote, options: await options?.() };
  }
  const from = new URL(`file://${encodeURI(cwd)}/`);
  const { loadPlugin } = await import("load-plugin");
  try {
    const plugin: unknown = await loadPlugin(name, { from, prefix: "ccdag-render" });
    if (typeof plugin === "function" || (typeof plugin === "object" && plugin !== null))
      return { plugin: plugin as Pluggable, name, ending: ".txt", isShared: false, isNote: false };
  } catch (error) {
    const prefixed = name.startsWith("@") ? name.replace("/", "/ccdag-render-") : `ccdag-render-${name}`;
    const tried = name.startsWith(".") ? `\`${name}\`` : `\`${prefixed}\` and \`${name}\``;
    const why = error instanceof Error && !/Cannot find/.test(error.message) ? `: ${error.message}` : "";
    const known = Object.keys(builtIn).join(", ");
    throw new CallError(`Cannot find renderer \`${name}\`; tried ${tried} from \`${cwd}\`${why}; ccdag has ${known}`);
  }
  throw new CallError(`Unexpected renderer \`${name}\`, expected a plugin or a preset as its default export`);
}
