import { isThread, type Root, type Session, type ThreadNode, threadsIn } from "@ccdag/ccast";
import { count } from "@ccdag/mdast/amounts";

/** So many sessions are named. */
const maxSessions = 3;

/** Counts the agents that calls name and whose transcripts were not found. */
export class AbsentAgents {
  readonly #counts = new Map<string, number>();

  /** Count those of a tree. */
  add(tree: Root): void {
    const owners = new Map<ThreadNode, Session>();
    for (const thread of threadsIn(tree)) {
      const owner = thread.type === "session" ? thread : owners.get(thread);
      if (owner === undefined) continue;
      if (thread.type === "agent" && thread.missing)
        this.#counts.set(owner.sessionId, (this.#counts.get(owner.sessionId) ?? 0) + 1);
      for (const child of thread.children) if (isThread(child)) owners.set(child, owner);
    }
  }

  /** What is missing, in one sentence; none if nothing is. */
  toSentences(): string[] {
    const found = [...this.#counts].sort(([, a], [, b]) => b - a);
    if (found.length === 0) return [];
    const all = found.reduce((sum, [, number]) => sum + number, 0);
    const named = found.slice(0, maxSessions).map(([id, number]) => `${number} of ${id.slice(0, 8)}`);
    const others = found.length - named.length;
    const list = [...named, ...(others > 0 ? [count(others, "other session")] : [])].join(", ");
    return [`Not in the files: the transcripts of ${count(all, "agent")} that calls name (${list})`];
  }
}
