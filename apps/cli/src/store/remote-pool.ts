import { randomUUID } from "node:crypto";
import { join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ProjectPart } from "@ccdag/files";
import type { JobQueue } from "@ccdag/server";
import type { PartJob, PartOutcome, PartRunner } from "@ccdag/site/folder";
import { readOutcome, type RenderJob } from "./render-job.ts";

/** How often results are looked for, in milliseconds. */
const pollMs = 200;

/** How many parts are left to workers at one time: their results wait in the database. */
const maxOpen = 64;

/** Where results are taken from. */
interface ResultStore {
  readonly results: { take(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> };
}

/** A part that a worker has. */
interface OpenPart {
  readonly key: string;
  readonly id: string | undefined;
}

/** Exports parts of a store by workers, on whatever machines they run. */
export class RemotePool implements PartRunner {
  readonly #job: PartJob;
  readonly #queue: JobQueue;
  readonly #store: ResultStore;
  readonly #root: string;
  readonly #done = new Map<string, PartOutcome>();

  /**
   * @param job what to do with each part.
   * @param queue the queue of the store.
   * @param store the store.
   * @param root the folder of projects into which the store was checked out.
   */
  constructor(job: PartJob, queue: JobQueue, store: ResultStore, root: string) {
    this.#job = job;
    this.#queue = queue;
    this.#store = store;
    this.#root = root;
  }

  async *run(parts: readonly ProjectPart[]): AsyncGenerator<PartOutcome> {
    const open: OpenPart[] = [];
    let next = 0;
    for (let index = 0; index < parts.length; index++) {
      for (; next < parts.length && open.length < maxOpen; next++) open.push(await this.#send(parts[next]!));
      yield await this.#outcomeOf(open);
      open.shift();
    }
  }

  async #send(part: ProjectPart): Promise<OpenPart> {
    const key = randomUUID();
    const files = part.paths.map((path) => {
      const stored = relative(this.#root, join(this.#job.folder, path)).split(sep).join("/");
      return [stored, path] as const;
    });
    const data: RenderJob = { key, job: this.#job, files };
    return { key, id: await this.#queue.send("render", data, key) };
  }

  /** What came of the first of the open parts. */
  async #outcomeOf(open: readonly OpenPart[]): Promise<PartOutcome> {
    const { key, id } = open[0]!;
    for (let round = 0; ; round++) {
      for (const [one, content] of await this.#store.results.take(open.map((part) => part.key)))
        this.#done.set(one, readOutcome(content));
      const outcome = this.#done.get(key);
      this.#done.delete(key);
      if (outcome) return outcome;
      if (id !== undefined && round % 10 === 9 && (await this.#queue.hasFailed("render", id)) === true)
        return { failure: { isRequest: false, reason: "no worker could render it; their logs say why" } };
      await setTimeout(pollMs);
    }
  }
}
