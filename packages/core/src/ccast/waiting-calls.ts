import type { Dag } from "../dag/dag.ts";
import { maxClimb } from "../dag/dedupe/strong-keys.ts";
import type { Entry } from "../entry/entry.ts";
import { isPrompt } from "../entry/kind.ts";
import { parentInThread } from "../thread/roots.ts";

/**
 * The calls of one id that have no result yet. Ids may repeat, also among calls that are open at once: then id and parent
 * decide together, and a result belongs to the nearest call above it.
 */
export class WaitingCalls<Caller extends { readonly entry: Entry }> {
  /** In the order of the thread; those that have a result are removed late. */
  readonly #calls: Caller[] = [];
  readonly #byEntry = new Map<Entry, Caller[]>();
  readonly #answered = new Set<Caller>();

  /** Add a call. */
  add(caller: Caller): void {
    this.#calls.push(caller);
    const same = this.#byEntry.get(caller.entry);
    if (same) same.push(caller);
    else this.#byEntry.set(caller.entry, [caller]);
  }

  /**
   * Take the call that a result answers.
   *
   * @param result the entry with the result.
   * @param dag the graph.
   * @returns the call, which is not taken again; the last one if none is above the result in its turn.
   */
  take(result: Entry, dag: Dag): Caller | undefined {
    while (this.#calls.length > 0 && this.#answered.has(this.#calls.at(-1)!)) this.#calls.pop();
    const found = (this.#byEntry.size > 1 ? this.#above(result, dag) : undefined) ?? this.#calls.at(-1);
    if (found === undefined) return undefined;
    this.#answered.add(found);
    const same = this.#byEntry.get(found.entry)!;
    same.splice(same.indexOf(found), 1);
    if (same.length === 0) this.#byEntry.delete(found.entry);
    return found;
  }

  #above(result: Entry, dag: Dag): Caller | undefined {
    let at: Entry | undefined = result;
    for (let step = 0; at && !isPrompt(at) && step < maxClimb; step++) {
      const found = this.#byEntry.get(at)?.at(-1);
      if (found) return found;
      at = parentInThread(at, dag);
    }
    return undefined;
  }
}
