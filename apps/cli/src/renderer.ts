import { ccdag } from "@ccdag/processor";
import type { Pluggable, PluggableList } from "unified";
import { CallError, type Io } from "./io.ts";
import { loadModule } from "./plugins/load-module.ts";
import { whereOf } from "./plugins/why.ts";
import type { Part } from "./plugins/attach.ts";
import type { UserConfig } from "./plugins/user-config.ts";
import type { Use } from "./plugins/read-use.ts";

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
  /** Where it was loaded from, if it does not come with ccdag. */
  readonly path?: string | undefined;
  /** Plugins and settings of the user, that it is used with. */
  readonly config?: UserConfig | undefined;
  /** Options that it is used with, unless others are given. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Choose the format: what `--to` says, else what the ending of the output says, else Markdown.
 *
 * @param hasOwn whether the user has a renderer that is meant where nobody names another one.
 * @returns nothing for that renderer.
 * @throws CallError when the two contradict each other.
 */
export function chooseFormat(to: string | undefined, output: string | undefined, hasOwn = false): string | undefined {
  const ending = output === undefined ? undefined : /\.[a-z]+$/i.exec(output)?.[0]?.toLowerCase();
  const fromEnding = ending === undefined ? undefined : byEnding[ending];
  const isOther =
    to !== undefined && Object.hasOwn(builtIn, to) && builtIn[to]!.ending !== builtIn[fromEnding ?? to]!.ending;
  if (isOther)
    throw new CallError(`Unexpected format \`${to}\` for \`${output}\`, expected \`${fromEnding}\` or another ending`);
  if (to === undefined && fromEnding === undefined && hasOwn) return undefined;
  if (to === undefined && ending !== undefined && fromEnding === undefined)
    throw new CallError(
      `Unexpected ending \`${ending}\`, expected .md, .html, .json, .jsonl, .mmd or .dot, or a format after --to`,
    );
  return to ?? fromEnding ?? "markdown";
}

/**
 * Load a renderer by name: one that comes with ccdag, else `ccdag-render-<name>`, else `<name>`, or a file.
 *
 * @param use its name, and what it was given, as typed after `--to`.
 * @param io the world: packages are looked for from the folder of the config, else from the current one.
 * @throws CallError that says what was tried, or what is wrong with what was found.
 */
export async function loadRenderer(
  { name, options }: Use,
  { cwd, config }: Pick<Io, "cwd" | "config">,
): Promise<Renderer> {
  if (Object.hasOwn(builtIn, name)) {
    const { load, ending, isShared = false, isNote = false, options: usual } = builtIn[name]!;
    const plugin = (await load()).default as Pluggable;
    return {
      plugin,
      name,
      ending,
      isShared,
      isNote,
      config,
      options: { ...(await usual?.()), ...(options as object | undefined) },
    };
  }
  const { value, module, path } = await loadModule({
    name,
    kind: "renderer",
    prefix: "ccdag-render",
    from: config?.folder ?? cwd,
    paths: cwd,
    known: Object.keys(builtIn),
  });
  assertCompiles(value as Pluggable, `renderer \`${name}\` (\`${path}\`)`);
  const ending = endingOf(module["ending"], `renderer \`${name}\` (\`${path}\`)`);
  const given = options === undefined ? {} : { options: options as Record<string, unknown> };
  return { plugin: value as Pluggable, name, ending, isShared: false, isNote: false, config, path, ...given };
}

/** The renderer that is among the plugins of the user. A preset that holds one knows itself what it wants. */
export function configRenderer(config: UserConfig, part: Part): Renderer {
  const { value, name, path } = part;
  const isPlugin = typeof value === "function";
  const plugin = (isPlugin ? value : { plugins: [] }) as Pluggable;
  return {
    plugin,
    name,
    ending: endingOf(part.ending, name),
    isShared: false,
    isNote: false,
    config,
    path: path ?? "the config",
  };
}

function endingOf(ending: unknown, name: string): string {
  if (ending === undefined) return ".txt";
  if (typeof ending === "string" && /^(?:\.[\w-]+)+$/.test(ending)) return ending;
  throw new CallError(`Unexpected \`ending\` of ${name}, expected one like \`.txt\``);
}

function assertCompiles(plugin: Pluggable, what: string): void {
  let compiler: unknown;
  try {
    compiler = ccdag()
      .use([plugin] as PluggableList)
      .freeze().compiler;
  } catch (error) {
    throw new CallError(`Cannot use ${what}: ${whereOf(error)}`);
  }
  if (compiler === undefined) throw new CallError(`Unexpected ${what}, expected one that sets a compiler`);
}
