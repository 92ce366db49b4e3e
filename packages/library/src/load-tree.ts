import type { Ledger, Root } from "@ccdag/ccast";
import { readPart } from "@ccdag/files";
import { type ExportRequest, parseTree } from "@ccdag/pipeline";
import { mergeTranscripts, type ReadComponent, rootKeys } from "@ccdag/processor";
import { VFile } from "vfile";
import type { LibraryIo } from "./library-io.ts";
import type { InputSource } from "./input-source.ts";
import { divideInput } from "./load.ts";

/** A project as one tree. */
export interface LoadedTree {
  /** Its files without their contents, with the messages about them; with the ledger if the format holds the account. */
  readonly file: VFile;
  readonly tree: Root;
}

const nothing: Ledger = { lines: 0, records: [], folded: [], malformed: [], hidden: [] };

/**
 * Read a folder part by part as one tree, for a document that holds all of it: the records and the graph of only one part are in
 * memory besides the tree.
 *
 * @param sources what the inputs mean.
 * @param request what to export; with an order, the whole graph is needed.
 * @param io the environment of the run.
 * @returns the tree that reading the folder at once gives; absent if the input has to be read at once.
 */
export async function loadTree(
  sources: readonly InputSource[],
  request: ExportRequest,
  io: LibraryIo,
): Promise<LoadedTree | undefined> {
  const { order = "session-tree" } = request.options ?? {};
  const project = order === "session-tree" ? await divideInput(sources, io) : undefined;
  if (project === undefined) return undefined;
  // Drawing up the ledger takes a walk over all records, for which most formats have no use.
  const { hasAccount = false } = request.renderer;
  const joined = new VFile({ path: project.folder });
  const files: VFile[] = [];
  const parts: ReadComponent[] = [];
  for (const part of project.parts) {
    const file = await readPart(project, part);
    const tree = parseTree(file, request);
    const { sessions } = file.data.transcript!;
    parts.push({ tree, ledger: hasAccount ? file.data.ledger! : nothing, keys: rootKeys({ tree, sessions }) });
    for (const message of file.messages) joined.messages.push(message);
    for (const one of file.data.companions!) {
      one.value = undefined!;
      files.push(one);
    }
  }
  const { tree, ledger } = mergeTranscripts(parts);
  joined.data.companions = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (hasAccount) joined.data.ledger = ledger;
  return { file: joined, tree };
}
