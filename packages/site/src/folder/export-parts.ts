import { availableParallelism } from "node:os";
import { type ProjectPart, readPart } from "@ccdag/files";
import { type ExportRequest, RequestError } from "@ccdag/pipeline";
import type { VFile } from "vfile";
import { whyOf } from "@ccdag/files/errors";
import type { DocumentNames } from "./document-names.ts";
import type { FolderExport } from "./folder-export.ts";
import {
  divideInput,
  foldersOf,
  type InputSource,
  type LibraryIo,
  load,
  type LoadedInput,
  messagesFromData,
  PartMemory,
  ProgressCounter,
  type TaskProgress,
} from "@ccdag/library";
import { type ExportedPart, exportPart } from "./export-part.ts";
import { failedPart, isOfRun } from "./failed-part.ts";
import { areThere, keep, type KeptPart } from "./kept-part.ts";
import { jobOf, type PartJob, type PartOutcome } from "./part-job.ts";
import { hasThreads, PartPool, type PartRunner } from "./part-pool.ts";

/** A part that was exported. */
interface Part extends Exported {
  /** How much is done, with this part. */
  readonly progress: Omit<TaskProgress, "name">;
}

/** The same before it is counted. */
interface Exported {
  readonly exported: ExportedPart;
  /** A file with the messages about it; complete when its documents were rendered. */
  readonly file: VFile;
  /** The session that was asked for; absent for all. */
  readonly session?: LoadedInput["session"];
  /** Call it with the paths of all files that were written: if they and the transcripts stay as they are, the next run keeps them. */
  readonly remember?: ((paths: readonly string[]) => void) | undefined;
}

/** How parts are exported. */
export interface PartOptions {
  /** The folder that the documents are written to. */
  readonly folder: Pick<FolderExport, "path" | "names" | "hasAll">;
  /** Whether each session can be treated by itself; else the only part is the whole input. */
  readonly isDivisible: boolean;
  /** How many threads to use (default: one for each processor, up to 4, if there is enough to do; 1 uses none). */
  readonly jobs: number | undefined;
  /** The value of `--highlight`. */
  readonly highlight: string | undefined;
  /** Makes what exports the parts, instead of threads (default: threads). */
  readonly runnerFor?: ((job: PartJob) => PartRunner) | undefined;
}

/** Values of `--branch` that are no ids. */
const kindsOfBranches = new Set<string | undefined>([undefined, "all", "active", "abandoned"]);

/** The entries that an export is about; empty for all. */
export function idsOf({ options: { leaf, branch } = {} }: ExportRequest): string[] {
  return [leaf, kindsOfBranches.has(branch) ? undefined : branch].filter((id) => id !== undefined);
}

/** With less to read, starting threads takes longer than they save. */
const enoughBytes = 30_000_000;

/**
 * Export the parts of an input as documents of a folder, in their order. What is exported does not depend on the number of threads.
 *
 * @param sources what the inputs mean.
 * @param request what to export, and how.
 * @param io the environment of the run.
 * @param options whether and how the input is divided.
 */
export async function* exportParts(
  sources: readonly InputSource[],
  request: ExportRequest,
  io: LibraryIo,
  { folder, isDivisible, jobs, highlight, runnerFor }: PartOptions,
): AsyncGenerator<Part> {
  const { names } = folder;
  const project = isDivisible ? await divideInput(sources, io) : undefined;
  if (project === undefined) {
    const { file, session } = await load(sources, io, idsOf(request));
    const exported = await exportPart(file, { ...request, session }, names);
    yield { exported, file, session, progress: { done: 1, of: 1 } };
    return;
  }
  const job = jobOf(request, { folder: project.folder, highlight, zone: io.zone });
  // What cannot be written down cannot be compared with what it was.
  const memory = await PartMemory.open<KeptPart>(job && io.cache, foldersOf(sources), [
    io.program,
    "export",
    folder.path,
    job,
  ]);
  const kept = new Map<ProjectPart, KeptPart>();
  for (const part of project.parts) {
    const known = memory.get(part.state);
    if (known && areThere(known.marks) && folder.hasAll(known.names)) kept.set(part, known);
  }
  const exportHere = async (part: ProjectPart): Promise<Exported> => {
    try {
      const file = await readPart(project, part);
      return { exported: await exportPart(file, request, names), file };
    } catch (error) {
      if (isOfRun(error)) throw error;
      return failed(project.folder, part, { isRequest: false, reason: whyOf(error) });
    }
  };
  const changed = project.parts.filter((part) => !kept.has(part));
  const size = hasThreads ? threadsFor(changed, jobs) : 1;
  const runner = job && (runnerFor?.(job) ?? (size > 1 ? new PartPool(job, size) : undefined));
  const made = runner ? exportElsewhere(changed, job, runner, names, exportHere) : exportOneByOne(changed, exportHere);
  const counter = ProgressCounter.ofParts(project.parts);
  try {
    for (const part of project.parts) {
      const known = kept.get(part);
      // Names are taken in the order of the parts, as without a memory.
      if (known && names.take(known.names)) {
        const file = messagesFromData(known.messages);
        yield { exported: { ...known, documents: [] }, file, progress: counter.add(1, part.bytes) };
      } else {
        const one = known ? await exportHere(part) : ((await made.next()).value as Exported);
        const remember = (paths: readonly string[]) => memory.set(part.state, keep(one, paths));
        yield { ...one, remember, progress: counter.add(1, part.bytes) };
      }
    }
  } finally {
    // It ends the threads.
    await made.return(undefined);
  }
  await memory.save();
}

async function* exportOneByOne(
  parts: readonly ProjectPart[],
  exportHere: (part: ProjectPart) => Promise<Exported>,
): AsyncGenerator<Exported> {
  for (const part of parts) yield await exportHere(part);
}

/** Export parts in threads, or on other machines. */
async function* exportElsewhere(
  parts: readonly ProjectPart[],
  job: PartJob,
  runner: PartRunner,
  names: DocumentNames,
  exportHere: (part: ProjectPart) => Promise<Exported>,
): AsyncGenerator<Exported> {
  let index = 0;
  for await (const outcome of runner.run(parts)) {
    const part = parts[index++]!;
    if (outcome.result === undefined) yield failed(job.folder, part, outcome.failure);
    // A thread does not know the names of other parts: if one is taken, this part is exported again.
    else if (names.take(outcome.result.names))
      yield { exported: outcome.result, file: messagesFromData(outcome.result.messages) };
    else yield await exportHere(part);
  }
}

/** The part that could not be exported, as a message: the others are. */
function failed(
  folder: string,
  part: ProjectPart,
  { isRequest, reason }: NonNullable<PartOutcome["failure"]>,
): Exported {
  if (isRequest) throw new RequestError(reason);
  const file = failedPart(folder, part, reason);
  return { exported: { names: [], documents: [], roots: [], count: { whole: 0, shown: 0 } }, file };
}

/** How many threads to use. */
function threadsFor(parts: readonly ProjectPart[], jobs: number | undefined): number {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const usual = bytes < enoughBytes ? 1 : Math.min(availableParallelism(), 4);
  return Math.min(jobs ?? usual, parts.length);
}
