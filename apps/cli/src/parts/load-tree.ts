import type { Root } from "@ccdag/ccast";
import { readPart } from "@ccdag/files";
import { type ExportRequest, parseTree } from "@ccdag/pipeline";
import { mergeTranscripts, type ReadComponent, rootKeys } from "@ccdag/processor";
import { VFile } from "vfile";
import type { CommandIo } from "../io.ts";
import { divideInput } from "../load.ts";

/** A project as one tree. */
export interface LoadedTree {
  /** Its files without their contents, with the messages about them and the ledger. */
  readonly file: VFile;
  readonly tree: Root;
}

/**
 * Read a folder part by part as one tree, for a document that holds all of it: the records and the graph of only one part are in
 * memory besides the tree.
 *
 * @param input as typed.
 * @param request what to export; with an order, the whole graph is needed.
 * @param io the environment of the run.
 * @returns the tree that reading the folder at once gives; absent if the input has to be read at once.
 */
export async function loadTree(
  input: string | undefined,
  request: ExportRequest,
  io: CommandIo,
): Promise<LoadedTree | undefined> {
  const { order = "session-tree" } = request.options ?? {};
  const project = order === "session-tree" ? await divideInput(input, io) : undefined;
  if (project === undefined) return undefined;
  const files: VFile[] = [];
  const parts: ReadComponent[] = [];
  for (const part of project.parts) {
    const file = await readPart(project, part);
    const tree = parseTree(file, request);
    const { sessions } = file.data.transcript!;
    parts.push({ tree, ledger: file.data.ledger!, keys: rootKeys({ tree, sessions }) });
    for (const one of file.data.companions!) {
      one.value = undefined!;
      files.push(one);
    }
  }
  const { tree, ledger } = mergeTranscripts(parts);
  const companions = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { file: new VFile({ path: project.folder, data: { companions, ledger } }), tree };
}
