import type { OpenPages } from "./open-pages.ts";
import type { Shelf } from "./shelf.ts";

/** How long a project must be quiet before it is read again, in milliseconds: clients write in bursts. */
const quietMs = 60;
/** The longest delay while a client keeps writing, in milliseconds. */
const maxDelayMs = 500;
/** Between two readings of a whole project is this multiple of the time that one takes. */
const pause = 4;
/** The longest time between two readings, and the longest time that a page is shown in part, in milliseconds. */
const maxWaitMs = 10_000;

/** Brings the open pages of a project up to date when its files change. */
export class Follower {
  readonly #shelf: Shelf;
  readonly #pages: OpenPages;
  readonly #isOpen: () => boolean;
  /** What is done, one after another. */
  #work: Promise<void> = Promise.resolve();
  #timers: NodeJS.Timeout[] = [];
  /** When the first change came that is not read; `undefined` if all are. */
  #since: number | undefined;
  /** Whether there is a change that could not be shown in part. */
  #isBehind = false;
  /** When the last reading ended. */
  #ended = Number.NEGATIVE_INFINITY;

  /**
   * @param shelf the project.
   * @param pages its pages.
   * @param isOpen whether any page is open.
   */
  constructor(shelf: Shelf, pages: OpenPages, isOpen: () => boolean) {
    this.#shelf = shelf;
    this.#pages = pages;
    this.#isOpen = isOpen;
  }

  /** Call this when a file of the project has changed. */
  changed(path: string): void {
    this.#shelf.markStale();
    if (!this.#isOpen()) {
      this.#pages.forget();
      return;
    }
    this.#since ??= performance.now();
    this.#do(() => this.#show(path));
  }

  /** Stop: no timer is left. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** A watcher drops events that come right after another one: look once more after a while. */
  async #show(path: string): Promise<void> {
    const isShown = await this.#pages.showAppended(path);
    this.#isBehind ||= !isShown;
    this.stop();
    const now = performance.now();
    const since = this.#since ?? now;
    const wait = Math.min(pause * this.#shelf.cost, maxWaitMs);
    const soon = Math.min(now + quietMs, since + maxDelayMs);
    const due = this.#isBehind ? Math.max(soon, this.#ended + wait) : Math.min(now + wait, since + maxWaitMs);
    this.#timers = [this.#after(due, () => this.#readAll())];
    if (!this.#isBehind) this.#timers.push(this.#after(now + quietMs, () => this.#showRest(path)));
  }

  async #showRest(path: string): Promise<void> {
    if (!(await this.#pages.showAppended(path))) await this.#show(path);
  }

  async #readAll(): Promise<void> {
    this.#since = undefined;
    this.#isBehind = false;
    await this.#pages.refresh();
    this.#ended = performance.now();
  }

  #after(time: number, run: () => Promise<void>): NodeJS.Timeout {
    return setTimeout(() => this.#do(run), Math.max(0, time - performance.now()));
  }

  #do(run: () => Promise<void>): void {
    this.#work = this.#work.then(run).catch(() => {});
  }
}
