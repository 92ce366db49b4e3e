import { type Agent, type Notice, type ProgressCall, type Root, walk } from "@ccdag/ccast";
import { type AnnotateRule, isObject } from "@ccdag/core";
import { number, text } from "../normal.ts";

/**
 * API calls of an agent without a transcript are recorded in the progress of its call.
 *
 * ```text
 * agent 7f: no transcript      progress of its call: {agentId: 7f, message: {message: {id: m1, model, usage}}}
 * ⇒ agent 7f: calls [m1]
 * ```
 *
 * They count in the usage of the agent, once for each message id; those that a message of the tree holds do not.
 */
export const callsInProgress: AnnotateRule = {
  name: "calls-in-progress",
  annotate({ tree, agents }) {
    const found = callsOf(tree, new Map(agents.map(({ agent }) => [agent.agentId, agent])));
    if (found.size === 0) return;
    walk(tree, (node) => {
      if (node.type === "message" && node.messageId !== undefined) found.delete(node.messageId);
    });
    for (const [agent, call] of found.values()) (agent.calls ??= []).push(call);
  },
};

/** The calls in progress records, by message id. Of several records of a call the one with most output counts. */
function callsOf(tree: Root, agents: ReadonlyMap<string, Agent>): Map<string, [Agent, ProgressCall]> {
  const found = new Map<string, [Agent, ProgressCall]>();
  walk(tree, (node, parent) => {
    if (node.type !== "notice" || node.subtype !== "agent_progress") return;
    const [agentId, call] = callIn(node) ?? [];
    const near = parent && "children" in parent ? parent.children : [];
    const agent = near.find((one) => one.type === "agent" && one.agentId === agentId) ?? agents.get(agentId ?? "");
    if (call === undefined || agent?.type !== "agent") return;
    const known = found.get(call.messageId);
    if (known === undefined || outputOf(call) > outputOf(known[1])) found.set(call.messageId, [agent, call]);
  });
  return found;
}

/** The agent and the API call of a progress record; `undefined` if it holds no answer. */
function callIn({ uuid, timestamp, structured }: Notice): [string, ProgressCall] | undefined {
  const data = isObject(structured) ? structured["data"] : undefined;
  const record = isObject(data) ? data["message"] : undefined;
  const message = isObject(record) ? record["message"] : undefined;
  if (!isObject(data) || !isObject(record) || !isObject(message)) return undefined;
  const [agentId, messageId, usage] = [text(data["agentId"]), text(message["id"]), message["usage"]];
  if (agentId === undefined || messageId === undefined || !isObject(usage)) return undefined;
  return [
    agentId,
    { uuid, messageId, requestId: text(record["requestId"]), model: text(message["model"]), timestamp, usage },
  ];
}

function outputOf({ usage }: ProgressCall): number {
  return number(usage["output_tokens"]) ?? 0;
}
