import type { CcdagMdastOptions, RenderMarkdownOptions } from "@ccdag/render-markdown";
import type { RenderGraphOptions } from "@ccdag/render-graph";
import type { RenderHtmlOptions } from "@ccdag/render-html";
import type { RenderJsonOptions } from "@ccdag/render-json";
import type { RenderTablesOptions } from "@ccdag/render-tables";

/** Options of the renderers, as settings of a config. A package that renders may add its own to this interface. */
export interface RendererSettings
  extends
    RenderHtmlOptions,
    Omit<RenderMarkdownOptions & CcdagMdastOptions, keyof RenderHtmlOptions>,
    RenderJsonOptions,
    RenderTablesOptions,
    RenderGraphOptions {
  /** Whether a note of Obsidian begins with its properties (default: `true`). */
  frontMatter?: boolean | undefined;
  /** Prefixes of inline queries that plugins of Obsidian use, besides those that end with `=` (default: none). */
  inlinePrefixes?: readonly string[] | undefined;
}

/** Every name of {@link RendererSettings}, and which are objects: a new option of a renderer does not compile until it is here. */
const names: Readonly<Record<keyof RendererSettings, true | "object">> = {
  above: true,
  agents: true,
  asset: true,
  assetFolder: true,
  budget: true,
  complete: true,
  contents: true,
  commands: true,
  draw: true,
  embedLimit: true,
  extensions: true,
  facts: true,
  forge: true,
  fragment: true,
  frontMatter: true,
  headingDepth: true,
  highlight: true,
  href: true,
  html: true,
  images: true,
  inPieces: true,
  indent: true,
  index: true,
  inlinePrefixes: true,
  labels: "object",
  lang: true,
  language: true,
  limit: true,
  listPrices: true,
  linked: true,
  live: true,
  marker: true,
  math: true,
  maxNodes: true,
  memory: true,
  outputs: true,
  pageName: true,
  prices: true,
  quotes: true,
  rehypePlugins: true,
  remarkPlugins: true,
  remoteImages: true,
  report: true,
  sections: true,
  sharedFiles: true,
  table: true,
  title: true,
  tokens: true,
  words: true,
};

/** The names of the settings that renderers have. Some are in the table of options, too. */
export const rendererSettings: readonly string[] = Object.keys(names);

/** Whether a setting of renderers is an object. */
export function isObjectSetting(name: string): boolean {
  return Object.hasOwn(names, name) && names[name as keyof RendererSettings] === "object";
}
