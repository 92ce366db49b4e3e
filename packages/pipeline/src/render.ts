import type { Root } from "@ccdag/ccast";
import type { FileAsset } from "@ccdag/mdast";
import { ccdag, timeline } from "@ccdag/processor";
import { toGraph, toMermaid } from "@ccdag/render-graph";
import type { Pluggable, Preset } from "unified";
import { VFile } from "vfile";
import type { DocumentAddresses } from "./addresses.ts";
import { isPreset, type Renderer } from "./formats.ts";
import { rendererOptions } from "./read-options.ts";
import { type ExportRequest, RequestError } from "./request.ts";
import { whereOf } from "./why.ts";

/** What a renderer made of a document. */
export interface RenderedDocument {
  /** One text, or the parts of a document that is divided. */
  readonly texts: readonly string[];
  /** Files that belong to it. */
  readonly assets: readonly FileAsset[];
  /** Of a document of several pages: on which page each anchor is, by its name, counted from 1. */
  readonly places?: ReadonlyMap<string, number> | undefined;
}

/**
 * The stages of one document: timeline, render.
 *
 * @param tree what it holds.
 * @param file the files that the tree was made of.
 * @param request as given to `exportTree`.
 * @param addresses options that depend on where the document is (default: it goes nowhere).
 * @throws RequestError where a renderer of the user's fails.
 */
export function renderDocument(
  tree: Root,
  file: VFile,
  request: ExportRequest,
  addresses: DocumentAddresses = {},
): RenderedDocument {
  const { renderer, user, options: { order = "session-tree", compaction } = {} } = request;
  const arranged = timeline(tree, file, { order, compaction: compaction === "root" ? "root" : "continue" });
  const pages = addresses.pageName === undefined ? {} : { budget: renderer.pageBudget };
  const options = { ...pages, ...optionsOf(request), ...addresses, ...drawingOf(tree, request) };
  const processor = ccdag().use([...(user?.plugins ?? [])]);
  if (isPreset(renderer)) processor.use(renderer.plugin as Preset).use({ settings: options });
  else if (typeof renderer.plugin === "function") processor.use([[renderer.plugin, options]] as Pluggable[]);
  else processor.use([renderer.plugin]);
  delete file.data.parts;
  delete file.data.assets;
  delete file.data.places;
  const text = compile(() => processor.stringify(arranged, file), request);
  return { texts: file.data.parts ?? [text], assets: file.data.assets ?? [], places: file.data.places };
}

/**
 * Options of the renderer. The command line comes before the config, which comes before a preset, which comes before the
 * defaults of the format.
 */
function optionsOf({ renderer, options = {}, user, rendererOptions: own = {} }: ExportRequest): object {
  const { defaults, given } = renderer;
  const usual = isWhole({ options, user }) ? { ...defaults, limit: undefined } : defaults;
  return defined({ ...usual, ...user?.settings, ...given, ...defined(own), ...defined(rendererOptions(options)) });
}

/** Tool output is never truncated where everything is shown, unless somebody says so. */
function isWhole({ options, user }: Pick<ExportRequest, "options" | "user">): boolean {
  return (options?.detail ?? user?.detail?.detail) === "full";
}

/** The drawing above a document, where one is asked for. */
function drawingOf(tree: Root, { options }: ExportRequest): object {
  if (!options?.graph) return {};
  return { above: [{ type: "code", lang: "mermaid", value: toMermaid(toGraph(tree)).trimEnd() }] };
}

function defined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function compile(stringify: () => unknown, { renderer, user }: ExportRequest): string {
  let rendered: unknown;
  try {
    rendered = stringify();
  } catch (error) {
    if (renderer.path === undefined && (user === undefined || user.plugins.length === 0)) throw error;
    throw new RequestError(`The ${nameOf(renderer)} failed: ${whereOf(error)}`);
  }
  if (typeof rendered === "string") return rendered;
  if (rendered instanceof Uint8Array) return String(new VFile(rendered));
  throw new RequestError(
    `Unexpected ${rendered === null ? "null" : typeof rendered} from the ${nameOf(renderer)}, expected a text`,
  );
}

function nameOf({ name, path }: Renderer): string {
  return path === undefined ? `renderer \`${name}\` with plugins` : `renderer \`${name}\` (\`${path}\`)`;
}
