import type { Progress, Questions, Response } from "./protocol.ts";

/** That a question was given up. */
export class Cancelled extends Error {
  override name = "Cancelled";
}

interface Waiting {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
  readonly report: ((progress: Progress) => void) | undefined;
}

/** Asks the worker. */
export class Client {
  readonly #start: () => Worker;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  /** @param start makes a worker; it is made when the first question is asked, and after one was given up. */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * Ask, and wait for the answer.
   *
   * @throws Error with what the worker said; {@link Cancelled} when it was given up.
   */
  ask<K extends keyof Questions>(
    what: K,
    input: Questions[K]["input"],
    report?: (progress: Progress) => void,
  ): Promise<Questions[K]["output"]> {
    const id = ++this.#count;
    const worker = (this.#worker ??= this.#make());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, report });
      worker.postMessage({ id, ask: what, input });
    });
  }

  /** Give up all that goes on, and forget what was open. */
  cancel(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail(new Cancelled("Cancelled"));
  }

  #make(): Worker {
    const worker = this.#start();
    worker.addEventListener("message", ({ data }: MessageEvent<Response>) => {
      const asked = this.#waiting.get(data.id);
      if (asked === undefined) return;
      if ("progress" in data) {
        asked.report?.(data.progress);
        return;
      }
      this.#waiting.delete(data.id);
      if ("failed" in data) asked.reject(new Error(data.failed));
      else asked.resolve(data.output as never);
    });
    // A worker that ran out of memory says nothing else.
    worker.addEventListener("error", ({ message }) => {
      this.#worker = undefined;
      this.#fail(new Error(message || "The worker stopped: these files may be too large for this browser"));
    });
    return worker;
  }

  #fail(error: Error): void {
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of open) reject(error);
  }
}
