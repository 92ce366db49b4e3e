import type { OpenPages } from "./open-pages.ts";

/** How long a project must be quiet before it is read again, in milliseconds: clients write in bursts. */
const quietMs = 60;
/** The longest delay while a client keeps writing, in milliseconds. */
const maxDelayMs = 500;
/** Between two readings of a project is this multiple of the time that one takes. */
const pause = 4;
/** The longest time between two readings, and the longest time that a page is shown in part, in milliseconds. */
const maxWaitMs = 10_000;

/** Brings the open pages of a project up to date when its files change. */
export class Follower {
  readonly #pages: OpenPages;
  readonly #cost: () => number;
  readonly #isOpen: () => boolean;
  /** What is shown in part, and what is read: each one after another, but showing does not wait for reading. */
  #shows: Promise<void> = Promise.resolve();
  #reads: Promise<void> = Promise.resolve();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** The files that changed since the reading in progress began. */
  readonly #files = new Set<string>();
  /** When the first change came that is not read; `undefined` if all are. */
  #since: number | undefined;
  /** Whether there is a change that could not be shown in part. */
  #isBehind = false;
  /** When the last reading ended. */
  #ended = Number.NEGATIVE_INFINITY;

  /**
   * @param pages the pages of the project.
   * @param cost returns how long it takes to read the project, in milliseconds.
   * @param isOpen whether any page is open.
   */
  constructor(pages: OpenPages, cost: () => number, isOpen: () => boolean) {
    this.#pages = pages;
    this.#cost = cost;
    this.#isOpen = isOpen;
  }

  /** Call this when a file of the project has changed. */
  changed(path: string): void {
    this.#pages.markStale();
    if (!this.#isOpen()) {
      this.stop();
      this.#pages.forget();
      return;
    }
    this.#since ??= performance.now();
    this.#files.add(path);
    this.#show(path);
  }

  /** Stop: no timer is left. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #show(path: string): void {
    this.#shows = this.#shows.then(() => this.#showNow(path)).catch(ignore);
  }

  async #showNow(path: string): Promise<void> {
    const isShown = await this.#pages.showAppended(path);
    this.#isBehind ||= !isShown;
    this.#schedule();
    // A watcher drops events that come right after another one: look once more after a while.
    if (isShown) this.#after(path, performance.now() + quietMs, () => this.#showRest(path));
  }

  #showRest(path: string): void {
    this.#shows = this.#shows.then(async () => void (await this.#pages.showAppended(path))).catch(ignore);
  }

  #schedule(): void {
    const now = performance.now();
    const since = (this.#since ??= now);
    const wait = Math.min(pause * this.#cost(), maxWaitMs);
    const soon = Math.min(now + quietMs, since + maxDelayMs);
    const due = this.#isBehind ? Math.max(soon, this.#ended + wait) : Math.min(now + wait, since + maxWaitMs);
    this.#after("", due, () => void (this.#reads = this.#reads.then(() => this.#read()).catch(ignore)));
  }

  async #read(): Promise<void> {
    this.#since = undefined;
    this.#isBehind = false;
    this.#files.clear();
    await this.#pages.refresh();
    this.#ended = performance.now();
    // What was appended meanwhile can be shown now.
    for (const path of this.#files) this.#show(path);
  }

  #after(name: string, time: number, run: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(run, Math.max(0, time - performance.now())));
  }
}

function ignore(): void {}
