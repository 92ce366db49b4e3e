import { basename, resolve } from "node:path";
import { type ExportRequest, exportTree } from "@ccdag/pipeline";
import { shownFolder, toRows } from "@ccdag/render-tables";
import { type ProjectPart, readPart } from "@ccdag/files";
import type { VFile } from "vfile";
import { whyOf } from "@ccdag/files/errors";
import { divideInput, type InputSource, load, MessageList, ProgressCounter, type TaskProgress } from "@ccdag/library";
import { failedPart, idsOf, isOfRun, toolsIn } from "@ccdag/site/folder";
import type { CommandIo } from "../io.ts";
import { UnknownTools } from "../unknown-tools.ts";
import { TableFolder, type TableFormat } from "./table-folder.ts";
import type { TableTarget } from "./table-target.ts";

/** What came of the tables of an input. */
export interface WrittenTables {
  /** How many files there are. */
  readonly count: number;
  /** A file with the messages. */
  readonly file: VFile;
  /** How many threads there are at the top, before and after the transforms. */
  readonly seen: { readonly whole: number; readonly shown: number };
  readonly tools: UnknownTools;
}

/**
 * Write all tables of an input into a folder or a database, part by part if each session can be treated by itself. Nothing is
 * written if there is no session.
 *
 * @param sources what the inputs mean.
 * @param request what to export, and how.
 * @param output the folder or the database, as typed.
 * @param isDivisible whether each session can be treated by itself.
 * @param io the environment of the run.
 * @throws RequestError if there is something else in the place of a file.
 */
export async function exportTables(
  sources: readonly InputSource[],
  request: ExportRequest,
  output: string,
  isDivisible: boolean,
  io: CommandIo,
): Promise<WrittenTables> {
  const target = await openTarget(request, resolve(io.cwd, output), io);
  const messages = new MessageList();
  const tools = new UnknownTools(request.options?.tools);
  const seen = { whole: 0, shown: 0 };
  const bar = await io.showProgress?.();
  try {
    for await (const { file, session, progress } of eachPart(sources, request, isDivisible, io)) {
      bar?.at({ ...progress, name: basename(file.path) });
      if (file.data.companions !== undefined) {
        const { tree, whole } = await exportTree(file, { ...request, session });
        seen.whole += whole.children.length;
        seen.shown += tree.children.length;
        tools.add(toolsIn(whole, request));
        const { ledger } = file.data;
        await target.add(toRows(tree, { folder: shownFolder(file), ledger, prices: request.options?.prices }));
      }
      messages.add(file);
    }
    return { count: seen.shown === 0 ? 0 : await target.finish(), file: messages.toFile(), seen, tools };
  } finally {
    bar?.end();
    await target.discard();
  }
}

async function openTarget(request: ExportRequest, path: string, io: CommandIo): Promise<TableTarget> {
  if (request.renderer.isDatabase) return (await import("./table-database.ts")).TableDatabase.open(path, io);
  const keys = (request.options?.["partition"] ?? []) as ConstructorParameters<typeof TableFolder>[2];
  return new TableFolder(path, await formatOf(request), keys, io);
}

async function formatOf({ renderer: { name, ending } }: ExportRequest): Promise<TableFormat> {
  const createEncoder =
    name === "csv"
      ? (await import("@ccdag/render-tables/csv")).createCsvEncoder
      : (await import("@ccdag/render-tables/parquet")).createParquetEncoder;
  return { name, ending, createEncoder };
}

type Part = Awaited<ReturnType<typeof load>> & { readonly progress: Omit<TaskProgress, "name"> };

async function* eachPart(
  sources: readonly InputSource[],
  request: ExportRequest,
  isDivisible: boolean,
  io: CommandIo,
): AsyncGenerator<Part> {
  const project = isDivisible ? await divideInput(sources, io) : undefined;
  if (project === undefined) {
    yield { ...(await load(sources, io, idsOf(request))), progress: { done: 1, of: 1 } };
    return;
  }
  const counter = ProgressCounter.ofParts(project.parts);
  for (const part of project.parts) {
    const file = await readPart(project, part).catch(failed(project.folder, part));
    yield { file, progress: counter.add(1, part.bytes) };
  }
}

/** The others are written where a part cannot be read. */
function failed(folder: string, part: ProjectPart): (error: unknown) => VFile {
  return (error) => {
    if (isOfRun(error)) throw error;
    return failedPart(folder, part, whyOf(error));
  };
}
