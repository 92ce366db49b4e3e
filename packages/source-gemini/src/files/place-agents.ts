import type { JsonObject } from "@ccdag/core";
import type { CallFacts, GeminiLogFacts } from "./gemini-facts.ts";
import { folderOf, projectOf } from "./kind-of-path.ts";

/** A log with its path. */
export interface Log {
  readonly path: string;
  readonly facts: GeminiLogFacts;
}

/** Where an agent belongs. */
export interface AgentPlace {
  /** The session at the top. */
  readonly session: string;
  readonly about: JsonObject;
}

/**
 * Find the calls that spawned agents. A call that has ended names its agent; else the first message of the agent is the task of the
 * call, and of several equal ones they follow each other.
 *
 * @param logs of all sessions and agents, by the time when they began.
 * @returns the place of each agent; those that belong to no session are omitted.
 */
export function placeAgents(logs: readonly Log[]): Map<Log, AgentPlace> {
  const calls = new Calls(logs);
  const agents = logs.filter(({ facts }) => facts.isAgent);
  const found = new Map(agents.map((log) => [log, calls.named(log)]));
  for (const log of agents) if (found.get(log) === undefined) found.set(log, calls.byTask(log));
  const parents = new Map<string, string>();
  for (const log of agents) {
    const parent = folderOf(log.path) ?? found.get(log)?.by;
    if (parent !== undefined) parents.set(log.facts.id, parent);
  }
  const places = new Map<Log, AgentPlace>();
  for (const log of agents) {
    const session = topOf(log.facts.id, parents);
    const call = found.get(log);
    const parent = parents.get(log.facts.id);
    if (session === log.facts.id) continue;
    places.set(log, {
      session,
      about: {
        ...(call === undefined ? {} : { toolUseId: call.id, agentType: call.name }),
        ...(parent === session ? {} : { parentAgentId: parent }),
      },
    });
  }
  return places;
}

function topOf(id: string, parents: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  let at = id;
  while (!seen.has(at)) {
    seen.add(at);
    const parent = parents.get(at);
    if (parent === undefined) return at;
    at = parent;
  }
  return id;
}

/** A call, and the session or agent that made it. */
type Call = CallFacts & { readonly by: string };

class Calls {
  readonly #byAgent = new Map<string, Call>();
  readonly #byTask = new Map<string, Call[]>();
  readonly #taken = new Set<string>();

  constructor(logs: readonly Log[]) {
    for (const { path, facts } of logs)
      for (const one of facts.calls) {
        const call = { ...one, by: facts.id };
        if (one.agent !== undefined) this.#byAgent.set(one.agent, call);
        if (one.task === undefined) continue;
        const key = taskKey(path, one.task);
        const same = this.#byTask.get(key);
        if (same) same.push(call);
        else this.#byTask.set(key, [call]);
      }
  }

  named({ facts }: Log): Call | undefined {
    const call = this.#byAgent.get(facts.id);
    if (call) this.#taken.add(call.id);
    return call;
  }

  byTask({ path, facts }: Log): Call | undefined {
    const folder = folderOf(path);
    const open = this.#byTask
      .get(taskKey(path, facts.first))
      ?.find(({ id, by }) => !this.#taken.has(id) && by !== facts.id && (folder === undefined || by === folder));
    if (open) this.#taken.add(open.id);
    return open;
  }
}

function taskKey(path: string, task: string): string {
  return `${projectOf(path)} ${task}`;
}
