import { resolve } from "node:path";
import type { Root } from "@ccdag/ccast";
import {
  ccdag,
  ccdagDetail,
  ccdagSelect,
  type Detail,
  type DetailOptions,
  default as ccdagParse,
  type Order,
  timeline,
} from "@ccdag/processor";
import type { VFile } from "vfile";
import { asCall, CallError, exit, type Io } from "../io.ts";
import { load } from "../load.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { type PeriodOptions, readPeriod } from "../period.ts";
import { readRedaction, type RedactionOptions, reportRedaction } from "../redaction.ts";
import { render, withOptions } from "../render.ts";
import { isFolder, writeAtomically } from "../output.ts";
import { audienceOf, chooseFormat, loadRenderer, type Renderer } from "../renderer.ts";
import { nothing } from "../tree.ts";
import { type TellingOptions, writeApart, writeFolder } from "./export-folder.ts";

/** Options of `ccdag export`. */
export interface ExportOptions extends Verbosity, PeriodOptions, RedactionOptions {
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
  /** Where agents are told (default: `inline`). */
  agents?: Agents | undefined;
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
  const format = chooseFormat(options.to, output === "-" ? undefined : output);
  const renderer = await loadRenderer(format, io.cwd);
  assertFits(options, format);
  const telling: TellingOptions = { agents: options.agents, limit: readLimit(options, format) };
  const period = await readPeriod(options, io.now ?? new Date());
  const redaction = await readRedaction(options, renderer.isShared, io);
  const { file, session } = await load(input, io);
  const processor = (io.processor ?? ccdag)();
  const { branch, leaf, compaction } = options;
  const reading = compaction === "root" ? { compaction } : {};
  const whole = processor().use(ccdagParse, reading).parse(file);
  const select = { ...period, session, branch, leaf, compaction: compaction === "strip" ? compaction : undefined };
  const transforms = processor().use(ccdagSelect, select);
  // What a secret is called must not depend on how much is told.
  if (redaction) transforms.use((await import("@ccdag/redact")).default, redaction);
  const tree = await asCall(() => transforms.use(ccdagDetail, toDetail(options, format)).run(whole, file));
  if (tree.children.length === 0 && exitCode(file) === exit.done) throw nothing(input, session);
  await tell(tree, file, { renderer, options: telling }, options, io);
  await reportRedaction(file, options, io);
  await printMessages(file, options, io);
  return exitCode(file);
}

/** Whoever reads wants what was said and done; whoever writes a program wants all, unless they say otherwise. */
function toDetail({ detail, thinking, tools }: ExportOptions, format: string): DetailOptions {
  return {
    detail: detail ?? (audienceOf(format) === "people" ? "tools" : "full"),
    thinking,
    tools: tools?.split(",").map((name) => name.trim()),
  };
}

async function tell(
  tree: Root,
  file: VFile,
  { renderer, options }: { renderer: Renderer; options: TellingOptions },
  { output, quiet, agents, order = "session-tree", compaction }: ExportOptions,
  io: Io,
): Promise<void> {
  const reading = compaction === "root" ? compaction : "continue";
  const arrange = (part: Root) => timeline(part, file, { order, compaction: reading });
  const plugin = withOptions(renderer, options);
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
    await writeAtomically(path, render(arrange(tree), file, plugin));
    if (!quiet) io.stderr(`${output}\n`);
    return;
  }
  await io.stdout(render(arrange(tree), file, plugin));
}

/** Output is told in full where all is told. */
function readLimit({ limit, detail }: ExportOptions, format: string): number | undefined {
  if (limit === undefined) return audienceOf(format) === "people" && detail !== "full" ? 10_000 : undefined;
  if (limit === "none") return undefined;
  if (!/^[1-9]\d*$/.test(limit))
    throw new CallError(`Unexpected --limit \`${limit}\`, expected a number of characters or none`);
  return Number(limit);
}

/** Some options are for renderers that speak: what is for programs is made of the tree, whatever is told of it. */
function assertFits({ agents, limit, output, order = "session-tree" }: ExportOptions, format: string): void {
  if (limit !== undefined && audienceOf(format) === "programs")
    throw new CallError(`Unexpected --limit for ${format}, which holds everything whole`);
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
