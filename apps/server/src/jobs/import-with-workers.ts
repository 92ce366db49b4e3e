import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { defaultProject, type Store, untilAnswered } from "@ccdag/store";
import {
  type ImportFolderOptions,
  type ImportProblem,
  isUnchanged,
  numbered,
  openFolder,
  readSources,
} from "../transcripts/import-folder.ts";
import { whyOf } from "../why.ts";
import type { ImportJob } from "./start-worker.ts";
import { awayMs, openQueue, type QueueOptions } from "./queue.ts";

/** What came of an import by workers. */
export interface WorkersImport {
  /** How many files were kept anew, and how many were skipped because they did not change. */
  readonly files: number;
  readonly skipped: number;
  /** How many jobs were left. */
  readonly jobs: number;
}

/** What of an import is left. */
export interface WorkersLeft {
  /** Files of which no sessions were made yet. */
  readonly files: number;
  /** Whether no worker has taken any of the work for some seconds: perhaps none runs. */
  readonly isUntouched: boolean;
}

/** How often it is looked whether the work is done, in milliseconds. */
const pollMs = 300;

/** Whether jobs have failed is asked for each of them, and so only once in so many rounds. */
const failureRounds = 10;

/**
 * Import transcripts and leave the work to workers: the files are copied into the database, which every worker can read, and
 * there is one job for each part. Returns when all of it is done.
 *
 * @param store an open store over PostgreSQL.
 * @param address its address.
 * @param path as for `importFolder`.
 * @param options as for `importFolder`, and for the queue; `waiting` is called again and again with what is left.
 */
export async function importWithWorkers(
  store: Store,
  address: string,
  path: string,
  options: ImportFolderOptions & QueueOptions & { readonly waiting?: ((left: WorkersLeft) => void) | undefined } = {},
): Promise<WorkersImport> {
  const { projectId = defaultProject, isAgain = false, report, waiting } = options;
  const folder = await openFolder(path, options);
  const kept = await untilAnswered(() => store.transcripts.files(projectId), awayMs);
  const known = new Map(kept.map((file) => [file.path, file]));
  const queue = await openQueue(address, options);
  const result = { files: 0, skipped: 0, jobs: 0 };
  const jobs = new Map<string, { readonly id: string | undefined; readonly paths: readonly string[] }>();
  try {
    for (const part of folder.project.parts) {
      if (!isAgain && isUnchanged(part, folder.prefix, known)) {
        result.skipped += part.files.length;
        continue;
      }
      try {
        const files = await readSources(folder, part, report);
        const paths = await store.transcripts.keep({ projectId, files, variantOf: numbered });
        const job: ImportJob = { projectId, paths, isAgain };
        const key = createHash("sha256").update(JSON.stringify(job)).digest("hex");
        jobs.set(key, { id: await queue.send("import", job, key), paths });
        result.files += files.length;
        result.jobs++;
      } catch (error) {
        report?.({ path: `${folder.prefix}${part.paths[0]}`, reason: whyOf(error) });
      }
    }
    await untilDone();
    return result;
  } finally {
    await queue.close();
  }

  /** Whether a job that is left was taken, or might have been. */
  async function haveBegun(): Promise<boolean> {
    for (const { id } of jobs.values())
      if (id === undefined || (await queue.hasBegun("import", id)) !== false) return true;
    return false;
  }

  /** Wait until sessions were made of all files, or a job has failed for good. */
  async function untilDone(): Promise<void> {
    let hasBegun = false;
    for (let round = 1; jobs.size > 0; round++) {
      const files = await untilAnswered(() => store.transcripts.files(projectId), awayMs);
      const left = new Set(files.filter((file) => !file.isDerived).map((file) => file.path));
      for (const [key, { id, paths }] of jobs)
        if (!paths.some((one) => left.has(one))) jobs.delete(key);
        else if (id !== undefined && round % failureRounds === 0 && (await queue.hasFailed("import", id)) === true) {
          jobs.delete(key);
          report?.(failure(paths));
        }
      const isAsked = waiting !== undefined && !hasBegun && round % failureRounds === 0;
      if (isAsked) hasBegun = await haveBegun();
      waiting?.({ files: left.size, isUntouched: isAsked && !hasBegun && jobs.size > 0 });
      if (jobs.size > 0) await setTimeout(pollMs);
    }
  }
}

function failure(paths: readonly string[]): ImportProblem {
  return { path: paths[0]!, reason: "No worker could import it; their logs say why" };
}
