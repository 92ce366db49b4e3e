import type { PageOptions } from "../pages/open-project.ts";
import type { ServedPages } from "./served-pages.ts";
import { renderAlone } from "./render-alone.ts";
import { Tail, type TailChange } from "./tail.ts";

/** The last turns of open pages that can be rendered alone. */
export class Tails {
  /** Files that belong to what was rendered alone, by their paths. */
  readonly assets: Map<string, Uint8Array> = new Map();
  readonly #project: ServedPages;
  readonly #options: PageOptions;
  readonly #costFrom: number | undefined;
  /** By the path of their transcript. */
  readonly #all = new Map<string, Tail>();

  /**
   * @param project the project.
   * @param options options of its pages.
   * @param costFrom from which cost of the project on, in milliseconds, it is worth it; absent for never.
   */
  constructor(project: ServedPages, options: PageOptions, costFrom: number | undefined) {
    this.#project = project;
    this.#options = options;
    this.#costFrom = costFrom;
  }

  /**
   * Find the last turn of a session.
   *
   * @param first the name of the first page of the session.
   * @param page the name of a page of it.
   * @param text the page, as it is if the whole session is rendered.
   */
  async find(first: string, page: string, text: string): Promise<void> {
    const transcript = await this.#project.transcriptOf(first);
    if (transcript === undefined) return;
    const known = this.#all.get(transcript.source);
    if (known !== undefined && known.page !== page) return;
    this.#all.delete(transcript.source);
    if (this.#costFrom === undefined || this.#project.cost < this.#costFrom) return;
    const tail = await Tail.find(transcript, page, text, (lines, headingDepth) =>
      this.#render(transcript.path, lines, headingDepth),
    );
    if (tail !== undefined) this.#all.set(transcript.source, tail);
  }

  /** Read what was appended to a transcript; absent if that is not enough to know what its page shows. */
  async read(source: string): Promise<TailChange | undefined> {
    const tail = this.#all.get(source);
    const change = await tail?.read().catch(() => undefined);
    if (change === undefined && this.#all.get(source) === tail) this.#all.delete(source);
    return change;
  }

  /** What was last rendered alone of a page; absent if nothing was. */
  of(page: string): TailChange | undefined {
    for (const tail of this.#all.values()) if (tail.page === page) return tail.last;
    return undefined;
  }

  /** Forget all. */
  clear(): void {
    this.#all.clear();
    this.assets.clear();
  }

  async #render(path: string, lines: string, headingDepth: number): Promise<string | undefined> {
    const page = await renderAlone(path, lines, { ...this.#options, headingDepth });
    for (const asset of page?.assets ?? []) this.assets.set(asset.path, asset.bytes);
    return page?.text;
  }
}
