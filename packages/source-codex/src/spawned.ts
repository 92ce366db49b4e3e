import { isEvent, isItem, type RolloutLine } from "./line.ts";
import { text } from "./values.ts";

/**
 * Finds the calls that spawned agents, in the transcript of their parent. Since 0.171 an event names the call and the agent
 * (`SubAgentActivity`, or `CollabAgentToolCall` for the first generation of agents); before, only the output of
 * `spawn_agent` names the agent.
 */
export class Spawned {
  /** The id of the call, by the id of the agent's thread. */
  readonly calls: Record<string, string> = {};
  readonly #asked = new Set<string>();

  /** What is in each line that {@link read} needs: most lines need not be parsed. */
  static readonly marks: readonly string[] = [
    "spawn_agent",
    "SubAgentActivity",
    "spawnAgent",
    '\\"agent_id\\"',
    "collab_agent_spawn_end",
  ];

  read(line: RolloutLine): void {
    const { payload, item } = line;
    const call = text(item?.["id"]) ?? text(payload["call_id"]);
    if (call === undefined) return;
    if (item?.["type"] === "SubAgentActivity" && item["kind"] === "started") this.#add(item["agent_thread_id"], call);
    else if (item?.["type"] === "CollabAgentToolCall" && /^spawn_?agent$/i.test(String(item["tool"])))
      for (const agent of Array.isArray(item["receiver_thread_ids"]) ? item["receiver_thread_ids"] : [])
        this.#add(agent, call);
    else if (isEvent(line, "collab_agent_spawn_end")) this.#add(payload["new_thread_id"], call);
    else if (isItem(line) && payload["name"] === "spawn_agent") this.#asked.add(call);
    else if (isItem(line) && this.#asked.has(call)) this.#add(agentIn(payload["output"]), call);
  }

  #add(agent: unknown, call: string): void {
    const id = text(agent);
    if (id !== undefined && !Object.hasOwn(this.calls, id)) this.calls[id] = call;
  }
}

/** `{"agent_id": "…", "nickname": "…"}` */
function agentIn(output: unknown): unknown {
  try {
    return (JSON.parse(String(output)) as { agent_id?: unknown } | null)?.agent_id;
  } catch {
    return undefined;
  }
}
