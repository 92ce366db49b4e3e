import type { Root } from "@ccdag/ccast";
import { ccdag, default as ccdagParse, ccdagDetail, ccdagSelect, timeline } from "@ccdag/processor";
import type { Audit, Detector } from "@ccdag/redact";
import type { Pluggable, Preset } from "unified";
import type { VFile } from "vfile";
import { formats, type LoadedFormat } from "./formats.ts";
import { fitting, isForPrograms, type ViewOptions } from "./options.ts";
import type { RenderedView } from "./protocol.ts";

/** How many bytes the content of a page has at most, as on the command line. */
const pageBudget = 2_400_000;
/** How many characters of one output are told, as on the command line. */
const limits = { html: 100_000, other: 10_000 };

/**
 * Tell a project as `ccdag export` does: select, redact, how much is told, the order, the renderer.
 *
 * @param file the project.
 * @param read its tree, as it is with a compaction that goes on (default: it is read here); no transform changes it.
 * @param asked the options.
 * @param detectors who looks for secrets (default: those of the package).
 */
export async function renderView(
  file: VFile,
  read: Root | undefined,
  asked: ViewOptions,
  detectors?: readonly Detector[],
): Promise<RenderedView> {
  const options = fitting(asked);
  const { to, compaction, redact = to === "github" } = options;
  const { plugin, options: usual } = await formats[to]();
  const reading = compaction === "root" ? "root" : undefined;
  const tree = read ?? ccdag().use(ccdagParse, { compaction: reading }).parse(file);
  const selected = await select(file, tree, options);
  const transforms = ccdag();
  const isPreset = typeof plugin === "object" && !Array.isArray(plugin);
  const ccdagRedact = (await import("@ccdag/redact")).default;
  const looking = { detectors };
  if (redact) transforms.use(ccdagRedact, looking);
  if (isPreset) transforms.use(plugin);
  // A preset may use it where the user wants nobody to look.
  transforms.use(ccdagRedact, redact ? looking : false);
  transforms.use(ccdagDetail, toDetail(options, isPreset));
  const made = (await transforms.run(selected, file)) as Root;
  const arranged = timeline(made, file, { order: options.order ?? "session-tree", compaction: reading ?? "continue" });
  const rendered = await compile(arranged, file, {
    plugin,
    options: { ...usual, ...(await viewOptions(made, options, isPreset)) },
  });
  return { ...rendered, to, redacted: redact ? inWords(file.data.redaction) : undefined };
}

/** Keep what was asked for of a tree. */
export async function select(file: VFile, tree: Root, options: ViewOptions): Promise<Root> {
  const { session, branch, leaf } = options;
  const compaction = options.compaction === "strip" ? "strip" : undefined;
  return ccdag().use(ccdagSelect, { session, branch, leaf, compaction }).run(tree, file);
}

function toDetail({ to, detail, thinking, tools }: ViewOptions, isPreset: boolean): object {
  const wanted = isPreset ? undefined : isForPrograms(to) ? "full" : "tools";
  return { detail: detail ?? wanted, thinking, tools: tools?.split(",").map((name) => name.trim()) };
}

/** Options of the renderer. */
async function viewOptions(tree: Root, options: ViewOptions, isPreset: boolean): Promise<Record<string, unknown>> {
  const { to, agents, images, tokens, detail, graph } = options;
  const usual = isPreset || isForPrograms(to) || detail === "full" ? undefined : limits[to === "html" ? to : "other"];
  const given = options.limit === "none" ? Number.POSITIVE_INFINITY : Number(options.limit);
  const all: Record<string, unknown> = {
    agents,
    images,
    tokens,
    limit: options.limit === undefined ? usual : given,
    budget: to === "html" ? pageBudget : undefined,
  };
  if (graph) {
    const { toGraph, toMermaid } = await import("@ccdag/render-graph");
    all["above"] = [{ type: "code", lang: "mermaid", value: toMermaid(toGraph(tree)).trimEnd() }];
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function compile(
  tree: Root,
  file: VFile,
  { plugin, options = {} }: LoadedFormat,
): Promise<Omit<RenderedView, "to">> {
  const processor = ccdag();
  if (typeof plugin === "function") processor.use([[plugin, options]] as Pluggable[]);
  else processor.use(plugin as Preset).use({ settings: options });
  delete file.data.parts;
  delete file.data.assets;
  delete file.data.places;
  const text = String(processor.stringify(tree, file));
  return { texts: file.data.parts ?? [text], assets: (file.data.assets ?? []).length, places: file.data.places };
}

function inWords(audit: Audit | undefined): string {
  if (audit === undefined || audit.total + audit.images === 0) return "nothing was found to take out";
  const images = audit.images === 0 ? "" : `, ${audit.images} images left out`;
  return `${audit.total} places taken out${images}`;
}
