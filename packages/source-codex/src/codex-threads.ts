import type { PlacedFacts } from "@ccdag/files/clients";
import type { CodexFacts, RolloutFacts } from "./codex-facts.ts";
import { rolloutName } from "./names.ts";

/** A rollout, with what its path says. */
export interface Rollout {
  readonly path: string;
  readonly segment: string | undefined;
  readonly facts: RolloutFacts;
}

/** The threads of a data folder: sessions and agents, each with the files that it is written in. */
export class CodexThreads {
  /** The files of each thread, in the order that they were begun. */
  readonly byId: Map<string, Rollout[]> = new Map();
  readonly #calls = new Map<string, string>();

  constructor(files: ReadonlyArray<PlacedFacts<CodexFacts>>) {
    const found: Array<Rollout & { began: string }> = [];
    for (const { path, facts } of files) {
      const name = rolloutName(path);
      if (name !== undefined && "thread" in facts)
        found.push({ path, segment: name.segment, facts, began: name.began });
    }
    found.sort(
      (a, b) => compare(a.began, b.began) || compare(a.segment ?? "", b.segment ?? "") || compare(a.path, b.path),
    );
    for (const one of found) {
      const { thread, spawned } = one.facts;
      const same = this.byId.get(thread);
      if (same) same.push(one);
      else this.byId.set(thread, [one]);
      for (const [agent, call] of Object.entries(spawned)) if (!this.#calls.has(agent)) this.#calls.set(agent, call);
    }
  }

  /** The facts of a thread; `undefined` if it has no file. */
  facts(thread: string): RolloutFacts | undefined {
    return this.byId.get(thread)?.[0]?.facts;
  }

  /** The call that spawned an agent. */
  call(agent: string): string | undefined {
    return this.#calls.get(agent);
  }

  /** The session at the top of an agent. */
  top(agent: RolloutFacts): string {
    const ids = this.#chain(agent, ({ agent: one }) => one?.parent);
    const last = this.facts(ids.at(-1)!);
    return last?.agent === undefined ? ids.at(-1)! : last.session;
  }

  /**
   * The threads that a thread has copies of: its parent, the parent of that one, and so on, the oldest first.
   *
   * @param thread the thread; it is the last one of the result.
   */
  origins(thread: RolloutFacts): readonly string[] {
    return this.#chain(thread, ({ copies }) =>
      copies !== undefined && this.byId.has(copies) ? copies : undefined,
    ).reverse();
  }

  /** From a thread up; a thread that is its own parent ends it. */
  #chain(from: RolloutFacts, up: (facts: RolloutFacts) => string | undefined): string[] {
    const ids = new Set([from.thread]);
    for (let facts: RolloutFacts | undefined = from; facts !== undefined;) {
      const next = up(facts);
      if (next === undefined || ids.has(next)) break;
      ids.add(next);
      facts = this.facts(next);
    }
    return [...ids];
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
