import { type Entry, groupBy, type LinkView, type RawBlock, type ThreadInfo } from "@ccdag/core";

/** Calls, by time. Rules ask for the first that fits, each time without reading all of them again. */
export class CallList {
  /** The calls. */
  readonly all: readonly Call[];
  readonly #view: LinkView;
  #bySession: Map<string, CallList> | undefined;
  #byFamily: Map<string, CallList> | undefined;
  #byAgent: Map<string | undefined, CallList> | undefined;
  /** How many calls at the beginning are in one thread, or below it. */
  #together = 1;

  /**
   * @param all the calls, by time.
   * @param view the graph.
   */
  constructor(all: readonly Call[], view: LinkView) {
    this.all = all;
    this.#view = view;
  }

  /** Those on threads of a session; `undefined` if there are none. */
  inSession(sessionId: string): CallList | undefined {
    this.#bySession ??= splitCalls(this.all, this.#view, (call) => this.#view.threadOf(call.entry).sessionId);
    return this.#bySession.get(sessionId);
  }

  /** Those in the transcript of an agent; `undefined` if there are none. */
  ofAgent(agentId: string): CallList | undefined {
    this.#byAgent ??= splitCalls(this.all, this.#view, (call) => this.#view.threadOf(call.entry).agent?.agentId);
    return this.#byAgent.get(agentId);
  }

  /** Those in the family of a thread; `undefined` if there are none. */
  inFamily(thread: ThreadInfo): CallList | undefined {
    this.#byFamily ??= splitCalls(this.all, this.#view, ({ entry }) => this.#view.familyOf(this.#view.threadOf(entry)));
    return this.#byFamily.get(this.#view.familyOf(thread));
  }

  /** The first call in the session of a thread; the first in its family if there is none. */
  first(thread: ThreadInfo): Call | undefined {
    return (this.inSession(thread.sessionId) ?? this.inFamily(thread))?.all[0];
  }

  /** The same, of those that are neither in the thread nor in one that was spawned from it. */
  firstOutside(thread: ThreadInfo): Call | undefined {
    const near = this.inSession(thread.sessionId)?.outside(thread) ?? this.inFamily(thread)?.outside(thread);
    return near ?? (this.#view.isHomeless(thread) ? this.outside(thread) : undefined);
  }

  /** The first call that is neither in a thread nor in one that was spawned from it. */
  outside(thread: ThreadInfo): Call | undefined {
    const { all } = this;
    const isInside = ({ entry }: Call) => this.#view.isAbove(thread, entry);
    if (all[0] === undefined || !isInside(all[0])) return all[0];
    if (thread.spawnedAt) return all.find((call) => !isInside(call));
    // What is below one thread stays below it: the next thread that asks need not look at it again.
    while (this.#together < all.length && isInside(all[this.#together]!)) this.#together++;
    return all[this.#together];
  }
}

/**
 * Group calls by a key.
 *
 * @param calls by time.
 * @param view the graph.
 * @param keyOf gives the key of a call.
 */
export function splitCalls<K>(calls: readonly Call[], view: LinkView, keyOf: (call: Call) => K): Map<K, CallList> {
  return listCalls(groupBy(calls, keyOf), view);
}

/** The same for calls that are grouped already. */
export function listCalls<K>(groups: ReadonlyMap<K, readonly Call[]>, view: LinkView): Map<K, CallList> {
  return new Map([...groups].map(([key, calls]) => [key, new CallList(calls, view)]));
}

/** A tool call, with its result. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly entry: Entry;
  readonly input: Readonly<Record<string, unknown>>;
  /** Its prompt as {@link normal} makes it; empty if it has none. */
  readonly prompt: string;
  /** Its position among all calls, by time. */
  index: number;
  /** The entry with its result, if there is one. */
  result?: Entry | undefined;
  /** The content block of the result. */
  block?: RawBlock | undefined;
}
