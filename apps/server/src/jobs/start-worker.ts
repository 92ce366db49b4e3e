import { setTimeout } from "node:timers/promises";
import { openStore, type Store, untilAnswered } from "@ccdag/store";
import { derivationFor, type ImportFolderOptions } from "../transcripts/import-folder.ts";
import { whyOf } from "../why.ts";
import { awayMs, type JobKind, openQueue, type QueueOptions } from "./queue.ts";

/** What a worker does beside imports. */
export type JobHandler = (data: unknown, store: Store) => Promise<void>;

/** How a worker works. */
export interface WorkerOptions extends QueueOptions {
  /** Renders documents for other processes (default: jobs of that kind are left to other workers). */
  readonly render?: JobHandler | undefined;
  /** Called with each message about a line that could not be read (default: nothing is called). */
  readonly report?: ImportFolderOptions["report"];
  /** As for an import. */
  readonly sourceFor?: ImportFolderOptions["sourceFor"];
  /** Called after each job (default: nothing is called). */
  readonly log?: ((entry: WorkerLogEntry) => void) | undefined;
}

/** What a worker logs of a job. */
export interface WorkerLogEntry {
  readonly kind: JobKind;
  readonly milliseconds: number;
  /** Why it failed; it is tried again. */
  readonly error?: string | undefined;
}

/** A worker that works. */
export interface RunningWorker {
  /** Finish the job that runs, and stop. */
  readonly close: () => Promise<void>;
}

/** How long a worker waits if there is nothing to do, in milliseconds. */
const pollMs = 500;

/** What an import is left to workers with. */
export interface ImportJob {
  readonly projectId: string;
  /** The files of one part, which are kept already. */
  readonly paths: readonly string[];
  readonly isAgain: boolean;
}

/**
 * Do the jobs of a database, one at a time, until it is closed. Any number of workers may do so, on any number of machines.
 *
 * @param address the address of a PostgreSQL server.
 * @param options see {@link WorkerOptions}.
 */
export async function startWorker(address: string, options: WorkerOptions = {}): Promise<RunningWorker> {
  const { render, log } = options;
  const store = await openStore(address);
  try {
    await untilAnswered(() => store.results.prune(), awayMs);
    const queue = await openQueue(address, options);
    const stop = new AbortController();
    const imports = importHandler(options);
    const work = (kind: JobKind, handle: JobHandler) =>
      queue.workOnce(kind, async (data) => {
        const start = performance.now();
        const passed = () => Math.round(performance.now() - start);
        try {
          await handle(data, store);
          log?.({ kind, milliseconds: passed() });
        } catch (error) {
          log?.({ kind, milliseconds: passed(), error: whyOf(error) });
          throw error;
        }
      });
    const workAll = async () => {
      while (!stop.signal.aborted) {
        const hasWorked = (await work("import", imports)) || (render !== undefined && (await work("render", render)));
        if (!hasWorked) await setTimeout(pollMs, undefined, { signal: stop.signal }).catch(() => {});
      }
    };
    // A database that does not answer may answer later.
    const done = untilStopped(workAll, stop.signal, options.onError);
    return {
      close: async () => {
        stop.abort();
        await done;
        await queue.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Run a function again when it throws, until it ends because it was stopped. */
async function untilStopped(
  run: () => Promise<void>,
  signal: AbortSignal,
  onError: QueueOptions["onError"],
): Promise<void> {
  while (!signal.aborted)
    await run().catch(async (error: unknown) => {
      onError?.(error);
      await setTimeout(pollMs, undefined, { signal }).catch(() => {});
    });
}

/** Make sessions of the files of a part. Doing it twice has the effect of doing it once: it depends on the files only. */
function importHandler(options: Pick<ImportFolderOptions, "report" | "sourceFor">): JobHandler {
  return async (data, store) => {
    const { projectId, paths, isAgain } = data as ImportJob;
    await store.transcripts.derive(paths, { ...derivationFor(options), isAgain }, projectId);
  };
}
