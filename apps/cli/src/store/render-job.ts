import { deserialize, serialize } from "node:v8";
import { toProject } from "@ccdag/files/memory";
import type { JobHandler, StoredText } from "@ccdag/server";
import { isForUser } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { type PartJob, type PartOutcome, runJob } from "@ccdag/site/folder";

/** A part that a worker renders. */
export interface RenderJob {
  /** The result is left under this key. */
  readonly key: string;
  readonly job: PartJob;
  /** The files: how the store calls each, and how the part does. */
  readonly files: ReadonlyArray<readonly [stored: string, path: string]>;
}

/**
 * Render a part of a store for another process, and leave what came of it in the database.
 *
 * @param list lists the files of the store.
 */
export function renderHandler(list: (store: Parameters<JobHandler>[1]) => Promise<readonly StoredText[]>): JobHandler {
  return async (data, store) => {
    const { key, job, files } = data as RenderJob;
    const stored = new Map((await list(store)).map((file) => [file.path, file]));
    const read = [];
    for (const [name, path] of files) read.push({ path, value: (await stored.get(name)?.read()) ?? new Uint8Array() });
    await store.results.put(key, serialize(await outcomeOf(job, read)));
  };
}

/** What a worker left. */
export function readOutcome(content: Uint8Array): PartOutcome {
  return deserialize(content) as PartOutcome;
}

async function outcomeOf(
  job: PartJob,
  files: ReadonlyArray<{ path: string; value: Uint8Array }>,
): Promise<PartOutcome> {
  try {
    return { result: await runJob(job, toProject(files, job.folder)) };
  } catch (error) {
    return { failure: { isRequest: isForUser(error), reason: whyOf(error) } };
  }
}
