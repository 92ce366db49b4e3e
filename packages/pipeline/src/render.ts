import type { Data, Root } from "@ccdag/ccast";
import type { RenderProblem } from "@ccdag/mdast";
import { ccdag, messageAt, timeline } from "@ccdag/processor";
import { toGraph, toMermaid } from "@ccdag/render-graph";
import type { Pluggable, Preset } from "unified";
import { VFile } from "vfile";
import { RequestError } from "./request-error.ts";
import type { DocumentAddresses, RenderedDocument } from "./addresses.ts";
import { requestedDetail } from "./detail.ts";
import { isPreset, type Renderer } from "./formats.ts";
import { rendererOptions } from "./read-options.ts";
import type { ExportRequest } from "./request.ts";
import { visibleJson, visibleText } from "./visible.ts";
import { whereOf, whyOf } from "./why.ts";

/**
 * Run the stages of one document: timeline, render.
 *
 * @param tree the content of the document.
 * @param file the files that the tree was made of.
 * @param request the request, as for `exportTree`.
 * @param addresses options that depend on the path of the document (default: none).
 * @param inPieces whether the text may be made piece by piece (default: `false`).
 * @throws RequestError if a renderer plugin fails.
 */
export function renderDocument(
  tree: Root,
  file: VFile,
  request: ExportRequest,
  addresses: DocumentAddresses = {},
  inPieces = false,
): RenderedDocument {
  const { renderer, user, options: { order = "session-tree", compaction } = {} } = request;
  const arranged = timeline(tree, file, { order, compaction: compaction === "root" ? "root" : "continue" });
  const pages = addresses.pageName === undefined ? {} : { budget: renderer.pageBudget };
  const report = ({ error, node }: RenderProblem) => {
    const path = (node?.data as Data | undefined)?.path;
    messageAt(file, path, node?.position, `Cannot render this, which is shown as it is: ${whyOf(error)}`, renderFailed);
  };
  // What a plugin of the user puts into a tree may fail to become text: then no file is begun.
  const pieced = inPieces && renderer.hasPieces === true && (user?.plugins.length ?? 0) === 0 ? { inPieces } : {};
  const options = { ...pages, ...optionsOf(request), ...addresses, ...drawingOf(tree, request), ...pieced, report };
  const processor = ccdag().use([...(user?.plugins ?? [])]);
  if (isPreset(renderer)) processor.use(renderer.plugin as Preset).use({ settings: options });
  else if (typeof renderer.plugin === "function") processor.use([[renderer.plugin, options]] as Pluggable[]);
  else processor.use([renderer.plugin]);
  delete file.data.parts;
  delete file.data.assets;
  delete file.data.places;
  const text = compile(() => processor.stringify(arranged, file), request);
  const pieces = takePieces(file) ?? (typeof text === "string" ? undefined : () => [text]);
  if (pieces) return { texts: [], pieces: visiblePieces(pieces(), renderer), assets: [] };
  const texts = (file.data.parts ?? [String(text)]).map((one) => visible(one, renderer));
  return { texts, assets: file.data.assets ?? [], places: file.data.places };
}

/** The name of messages about what cannot be rendered. */
export const renderFailed = "render-failed";

/** What makes the text piece by piece, if the renderer left that instead of a text. */
function takePieces({ data }: VFile): (() => Iterable<string | Uint8Array>) | undefined {
  const { pieces } = data;
  delete data.pieces;
  return pieces;
}

function* visiblePieces(pieces: Iterable<string | Uint8Array>, renderer: Renderer): Generator<string | Uint8Array> {
  for (const piece of pieces) yield typeof piece === "string" ? visible(piece, renderer) : piece;
}

/** The text of one of our formats without characters that nobody sees; the text of a plugin is its own. */
function visible(text: string, { path, ending }: Renderer): string {
  if (path !== undefined) return text;
  return /^\.jsonl?$/.test(ending) ? visibleJson(text) : visibleText(text);
}

/**
 * Options of the renderer. The command line overrides the config, which overrides a preset, which overrides the defaults
 * of the format.
 */
function optionsOf(request: ExportRequest): object {
  const { renderer, options = {}, user, rendererOptions: own = {} } = request;
  const { defaults, given } = renderer;
  // If the user asks for everything, tool output is not truncated by default.
  const isWhole = requestedDetail(request).detail === "full";
  const usual = isWhole ? { ...defaults, limit: undefined, complete: true } : defaults;
  return defined({ ...usual, ...user?.settings, ...given, ...defined(own), ...defined(rendererOptions(options)) });
}

/** The drawing above a document, if one is requested. */
function drawingOf(tree: Root, { options }: ExportRequest): object {
  if (!options?.graph) return {};
  return { above: [{ type: "code", lang: "mermaid", value: toMermaid(toGraph(tree)).trimEnd() }] };
}

function defined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function compile(
  stringify: () => unknown,
  { renderer, user, rendererOptions: own }: ExportRequest,
): string | Uint8Array {
  let rendered: unknown;
  try {
    rendered = stringify();
  } catch (error) {
    const plugins = [...(user?.plugins ?? []), own?.["remarkPlugins"] ?? [], own?.["rehypePlugins"] ?? []].flat();
    if (renderer.path === undefined && plugins.length === 0) throw error;
    throw new RequestError(`The ${nameOf(renderer)} failed: ${whereOf(error)}`);
  }
  if (typeof rendered === "string") return rendered;
  if (rendered instanceof Uint8Array) return renderer.isBinary === true ? rendered : String(new VFile(rendered));
  throw new RequestError(
    `Unexpected ${rendered === null ? "null" : typeof rendered} from the ${nameOf(renderer)}, expected a text`,
  );
}

function nameOf({ name, path }: Renderer): string {
  return path === undefined ? `renderer \`${name}\` with plugins` : `renderer \`${name}\` (\`${path}\`)`;
}
