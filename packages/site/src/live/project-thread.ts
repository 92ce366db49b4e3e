import { Worker } from "node:worker_threads";
import { RequestError } from "@ccdag/pipeline";
import type { InputSource } from "@ccdag/library";
import { projectWorker } from "../workers.ts";
import type { ServedPages, SessionTranscript } from "./served-pages.ts";
import type { ProjectAnswer, ProjectCall, ProjectJob, ProjectMethod } from "./project-job.ts";

/** Whether projects can be read in a thread here. */
export const hasProjectThread: boolean = projectWorker !== undefined;

interface Waiting {
  readonly resolve: (answer: ProjectAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that reads and renders projects, so that the server answers meanwhile. */
export class ProjectThread {
  readonly #job: ProjectJob;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(job: ProjectJob) {
    this.#job = job;
  }

  /** A project that is read in the thread. */
  open(name: string, source: InputSource): ServedPages {
    return new ThreadPages((method, given) => this.#call({ id: ++this.#count, name, source, method, given }));
  }

  /** End the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #call(call: ProjectCall): Promise<ProjectAnswer> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(call.id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage(call);
    });
  }

  #start(): Worker {
    const worker = new Worker(projectWorker!, { workerData: this.#job });
    worker.on("message", (answer: ProjectAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer);
      this.#waiting.delete(answer.id);
    });
    // The next call starts another thread.
    const fail = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("The thread has ended")));
    return worker;
  }
}

type Call = (method: ProjectMethod, given: readonly unknown[]) => Promise<ProjectAnswer>;

/** A project that is read in a thread. */
class ThreadPages implements ServedPages {
  cost = 0;
  readonly #request: Call;

  constructor(send: Call) {
    this.#request = send;
  }

  page(name: string): Promise<string | undefined> {
    return this.#call<string | undefined>("page", name);
  }

  asset(name: string): Promise<Uint8Array | undefined> {
    return this.#call<Uint8Array | undefined>("asset", name);
  }

  find(entry: string, page?: string): Promise<string | undefined> {
    return this.#call<string | undefined>("find", entry, page);
  }

  transcriptOf(page: string): Promise<SessionTranscript | undefined> {
    return this.#call<SessionTranscript | undefined>("transcriptOf", page);
  }

  watch(isWatched: boolean): void {
    this.#send("watch", isWatched);
  }

  markStale(): void {
    this.#send("markStale");
  }

  forget(): void {
    this.#send("forget");
  }

  async #call<T>(method: ProjectMethod, ...given: readonly unknown[]): Promise<T> {
    const { result, failure, cost } = await this.#request(method, given);
    this.cost = cost;
    if (failure !== undefined) throw new RequestError(failure);
    return result as T;
  }

  /** A thread that has ended is read from the beginning anyway. */
  #send(method: ProjectMethod, ...given: readonly unknown[]): void {
    this.#request(method, given).catch(() => {});
  }
}
