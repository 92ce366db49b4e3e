import { resolve } from "node:path";
import type { Root } from "@ccdag/ccast";
import type { ImagePolicy } from "@ccdag/mdast";
import {
  ccdag,
  ccdagDetail,
  ccdagSelect,
  type Detail,
  type DetailOptions,
  type Order,
  timeline,
} from "@ccdag/processor";
import type { Preset } from "unified";
import type { VFile } from "vfile";
import { CallError, exit, type Io } from "../io.ts";
import { load } from "../load.ts";
import type { UserConfig } from "../plugins/user-config.ts";
import { readUse } from "../plugins/read-use.ts";
import { parse, transform } from "../plugins/work.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { type PeriodOptions, readPeriod } from "../period.ts";
import { type PriceOptions, readPrices } from "../prices.ts";
import { readRedaction, type RedactionOptions, redactMessages, reportRedaction } from "../redaction.ts";
import { isOwnPreset, render } from "../render.ts";
import { isFolder } from "../output.ts";
import { pageLimit, toPath, writeDocument } from "../write-document.ts";
import { audienceOf, chooseFormat, isDrawing, loadRenderer, configRenderer, type Renderer } from "../renderer.ts";
import { nothing } from "../tree.ts";
import { type RenderOptions, withGraph, writeApart, writeFolder } from "./export-folder.ts";

/** Options of `ccdag export`. */
export interface ExportOptions extends Verbosity, PeriodOptions, RedactionOptions, PriceOptions {
  /** Whether it is told what answers and turns took of tokens (default: `false`). */
  tokens?: boolean | undefined;
  to?: string | undefined;
  output?: string | undefined;
  /** `all`, `active`, or the uuid of a branch. */
  branch?: string | undefined;
  /** The uuid of an entry: only the path to it is told. */
  leaf?: string | undefined;
  /** How much is told (default: `tools`; for JSON and renderer plugins `full`). */
  detail?: Detail | undefined;
  /** Whether thinking is told (default: `true`). */
  thinking?: boolean | undefined;
  /** Names of the tools whose calls are told, with commas between them (default: all). */
  tools?: string | undefined;
  /** How many characters of one output are told: a number, or `none` (default: 10,000; none at the detail `full`). */
  limit?: string | undefined;
  /** How many characters a document may have: a number, or `none` (default: `none`; 65,000 for `github`). */
  budget?: string | undefined;
  /** Whether a drawing of sessions, branches and agents stands above the text (default: `false`). */
  graph?: boolean | undefined;
  /** What becomes of images (default: `link`; `embed` for HTML). */
  images?: ImagePolicy | undefined;
  /** Where agents are told (default: `inline`). */
  agents?: Agents | undefined;
  /** Where branches are told, in a folder (default: `inline`). */
  branches?: "inline" | "separate" | undefined;
  /** In which order it is told (default: `session-tree`). */
  order?: Order | undefined;
  /** What a compaction means for its line (default: `continue`). */
  compaction?: Compactions | undefined;
}

/** The line goes on, begins anew, or goes on without boundary and summary. */
type Compactions = "continue" | "root" | "strip";

/** As for Markdown and HTML: in the fold of the call, after the turn, in documents of their own, not at all. */
export type Agents = "inline" | "after" | "separate" | "none";

/** `ccdag export`: read, and write one document, or one per root session. */
export async function runExport(input: string | undefined, options: ExportOptions, io: Io): Promise<number> {
  const { output } = options;
  const { config } = io;
  const to = options.to === undefined ? undefined : readUse(options.to);
  const chosen = chooseFormat(to?.name, output === "-" ? undefined : output, config?.renderer !== undefined);
  const renderer =
    chosen === undefined
      ? configRenderer(config!, config!.renderer!)
      : await loadRenderer({ name: chosen, options: to?.options }, io);
  const format = renderer.name;
  assertFits(options, format);
  const isOwn = isOwnPreset(renderer);
  const rendering: RenderOptions = {
    agents: options.agents,
    branches: options.branches,
    limit: readSize(options, "limit") ?? (isOwn ? undefined : defaultLimit(options, format, config)),
    budget: readSize(options, "budget"),
    images: options.images,
    tokens: options.tokens,
    graph: options.graph,
    prices: await readPrices(options, io),
  };
  const period = await readPeriod(options, io.now ?? new Date());
  const redaction = await readRedaction(options, renderer.isShared, io);
  const { file, session } = await load(input, io);
  const { branch, leaf, compaction } = options;
  const reading = compaction === "root" ? { compaction } : {};
  const whole = parse(file, io, reading);
  const select = { ...period, session, branch, leaf, compaction: compaction === "strip" ? compaction : undefined };
  const selected = ccdag().use(ccdagSelect, select);
  if (config) selected.use([...config.plugins]);
  const made = await transform(whole, file, io, selected);
  // What others have added is looked through, too; and what a secret is called must not depend on how much is told.
  const transforms = ccdag();
  if (redaction) transforms.use(redaction.plugin, redaction.options);
  if (isOwn) transforms.use(renderer.plugin as Preset);
  // A preset may have options of its own for it, or use it where the user wants nobody to look.
  if (redaction) transforms.use(redaction.plugin, redaction.options);
  else if (options.redact === false) transforms.use((await import("@ccdag/redact")).default, false);
  const detail = toDetail(options, isOwn || config?.hasDetail ? undefined : format, config?.detail);
  const tree = await transform(made, file, io, transforms.use(ccdagDetail, detail));
  if (tree.children.length === 0 && exitCode(file) === exit.done)
    throw isPart(options) && whole.children.length > 0
      ? new CallError("Nothing was said in what --since, --until and --turns leave")
      : nothing(input, session);
  await write(tree, file, { renderer, options: rendering }, options, io);
  await reportRedaction(file, options, io);
  if (redaction) await redactMessages(file, redaction);
  await printMessages(file, options, io);
  return exitCode(file);
}

/**
 * Whoever reads wants what was said and done; whoever writes a program wants all, unless they say otherwise. A preset
 * says itself what its readers want: it has no format.
 */
function toDetail(
  { detail, thinking, tools }: ExportOptions,
  format: string | undefined,
  own: DetailOptions = {},
): DetailOptions {
  const wanted = format === undefined ? undefined : audienceOf(format) === "people" ? "tools" : "full";
  return {
    detail: detail ?? own.detail ?? wanted,
    thinking: thinking ?? own.thinking,
    tools: tools?.split(",").map((name) => name.trim()) ?? own.tools,
  };
}

async function write(
  tree: Root,
  file: VFile,
  { renderer, options }: { renderer: Renderer; options: RenderOptions },
  { output, quiet, agents, order = "session-tree", compaction }: ExportOptions,
  io: Io,
): Promise<void> {
  const reading = compaction === "root" ? compaction : "continue";
  const arrange = (part: Root) => timeline(part, file, { order, compaction: reading });
  if (output !== undefined && output !== "-") {
    const path = resolve(io.cwd, output);
    if (await isFolder(output, path)) {
      const count = await writeFolder(tree, file, path, { renderer, options, arrange });
      if (!quiet) io.stderr(`${count} documents in ${output}\n`);
      return;
    }
    if (agents === "separate") {
      const count = await writeApart(tree, file, path, { renderer, options });
      if (!quiet) io.stderr(`${output} and ${count - 1} ${count === 2 ? "agent" : "agents"}\n`);
      return;
    }
    const given = toPath(path, renderer, withGraph(tree, options));
    const count = await writeDocument(path, render(arrange(tree), file, renderer, given));
    if (!quiet)
      io.stderr(
        count === 1
          ? `${output}\n`
          : `${output} and ${count - 1} more, .part2${count > 2 ? ` to .part${count}` : ""}\n`,
      );
    return;
  }
  const { texts, assets } = render(arrange(tree), file, renderer, withGraph(tree, options));
  const [text = "", ...others] = texts;
  if (assets.length > 0)
    throw new CallError(`Expected a file after --output for ${assets.length} more files, or another --images`);
  if (others.length > 0)
    throw new CallError(
      `Expected a file after --output for ${others.length + 1} parts, or --budget none, or a lower --detail`,
    );
  await io.stdout(text);
}

/** Output is told in full where all is told; on a page it is folded, and in nobody's way. */
function defaultLimit({ detail }: ExportOptions, format: string, own: UserConfig | undefined): number | undefined {
  if (own?.settings["limit"] !== undefined) return undefined;
  if (audienceOf(format) !== "people" || (detail ?? own?.detail.detail) === "full") return undefined;
  return format === "html" ? pageLimit : 10_000;
}

function isPart({ since, until, turns }: ExportOptions): boolean {
  return (since ?? until ?? turns) !== undefined;
}

/** A number of characters; without end for `none`. */
function readSize(options: ExportOptions, name: "limit" | "budget"): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (value === "none") return Number.POSITIVE_INFINITY;
  const isSize = /^[1-9]\d*$/.test(value) && (name === "limit" || Number(value) >= 2000);
  if (!isSize)
    throw new CallError(
      `Unexpected --${name} \`${value}\`, expected a number of characters${name === "budget" ? ", at least 2000," : ""} or none`,
    );
  return Number(value);
}

/** Some options are for renderers that speak: what is for programs is made of the tree, whatever is told of it. */
function assertFits(
  {
    agents,
    limit,
    budget,
    images,
    tokens,
    cost,
    prices,
    graph,
    branches,
    output,
    order = "session-tree",
  }: ExportOptions,
  format: string,
): void {
  if (limit !== undefined && audienceOf(format) === "programs")
    throw new CallError(`Unexpected --limit for ${format}, which holds everything whole`);
  if (branches === "separate" && !/[/\\]$/.test(output ?? ""))
    throw new CallError("Expected a folder/ after --output with --branches separate, which writes several documents");
  if (graph && (audienceOf(format) !== "people" || format === "html" || format === "plain"))
    throw new CallError(`Unexpected --graph for ${format}, expected a flavour of Markdown, or --to mermaid`);
  if (order !== "session-tree" && isDrawing(format))
    throw new CallError(`Unexpected --order ${order} for ${format}, which draws what hangs on what`);
  if ((tokens ?? cost ?? prices) !== undefined && audienceOf(format) === "programs")
    throw new CallError(`Unexpected --tokens or --cost for ${format}; \`ccdag usage --json\` is for programs`);
  if (images !== undefined && audienceOf(format) === "programs")
    throw new CallError(`Unexpected --images for ${format}, which holds everything whole`);
  if (budget !== undefined && audienceOf(format) === "programs")
    throw new CallError(`Unexpected --budget for ${format}, which is one document`);
  if (order !== "session-tree" && format === "messages")
    throw new CallError(`Unexpected --order ${order} for messages, which are told path by path`);
  if (agents === undefined) return;
  if (order !== "session-tree" && agents !== "inline")
    throw new CallError(
      `Unexpected --agents ${agents} with --order ${order}: in one stream agents have no other place`,
    );
  if (audienceOf(format) === "programs")
    throw new CallError(`Unexpected --agents for ${format}, which is made of the whole tree`);
  if (agents === "separate" && (output === undefined || output === "-"))
    throw new CallError(
      "Expected a file or folder after --output with --agents separate, which writes several documents",
    );
}
