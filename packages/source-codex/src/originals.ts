import { type Copied, matchCopies, readSeen, type Seen, withOriginals } from "./copies.ts";
import type { RolloutFacts } from "./codex-facts.ts";
import type { CodexThreads } from "./codex-threads.ts";

/**
 * Finds the originals of copied records, while an arrangement is made. A parent may begin with copies itself: then the
 * originals are further up. What is known of a parent is kept, so that a chain of rewinds is read once.
 */
export class Originals {
  readonly #threads: CodexThreads;
  readonly #known = new Map<string, Promise<readonly Seen[]>>();

  constructor(threads: CodexThreads) {
    this.#threads = threads;
  }

  /** The paths of the files that a rollout may hold copies of, without its own. */
  paths(facts: RolloutFacts): readonly string[] {
    const origins = this.#threads.origins(facts).slice(0, -1);
    return origins.flatMap((thread) => this.#threads.byId.get(thread)!.map(({ path }) => path));
  }

  /**
   * Find the originals of the records of a rollout.
   *
   * @param facts its facts.
   * @param real its path for the file system.
   * @param reals the paths of the files of {@link paths}.
   * @returns the original of each copy, by the line of the copy.
   */
  async find(
    facts: RolloutFacts,
    real: string,
    reals: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<number, Seen>> {
    const origins = this.#threads.origins(facts).slice(0, -1);
    let parent: readonly Seen[] = [];
    for (const thread of origins) {
      // The parent of a parent is known when it is asked for: it stands before it.
      const above = parent;
      const known = this.#known.get(thread) ?? this.#read(thread, above, reals);
      this.#known.set(thread, known);
      parent = await known;
    }
    return matchCopies(await readSeen(real, undefined), parent);
  }

  async #read(thread: string, parent: readonly Seen[], reals: ReadonlyMap<string, string>): Promise<readonly Seen[]> {
    const records: Seen[] = [];
    for (const { path, segment } of this.#threads.byId.get(thread)!) {
      const read: Copied = await readSeen(reals.get(path)!, segment);
      const copies = segment === undefined ? matchCopies(read, parent) : new Map<number, Seen>();
      for (const record of withOriginals(read, copies)) records.push(record);
    }
    return records;
  }
}
