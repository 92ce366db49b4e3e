import { untilAnswered, withServerLock } from "@ccdag/store";
import PgBoss from "pg-boss";
import { whyOf } from "../why.ts";

/** The kinds of work that is left to workers. */
export type JobKind = "import" | "render";

const kinds: readonly JobKind[] = ["import", "render"];

/** How long a call waits for a database that is away, in milliseconds. */
export const awayMs = 60_000;

/** Work that processes on any number of machines do, in the database that they share. */
export interface JobQueue {
  /**
   * Leave a job.
   *
   * @param kind what is to be done.
   * @param data what it needs, as JSON.
   * @param key what it is about: while a job with this key waits, another one is not left.
   * @returns its id; absent if one with this key waits already.
   */
  send(kind: JobKind, data: object, key: string): Promise<string | undefined>;
  /**
   * Do a job that waits. If the function throws, it is tried again later.
   *
   * @returns whether there was one.
   */
  workOnce(kind: JobKind, run: (data: unknown) => Promise<void>): Promise<boolean>;
  /** Whether a job has failed as often as it is tried; `undefined` if it is not known any more. */
  hasFailed(kind: JobKind, id: string): Promise<boolean | undefined>;
  /** Whether a worker has taken a job; `undefined` if it is not known any more. */
  hasBegun(kind: JobKind, id: string): Promise<boolean | undefined>;
  /** Wait for the jobs that run here, and close the connections. */
  close(): Promise<void>;
}

/** How a queue behaves. */
export interface QueueOptions {
  /**
   * After how many seconds another worker takes a job whose worker is gone (default: 60). A job that takes longer is done twice; its
   * effect is the same.
   */
  readonly expireSeconds?: number | undefined;
  /** Called with errors of the connection, which is opened again (default: nothing is called). */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Open the queue of a database. If the database is away, it waits for a minute.
 *
 * @param address the address of a PostgreSQL server, as for `openStore`.
 * @param options see {@link QueueOptions}.
 */
export async function openQueue(address: string, options: QueueOptions = {}): Promise<JobQueue> {
  const boss = await untilAnswered(() => startBoss(address, options), awayMs);
  return {
    // If it was left and the answer lost, a second one with the key is not left; its id is not known then.
    send: async (kind, data, key) =>
      (await untilAnswered(() => boss.send(kind, data, { singletonKey: key }), awayMs)) ?? undefined,
    workOnce: async (kind, run) => {
      const [job] = await boss.fetch<object>(kind);
      if (job === undefined) return false;
      try {
        await run(job.data);
      } catch (error) {
        await untilAnswered(() => boss.fail(kind, job.id, { message: whyOf(error) }), awayMs);
        return true;
      }
      await untilAnswered(() => boss.complete(kind, job.id), awayMs);
      return true;
    },
    hasFailed: async (kind, id) => {
      const job = await untilAnswered(() => boss.getJobById(kind, id), awayMs);
      return job === null ? undefined : job.state === "failed";
    },
    hasBegun: async (kind, id) => {
      const job = await untilAnswered(() => boss.getJobById(kind, id), awayMs);
      return job === null ? undefined : job.state !== "created";
    },
    close: () => boss.stop({ graceful: true, wait: true }),
  };
}

/** Open the connections of a queue, and make its tables. */
async function startBoss(address: string, { expireSeconds = 60, onError }: QueueOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: address,
    schema: "ccdag_jobs",
    // What looks for jobs of workers that are gone.
    maintenanceIntervalSeconds: Math.min(10, expireSeconds),
    monitorStateIntervalSeconds: Math.min(10, expireSeconds),
    schedule: false,
    supervise: true,
  });
  boss.on("error", (error) => onError?.(error));
  try {
    await withServerLock(address, "jobs", async () => {
      await boss.start();
      // `short`: one waiting job for each key.
      for (const kind of kinds)
        await boss.createQueue(kind, { name: kind, policy: "short", retryLimit: 5, expireInSeconds: expireSeconds });
    });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, wait: false }).catch(() => {});
    throw error;
  }
}
