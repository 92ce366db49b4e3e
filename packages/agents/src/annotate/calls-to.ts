import { type Agent, type SpawnedAgent, type Nodes, type Root, type ToolCall, walk } from "@ccdag/ccast";
import { isObject } from "@ccdag/core";
import { idIn } from "../note.ts";
import { text, textsOf } from "../normal.ts";

/** A call to an agent: the one that spawned it, or one that resumed it. */
export interface AgentCall {
  readonly agent: Agent;
  readonly call: ToolCall;
}

const known = new WeakMap<readonly SpawnedAgent[], AgentCall[]>();

/** The calls of a tree to its agents, first those that spawned them; found once for all rules. */
export function callsTo(tree: Root, spawned: readonly SpawnedAgent[]): AgentCall[] {
  const found = known.get(spawned) ?? [
    ...spawned.flatMap(({ agent, call }) => (call ? { agent, call } : [])),
    ...later(tree, spawned),
  ];
  known.set(spawned, found);
  return found;
}

/** Calls whose result names an agent of the same session that another call spawned. */
function later(tree: Root, spawned: readonly SpawnedAgent[]): AgentCall[] {
  if (spawned.length === 0) return [];
  const agents = new Map<string, Agent>();
  const sessionOf = new Map<Nodes, string>();
  const calls: ToolCall[] = [];
  walk(tree, (node, parent) => {
    const above = (parent && sessionOf.get(parent)) ?? "";
    sessionOf.set(node, node.type === "session" ? node.sessionId : above);
    if (node.type === "agent") agents.set(`${above}\n${node.agentId}`, node);
    if (node.type === "toolCall" && !node.agents && isSpawn(node)) calls.push(node);
  });
  return calls.flatMap((call) => {
    const agent = agents.get(`${sessionOf.get(call)}\n${idOf(call)}`);
    return agent ? { agent, call } : [];
  });
}

function isSpawn({ name }: ToolCall): boolean {
  return name === "Task" || name === "Agent";
}

function idOf({ result }: ToolCall): string | undefined {
  const record = isObject(result?.structured) ? result.structured : {};
  return text(record["agentId"]) ?? idIn(textsOf(result?.children ?? []));
}
