import type { Progress, Questions, Response } from "./protocol.ts";

/** A question was cancelled. */
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

  /** @param start makes a worker; called at the first question, and at the next one after a cancellation. */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * Ask, and wait for the answer.
   *
   * @throws Error with the message of the worker; {@link Cancelled} if the question was cancelled.
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

  /** Cancel all questions, and stop the worker with everything it has read. */
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
    // A worker that ran out of memory sends no other message.
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
