import { Worker } from "node:worker_threads";
import type { ProjectPart } from "@ccdag/files";
import { partWorker } from "../workers.ts";
import type { PartJob, PartOutcome } from "./part-job.ts";

/** The bytes of transcripts that are in work or whose results wait, at one time; a larger part is alone. */
const maxBytes = 64_000_000;

/**
 * What a thread may use, in megabytes: what every thread needs, and for each megabyte of transcripts; for young objects half of
 * what is usual, which takes no longer.
 */
const memory = { once: 300, perMegabyte: 16, young: 24 } as const;

/** Whether parts can be exported in threads here. */
export const hasThreads: boolean = partWorker !== undefined;

/** Exports parts of a project. */
export interface PartRunner {
  /** Export parts; what came of each is returned in the order of the parts, whichever is done first. */
  run(parts: readonly ProjectPart[]): AsyncGenerator<PartOutcome>;
}

/** Exports parts of a project in threads. */
export class PartPool implements PartRunner {
  readonly #job: PartJob;
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  /** Those who wait for what a thread makes. */
  readonly #busy = new Map<Worker, (outcome: PartOutcome) => void>();
  /** Those who wait for a thread. */
  readonly #queue: Array<(worker: Worker) => void> = [];
  #largest = 0;

  /**
   * @param job what to do with each part.
   * @param size how many threads there are, at most.
   */
  constructor(job: PartJob, size: number) {
    this.#job = job;
    this.#size = size;
  }

  /**
   * Export parts.
   *
   * @param parts the parts.
   * @returns what came of each, in the order of the parts, whichever is done first.
   */
  async *run(parts: readonly ProjectPart[]): AsyncGenerator<PartOutcome> {
    for (const { bytes } of parts) this.#largest = Math.max(this.#largest, bytes);
    const outcomes = new Map<number, Promise<PartOutcome>>();
    let next = 0;
    let bytes = 0;
    try {
      for (const [index, { bytes: own }] of parts.entries()) {
        // Two for each thread, so that none waits for the part whose turn it is.
        for (; next < parts.length && next - index < 2 * this.#size; next++) {
          if (next > index && bytes + parts[next]!.bytes > maxBytes) break;
          bytes += parts[next]!.bytes;
          outcomes.set(next, this.#export(parts[next]!));
        }
        yield await outcomes.get(index)!;
        outcomes.delete(index);
        bytes -= own;
      }
    } finally {
      await Promise.all(Array.from(this.#all, (worker) => worker.terminate()));
    }
  }

  async #export(part: ProjectPart): Promise<PartOutcome> {
    const worker = await this.#take();
    return new Promise((resolve) => {
      this.#busy.set(worker, resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage(part);
    });
  }

  async #take(): Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    return this.#all.size < this.#size ? this.#start() : new Promise((resolve) => this.#queue.push(resolve));
  }

  #start(): Worker {
    const resourceLimits = {
      maxOldGenerationSizeMb: Math.ceil(memory.once + (memory.perMegabyte * this.#largest) / 1_000_000),
      maxYoungGenerationSizeMb: memory.young,
    };
    const worker = new Worker(partWorker!, { workerData: this.#job, resourceLimits });
    this.#all.add(worker);
    // A session may be too large for the memory of a thread; the others are exported all the same.
    const fail = (reason: string) => this.#end(worker, { failure: { isRequest: false, reason } }, false);
    worker.on("message", (outcome: PartOutcome) => this.#end(worker, outcome, true));
    worker.on("messageerror", ({ message }) => fail(message));
    worker.on("error", ({ message }) => fail(message));
    worker.on("exit", (code) => fail(`the thread ended with code ${code}`));
    return worker;
  }

  #end(worker: Worker, outcome: PartOutcome, isAlive: boolean): void {
    const resolve = this.#busy.get(worker);
    this.#busy.delete(worker);
    if (!isAlive) {
      this.#all.delete(worker);
      if (this.#idle.includes(worker)) this.#idle.splice(this.#idle.indexOf(worker), 1);
    }
    if (resolve === undefined) return;
    this.#free(isAlive ? worker : undefined);
    resolve(outcome);
  }

  /** Give a thread to the next who waits; instead of one that has ended a new one. */
  #free(worker: Worker | undefined): void {
    const next = this.#queue.shift();
    if (next) next(worker ?? this.#start());
    else if (worker) this.#idle.push(worker);
  }
}
