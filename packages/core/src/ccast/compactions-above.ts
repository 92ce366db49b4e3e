import type { Compaction } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";

/** Finds the compaction that a summary belongs to: attachments may be between the boundary and the summary. */
export class CompactionsAbove {
  readonly #dag: Dag;
  readonly #compactions = new Map<string, Compaction>();
  /** The same, with each entry that was climbed over: many summaries may be below one. */
  #known = new Map<string, Compaction | undefined>();

  /** @param dag the graph. */
  constructor(dag: Dag) {
    this.#dag = dag;
  }

  /** Add the node of a boundary. */
  add(boundary: Entry, node: Compaction): void {
    this.#compactions.set(boundary.id, node);
    // Entries below it may have been asked for before.
    if (this.#known.has(boundary.id)) this.#known = new Map(this.#compactions);
    else this.#known.set(boundary.id, node);
  }

  /** The nearest compaction above an entry, with no message between them; `undefined` if there is none. */
  find(entry: Entry): Compaction | undefined {
    const climbed: string[] = [];
    let above = this.#dag.edge(entry.id);
    while (isRecorded(above) && !this.#known.has(above.to)) {
      const parent = this.#dag.entries.get(above.to);
      if (parent === undefined || parent.message) break;
      climbed.push(parent.id);
      above = this.#dag.edge(parent.id);
    }
    const compaction = above && this.#known.get(above.to);
    for (const id of climbed) this.#known.set(id, compaction);
    return compaction;
  }
}
