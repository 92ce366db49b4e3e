import type { SessionTree } from "../session/session.ts";
import type { Side, Thread } from "../thread/thread.ts";
import type { Entry } from "../entry/entry.ts";
import type { Dag, ThreadInfo } from "../dag/dag.ts";

/** The indexes that explaining uses. Built once for a project. */
export interface Explainer {
  /** The tree of threads. */
  readonly sessions: SessionTree;
  /** The graph. */
  readonly dag: Dag;
  /** The side of a fork that a thread is. */
  readonly sideOf: ReadonlyMap<Thread, Side>;
  /** Position of an entry in its thread, from 0. */
  readonly positionOf: ReadonlyMap<string, number>;
  /** Copies that are folded into an entry, by its id. */
  readonly copiesOf: ReadonlyMap<string, Dag["copies"]>;
  /** Threads of agents that an entry spawned. */
  readonly spawnedAt: ReadonlyMap<Entry | undefined, readonly ThreadInfo[]>;
  /** The first entry of each thread. */
  readonly firstOf: ReadonlyMap<ThreadInfo, Entry>;
}
