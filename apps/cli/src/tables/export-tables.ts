import { resolve } from "node:path";
import { type ExportRequest, exportTree, RequestError } from "@ccdag/pipeline";
import { shownFolder, toRows } from "@ccdag/render-tables";
import type { ProjectPart } from "@ccdag/files";
import { readPart } from "@ccdag/files";
import { VFile } from "vfile";
import { count } from "../count.ts";
import type { InputSource } from "../input/source.ts";
import type { CommandIo } from "../io.ts";
import { divideInput, load } from "../load.ts";
import { MessageList } from "../messages.ts";
import { idsOf } from "../parts/export-parts.ts";
import { toolsIn } from "../parts/export-part.ts";
import { UnknownTools } from "../unknown-tools.ts";
import { whyOf } from "../why.ts";
import { TableFolder, type TableFormat } from "./table-folder.ts";

/** What came of the tables of a folder. */
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
 * Write all tables of an input into a folder, part by part if each session can be treated by itself. Nothing is written if there is
 * no session.
 *
 * @param sources what the inputs mean.
 * @param request what to export, and how.
 * @param output the folder, as typed.
 * @param isDivisible whether each session can be treated by itself.
 * @param io the environment of the run.
 * @throws CallError if the folder holds something else in the place of a file.
 */
export async function exportTables(
  sources: readonly InputSource[],
  request: ExportRequest,
  output: string,
  isDivisible: boolean,
  io: CommandIo,
): Promise<WrittenTables> {
  const keys = (request.options?.["partition"] ?? []) as ConstructorParameters<typeof TableFolder>[2];
  const folder = new TableFolder(resolve(io.cwd, output), await formatOf(request), keys, io);
  const messages = new MessageList();
  const tools = new UnknownTools(request.options?.tools);
  const seen = { whole: 0, shown: 0 };
  try {
    for await (const { file, session } of eachPart(sources, request, isDivisible, io)) {
      if (file.data.companions !== undefined) {
        const { tree, whole } = await exportTree(file, { ...request, session });
        seen.whole += whole.children.length;
        seen.shown += tree.children.length;
        tools.add(toolsIn(whole, request));
        const { ledger } = file.data;
        await folder.add(toRows(tree, { folder: shownFolder(file), ledger, prices: request.options?.prices }));
      }
      messages.add(file);
    }
    return { count: seen.shown === 0 ? 0 : await folder.finish(), file: messages.toFile(), seen, tools };
  } finally {
    await folder.discard();
  }
}

async function formatOf({ renderer: { name, ending } }: ExportRequest): Promise<TableFormat> {
  const createEncoder =
    name === "csv"
      ? (await import("@ccdag/render-tables/csv")).createCsvEncoder
      : (await import("@ccdag/render-tables/parquet")).createParquetEncoder;
  return { name, ending, createEncoder };
}

type Part = Awaited<ReturnType<typeof load>>;

async function* eachPart(
  sources: readonly InputSource[],
  request: ExportRequest,
  isDivisible: boolean,
  io: CommandIo,
): AsyncGenerator<Part> {
  const project = isDivisible ? await divideInput(sources, io) : undefined;
  if (project === undefined) yield await load(sources, io, idsOf(request));
  else
    for (const part of project.parts)
      yield { file: await readPart(project, part).catch((error: unknown) => failed(project.folder, part, error)) };
}

/** A part that cannot be read, as a message: the others are. */
function failed(folder: string, { paths }: ProjectPart, error: unknown): VFile {
  // These concern the whole run: a disk, a missing module.
  if (error instanceof RequestError || (error instanceof Error && "code" in error)) throw error;
  const file = new VFile({ path: folder });
  const others = paths.length > 1 ? ` and ${count(paths.length - 1, "other file")}` : "";
  file.message(`Cannot export ${paths[0]}${others}: ${whyOf(error)}`).fatal = true;
  return file;
}
