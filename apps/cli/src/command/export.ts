import { resolve } from "node:path";
import type { PluggableList } from "unified";
import type { VFile } from "vfile";
import { type ExportRequest, exportTree, parseTree, readOptions, type Renderer } from "@ccdag/pipeline";
import { exportOptions, RequestError } from "@ccdag/pipeline/tables";
import { type CommandIo, exit } from "../io.ts";
import {
  type InputSource,
  load,
  type LoadedInput,
  type LoadedTree,
  loadTree,
  locateAll,
  MessageList,
  noConversation,
  type PeriodOptions,
  type PriceOptions,
  readPeriod,
  readPrices,
  readRedaction,
  type Redaction,
  type RedactionOptions,
  redactMessages,
  reportRedaction,
  sayWhole,
} from "@ccdag/library";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { chooseFormat, configRenderer, loadRemark, loadRenderer, readUse } from "@ccdag/config";
import { exportParts, FolderExport, idsOf, type PartOptions, readHighlight, toolsIn } from "@ccdag/site/folder";
import { documentOutput, inputArguments, jobsOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import type { WrittenTables } from "../tables/export-tables.ts";
import { UnknownTools } from "../unknown-tools.ts";
import { layoutOf, writeExport } from "../write-export.ts";

/** Options of `ccdag export`, as typed, keyed by the names in the table of options. */
export interface ExportCommandOptions extends Verbosity, PeriodOptions, RedactionOptions, PriceOptions {
  to?: string | undefined;
  output?: string | undefined;
  agents?: string | undefined;
  branches?: string | undefined;
  remark?: readonly string[] | undefined;
  highlight?: string | undefined;
  jobs?: string | undefined;
  readonly [name: string]: unknown;
}

/** What is typed for it. */
export const command: Command = {
  name: "export",
  rank: 70,
  purpose: "share",
  description: "write a transcript as Markdown, HTML or JSON",
  arguments: inputArguments,
  options: [...exportOptions, documentOutput, jobsOption],
  example: "export ~/.claude/projects/-home-me-app -o app.md",
  run: (inputs, options, io) => runExport(inputs, options, io),
};

/**
 * `ccdag export`: reads transcripts and writes one document, or one for each root session.
 *
 * @param inputs as typed.
 * @param options as typed.
 * @param io the environment of the run.
 * @param runnerFor see {@link PartOptions}.
 */
export async function runExport(
  inputs: readonly string[],
  options: ExportCommandOptions,
  io: CommandIo,
  runnerFor?: PartOptions["runnerFor"],
): Promise<number> {
  const { output } = options;
  const renderer = await chooseRenderer(options, io);
  const request = await readRequest(options, renderer, io);
  const redaction = await readRedaction(options, renderer.isShared === true, io);
  const redact = redaction?.options ?? (options.redact === false ? false : undefined);
  const layout = await layoutOf(output, io.cwd);
  if (renderer.isTable && options.jobs !== undefined)
    throw new RequestError(`Unexpected --jobs for ${renderer.name}: tables are written by one thread`);
  if (layout.kind !== "folder" && options.jobs !== undefined)
    throw new RequestError("Unexpected --jobs without a folder/ after --output: one document has one thread");
  assertTables(request, layout.kind === "folder", output);
  const sources = await locateAll(inputs, io, { isWhole: hasPeriod(options), hasEntry: true });
  if (layout.kind === "folder" || renderer.isDatabase)
    return exportFolder({ sources, options, request: { ...request, redact }, redaction, io, runnerFor });
  const joined = isDivisible({ redaction, request }) ? await loadTree(sources, request, io) : undefined;
  const { file, session, tree }: Partial<LoadedTree> & LoadedInput =
    joined ?? (await load(sources, io, idsOf(request)));
  const part = (await partOf(sources, { file, session, tree }, request, io)) ?? { session, tree };
  const exported = await exportTree(file, { ...request, ...part, redact, layout });
  if (exported.tree.children.length === 0 && exitCode(file) === exit.done)
    throw nothingToShow(sources, options, exported.whole.children.length > 0);
  const written = await writeExport(exported, layout, output, io);
  if (written !== undefined && !options.quiet) io.stderr(`${written}\n`);
  const tools = new UnknownTools(request.options?.tools);
  tools.add(toolsIn(exported.whole, request));
  return report(file, options, tools, redaction, io);
}

/** What the only input names in its session: an agent is a tree of its own, any other place means the session. */
async function partOf(
  [source, other]: readonly InputSource[],
  { file, session, tree }: LoadedInput & Pick<ExportRequest, "tree">,
  request: ExportRequest,
  io: CommandIo,
): Promise<Pick<ExportRequest, "session" | "tree"> | undefined> {
  if (source?.entry === undefined || other !== undefined) return undefined;
  const { treeOfAgent } = await import("../show/tree-of-agent.ts");
  const whole = tree ?? parseTree(file, request);
  const agent = treeOfAgent(source, whole, file);
  if (agent !== undefined) return { tree: agent };
  sayWhole(source, io);
  return { session, tree: whole };
}

/** Print what a user has to know of an export that was written. */
async function report(
  file: VFile,
  options: ExportCommandOptions,
  tools: UnknownTools,
  redaction: Redaction | undefined,
  io: CommandIo,
): Promise<number> {
  if (!options.quiet) tools.report(io);
  await reportRedaction(file, options, io);
  if (redaction) await redactMessages(file, redaction);
  await printMessages(file, options, io);
  return exitCode(file);
}

/** An export into a folder or a database. */
interface FolderRun {
  readonly sources: readonly InputSource[];
  readonly options: ExportCommandOptions;
  readonly request: ExportRequest;
  readonly redaction: Redaction | undefined;
  readonly io: CommandIo;
  readonly runnerFor: PartOptions["runnerFor"];
}

/** What came of it. */
interface FolderResult extends Pick<WrittenTables, "file" | "seen" | "tools"> {
  /** What was written, such as `3 documents`. */
  readonly summary: string;
}

/** Write into a folder or a database, part by part of the project if nothing has to be known of all of them. */
async function exportFolder(run: FolderRun): Promise<number> {
  const { sources, options, request, redaction, io } = run;
  const { summary, file, seen, tools } = await (request.renderer.isTable ? writeTables(run) : writeDocuments(run));
  if (isNothing(seen, file)) throw nothingToShow(sources, options, seen.whole > 0);
  const { isDatabase } = request.renderer;
  if (!options.quiet) io.stderr(isDatabase ? `${options.output}\n` : `${summary} in ${options.output}\n`);
  return report(file, options, tools, redaction, io);
}

/** Write one document for each root session. */
async function writeDocuments(run: FolderRun): Promise<FolderResult> {
  const { sources, options, request, redaction, io } = run;
  const style = { renderer: request.renderer, isRedacted: redaction !== undefined };
  const folder = await FolderExport.open(resolve(io.cwd, options.output!), style, io);
  const messages = new MessageList();
  const tools = new UnknownTools(request.options?.tools);
  const seen = { whole: 0, shown: 0 };
  const bar = await io.showProgress?.();
  try {
    const parts = exportParts(sources, request, io, {
      folder,
      isDivisible: isDivisible(run),
      jobs: readJobs(options.jobs),
      highlight: options.highlight,
      runnerFor: run.runnerFor,
    });
    for await (const part of parts) {
      bar?.at({ ...part.progress, name: part.exported.names[0]?.name ?? "" });
      seen.whole += part.exported.count.whole;
      seen.shown += part.exported.count.shown;
      tools.add(part.exported.tools);
      const paths = part.exported.count.shown > 0 ? await folder.add(part.exported) : [];
      // What is damaged is read and reported again.
      if (exitCode(part.file) === exit.done) part.remember?.(paths);
      messages.add(part.file);
    }
    const file = messages.toFile();
    return { summary: isNothing(seen, file) ? "" : await folder.finish(), file, seen, tools };
  } finally {
    bar?.end();
    await folder.close();
  }
}

/** Write all tables. */
async function writeTables(run: FolderRun): Promise<FolderResult> {
  const { sources, options, request, io } = run;
  const { exportTables } = await import("../tables/export-tables.ts");
  const { count, ...rest } = await exportTables(sources, request, options.output!, isDivisible(run), io);
  return { summary: `${count} files`, ...rest };
}

/** Whether each session is exported in the same way, whatever other sessions there are. */
function isDivisible({ redaction, request }: Pick<FolderRun, "redaction" | "request">): boolean {
  const { renderer, redact } = request;
  return redaction === undefined && idsOf(request).length === 0 && (redact === false || renderer.isShared !== true);
}

/** Whether there is nothing to write, although all could be read. */
function isNothing({ shown }: FolderResult["seen"], file: VFile): boolean {
  return shown === 0 && exitCode(file) === exit.done;
}

/** Refuse options of tables that do not fit the output. */
function assertTables({ renderer, options = {} }: ExportRequest, isFolder: boolean, output: string | undefined): void {
  const isStdout = output === undefined || output === "-";
  if (renderer.isDatabase && (isStdout || isFolder))
    throw new RequestError(`Expected a file after --output for ${renderer.name}, which is one database`);
  if (renderer.isBinary && isStdout)
    throw new RequestError(`Expected a file or a folder/ after --output for ${renderer.name}, which is no text`);
  if (options["partition"] !== undefined && !isFolder)
    throw new RequestError("Unexpected --partition without a folder/ after --output: each value is a folder");
  if (options["table"] !== undefined && isFolder)
    throw new RequestError("Unexpected --table with a folder/ after --output, which gets all tables");
}

/** The error for an export without a message. */
function nothingToShow(
  sources: readonly InputSource[],
  options: ExportCommandOptions,
  isSelected: boolean,
): RequestError {
  if (isPart(options) && isSelected) return new RequestError("No messages match --since, --until and --turns");
  if (options["branch"] === "abandoned" && isSelected)
    return new RequestError(
      `No abandoned branch in ${sources.map(({ session, input }) => (session === undefined ? `\`${input}\`` : `session \`${session}\``)).join(", ")}; \`ccdag ls\` counts branches`,
    );
  return noConversation(sources);
}

async function chooseRenderer({ to, output }: ExportCommandOptions, io: CommandIo): Promise<Renderer> {
  const { config } = io;
  const use = to === undefined ? undefined : readUse(to);
  const name = chooseFormat(use?.name, output === "-" ? undefined : output, config?.renderer !== undefined);
  return name === undefined ? configRenderer(config!.renderer!) : loadRenderer({ name, options: use?.options }, io);
}

/** Turn the options as typed into a request, without the parts that depend on the files. */
async function readRequest(options: ExportCommandOptions, renderer: Renderer, io: CommandIo): Promise<ExportRequest> {
  const read = readOptions(options, renderer);
  assertOutput(options);
  const prices = await readPrices(options, io);
  const period = readPeriod(options, io);
  const rendererOptions = { ...(await readRemark(options, io)), ...(await readHighlight(options.highlight)) };
  return {
    renderer,
    options: { ...read, ...period, prices },
    rendererOptions,
    user: io.config,
    processor: io.processor,
  };
}

/** The remark plugins of `--remark`, after those of the config. */
async function readRemark({ remark = [] }: ExportCommandOptions, io: CommandIo): Promise<Record<string, unknown>> {
  if (remark.length === 0) return {};
  const known = (io.config?.settings["remarkPlugins"] ?? []) as PluggableList;
  const plugins: PluggableList = [...known];
  for (const text of remark) plugins.push(await loadRemark(readUse(text, "remark"), io));
  return { remarkPlugins: plugins };
}

/** The number of threads of `--jobs`. */
function readJobs(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,2}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new RequestError(`Unexpected --jobs \`${text}\`, expected a number of threads`);
}

/** Reject outputs that cannot take the several documents that some options write. */
function assertOutput({ agents, branches, output }: ExportCommandOptions): void {
  if (branches === "separate" && !/[/\\]$/.test(output ?? ""))
    throw new RequestError(
      "Expected a folder/ after --output with --branches separate, which writes several documents",
    );
  if (agents === "separate" && (output === undefined || output === "-"))
    throw new RequestError(
      "Expected a file or folder after --output with --agents separate, which writes several documents",
    );
}

/** Whether days were chosen: they then choose the sessions, too. */
function hasPeriod({ since, until }: ExportCommandOptions): boolean {
  return (since ?? until) !== undefined;
}

function isPart({ since, until, turns }: ExportCommandOptions): boolean {
  return (since ?? until ?? turns) !== undefined;
}
