import type { LinkView, ThreadInfo } from "@ccdag/core";
import type { Call } from "./call-list.ts";
import { recordOf } from "./call-index.ts";

/**
 * Calls that threads take one after another. Threads ask in the order of their times. What no later thread can take is
 * passed over for good, so that thousands of equal calls and agents take no longer than as many different ones.
 */
export class FreeCalls {
  readonly #calls: readonly Call[];
  readonly #view: LinkView;
  readonly #isOpenOnly: boolean;
  /** From a call that is taken or over, the next one that may not be. */
  readonly #next = new Map<number, number>();
  /** From a call, the next one that is not below the same thread: what is below one thread stays below it. */
  readonly #beyond = new Map<number, number>();

  /**
   * @param calls by time.
   * @param view the graph.
   * @param isOpenOnly whether only calls count that had begun and had no result at the time of a thread.
   */
  constructor(calls: readonly Call[], view: LinkView, isOpenOnly: boolean) {
    this.#calls = calls;
    this.#view = view;
    this.#isOpenOnly = isOpenOnly;
  }

  /**
   * The first two calls that no agent has claimed.
   *
   * @param thread calls in it, and below it, do not count. No thread is above it.
   * @param time its time; not less than that of the thread that asked before.
   */
  firstTwo(thread: ThreadInfo, time: number): Call[] {
    const found: Call[] = [];
    for (let at = this.#find(0); found.length < 2 && this.#isReached(at, time);) {
      const call = this.#calls[at]!;
      if (this.#isGone(call, time)) {
        this.#next.set(at, at + 1);
        at = this.#find(at);
      } else if (this.#view.isAbove(thread, call.entry)) at = this.#pass(at, thread, time);
      else {
        found.push(call);
        at = this.#find(at + 1);
      }
    }
    return found;
  }

  #isReached(at: number, time: number): boolean {
    const call = this.#calls[at];
    return call !== undefined && (!this.#isOpenOnly || this.#view.timeOf(call.entry) <= time);
  }

  /** Whether a call is claimed or over: later threads cannot take it either. */
  #isGone(call: Call, time: number): boolean {
    return this.#view.isClaimed(call) || (this.#isOpenOnly && time > endOf(call, this.#view));
  }

  /** The first call after those that are below a thread. */
  #pass(from: number, thread: ThreadInfo, time: number): number {
    const passed: number[] = [];
    let at = from;
    do {
      passed.push(at);
      at = this.#find(this.#beyond.get(at) ?? at + 1);
    } while (this.#isReached(at, time) && this.#view.isAbove(thread, this.#calls[at]!.entry));
    for (const one of passed) this.#beyond.set(one, at);
    return at;
  }

  #find(from: number): number {
    const passed: number[] = [];
    let at = from;
    for (let next = this.#next.get(at); next !== undefined; next = this.#next.get(at)) {
      passed.push(at);
      at = next;
    }
    for (const one of passed) this.#next.set(one, at);
    return at;
  }
}

/** When the result of a call came; a receipt is none. */
function endOf(call: Call, { timeOf }: LinkView): number {
  const { isAsync, status } = recordOf(call);
  if (call.result === undefined || isAsync === true || status === "teammate_spawned") return Infinity;
  return timeOf(call.result);
}
