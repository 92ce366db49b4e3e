/** Pages of one document, and the state of the files that they were made of. */
interface KeptPages {
  readonly key: string;
  readonly state: string;
  readonly pages: readonly string[];
}

/** More than this is not kept. */
const maxChars = 20_000_000;

/** Keeps the pages of the document that was read last: who reads one page often reads the next. */
export class PageMemory {
  #kept: KeptPages | undefined;

  /**
   * The pages of a document.
   *
   * @param key the inputs that they were made for.
   * @param state the state of the files now; absent if it is not known, then nothing is kept.
   * @param make makes them.
   */
  async get(
    key: string,
    state: string | undefined,
    make: () => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const kept = this.#kept;
    if (kept !== undefined && kept.key === key && kept.state === state) return kept.pages;
    // Two documents are never in memory at once.
    this.#kept = undefined;
    const pages = await make();
    const chars = pages.reduce((sum, page) => sum + page.length, 0);
    if (state !== undefined && chars <= maxChars) this.#kept = { key, state, pages };
    return pages;
  }
}
