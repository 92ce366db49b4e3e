import { type Agent, type Born, isLine, type Lines, type Nodes, type Root, type ToolCall, walk } from "@ccdag/ccast";
import { isObject } from "@ccdag/core";
import { idIn } from "../note.ts";
import { text } from "../words.ts";

/** A call to an agent: the one that bore it, or one that took it up again. */
export interface Spoken {
  readonly agent: Agent;
  readonly call: ToolCall;
}

const known = new WeakMap<Root, Spoken[]>();

/** The calls of a tree that speak to its agents, those that bore them first; found once for all rules. */
export function callsTo(tree: Root, born: readonly Born[]): Spoken[] {
  const found = known.get(tree) ?? [
    ...born.flatMap(({ agent, call }) => (call ? { agent, call } : [])),
    ...later(tree, born),
  ];
  known.set(tree, found);
  return found;
}

/** Calls whose result names an agent of the same session that another call bore. */
function later(tree: Root, born: readonly Born[]): Spoken[] {
  const agents = new Map<string, Agent>();
  const sessionOf = new Map<Nodes, string>();
  const found: Spoken[] = [];
  if (born.length === 0) return found;
  walk(tree, (node, parent) => {
    const above = (parent && sessionOf.get(parent)) ?? "";
    sessionOf.set(node, node.type === "session" ? node.sessionId : above);
    if (node.type === "agent") agents.set(`${above}\n${node.agentId}`, node);
  });
  walk(tree, (node) => {
    if (node.type !== "toolCall" || node.agents || !isSpawn(node)) return;
    const agent = agents.get(`${sessionOf.get(node)}\n${idOf(node)}`);
    if (agent) found.push({ agent, call: node });
  });
  return found;
}

function isSpawn({ name }: ToolCall): boolean {
  return name === "Task" || name === "Agent";
}

function idOf({ result }: ToolCall): string | undefined {
  const record = isObject(result?.structured) ? result.structured : {};
  const texts = (result?.children ?? []).flatMap((child) => (child.type === "text" ? child.value : []));
  return text(record["agentId"]) ?? idIn(texts);
}

/** The line that holds a node, and those that it is a branch of. */
export function* linesUp(line: Lines, above: ReadonlyMap<Lines, Lines>): Generator<Lines> {
  for (let at: Lines | undefined = line; at; at = above.get(at)) {
    yield at;
    if (at.type !== "branch") return;
  }
}

/** The line that each line stands on. */
export function linesAbove(tree: Root): Map<Lines, Lines> {
  const above = new Map<Lines, Lines>();
  walk(tree, (node, parent) => {
    if (parent && isLine(node) && isLine(parent)) above.set(node, parent);
  });
  return above;
}
