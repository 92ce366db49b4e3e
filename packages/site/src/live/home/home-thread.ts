import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { homeWorker } from "../../workers.ts";
import type { HomeAnswer, HomeJob, HomeReader, HomeRequest } from "./home-job.ts";

/**
 * Start a reader in a thread, so that the server answers meanwhile.
 *
 * @param job what reading depends on; more than that is not sent.
 * @returns absent where the sources run without a build.
 */
export function startHomeThread({
  roots,
  clients,
  followLinks,
  cache,
  program,
  prices,
}: HomeJob): HomeReader | undefined {
  const workerData = { roots, clients, followLinks, cache, program, prices };
  return homeWorker && new HomeThread(new Worker(homeWorker, { workerData }));
}

class HomeThread implements HomeReader {
  readonly #worker: Worker;
  #hasEnded = false;
  /** The request that is being answered. */
  #last: Promise<void> = Promise.resolve();

  constructor(worker: Worker) {
    this.#worker = worker;
    // A request that is being answered fails with the thread; later ones find nothing.
    worker.on("error", () => {}).on("exit", () => (this.#hasEnded = true));
  }

  async list(source: HomeSource): ReturnType<HomeReader["list"]> {
    let found: Awaited<ReturnType<HomeReader["list"]>> = [];
    for await (const answer of this.#ask({ what: "list", source }))
      if ("transcripts" in answer) found = answer.transcripts;
    return found;
  }

  async *read(source: HomeSource): ReturnType<HomeReader["read"]> {
    for await (const answer of this.#ask({ what: "read", source })) if ("rows" in answer) yield answer.rows;
  }

  async search(...[source, words, signal, show]: Parameters<HomeReader["search"]>): Promise<void> {
    const stop = () => this.#send({ what: "stop" });
    signal.addEventListener("abort", stop);
    try {
      for await (const answer of this.#ask({ what: "search", source, words }, signal))
        if ("found" in answer) show(answer.found);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async *#ask(request: HomeRequest, signal?: AbortSignal): AsyncGenerator<HomeAnswer> {
    const before = this.#last;
    let ended: (() => void) | undefined;
    this.#last = new Promise((resolve) => (ended = resolve));
    await before;
    try {
      if (this.#hasEnded || isAborted(signal)) return;
      const answers = on(this.#worker, "message", { close: ["exit"] }) as AsyncIterable<[HomeAnswer]>;
      this.#send(request);
      for await (const [answer] of answers) {
        if (!("failure" in answer)) yield answer;
        else if (answer.failure === undefined || isAborted(signal)) return;
        else throw new Error(answer.failure);
      }
    } finally {
      ended?.();
    }
  }

  #send(request: HomeRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage(request);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

type HomeSource = Parameters<HomeReader["list"]>[0];
