import { type Agent, type Message, messagesOf, originFacts, toText } from "@ccdag/ccast";
import { type AnnotateRule, groupBy, isObject } from "@ccdag/core";
import { Parts } from "../parts.ts";
import { normal } from "../normal.ts";
import { type AgentCall, callsTo } from "./calls-to.ts";

/**
 * An agent begins with the prompt of its call.
 *
 * ```text
 * call t1 "look around"      agent 7f: Claude "look around", …
 * ⇒ the prompt of t1 repeats the agent
 * ```
 *
 * White space, case and a frame around the prompt do not matter. The call is marked with `repeats` and keeps its input.
 * So is a later call that resumed the agent.
 */
export const agentPrompt: AnnotateRule = {
  name: "agent-prompt",
  annotate({ tree, agents }) {
    for (const [agent, calls] of groupBy(callsTo(tree, agents), (one) => one.agent)) mark(agent, calls);
  },
};

/** Mark the calls to one agent. A message is repeated by one call. */
function mark(agent: Agent, calls: readonly AgentCall[]): void {
  const prompts = calls.map(({ call }) => normal(isObject(call.input) ? call.input["prompt"] : undefined));
  const messages = messagesOf(agent).filter(({ role }) => role === "user");
  const byPrompt = groupByPrompt(messages, agent, new Set(prompts));
  const seen = new Set<Message>();
  for (const [index, { call }] of calls.entries()) {
    const holders = byPrompt.get(prompts[index]!);
    if (holders === undefined) continue;
    // What is taken stays taken: it is passed over once.
    while (holders.length > 0 && seen.has(holders.at(-1)!)) holders.pop();
    const message = holders.at(-1);
    const isFirst = call.agents?.includes(agent.agentId);
    const uuid = message?.uuid ?? message?.id;
    if (message === undefined || uuid === undefined || (isFirst && message !== messages[0])) continue;
    seen.add(message);
    call.repeats = { uuid, agentId: agent.agentId, rule: "agent-prompt" };
  }
}

/** The messages that hold each prompt, the last one first. */
function groupByPrompt(
  messages: readonly Message[],
  { mode }: Agent,
  prompts: ReadonlySet<string>,
): Map<string, Message[]> {
  const parts = new Parts([...prompts].filter((prompt) => prompt !== ""));
  const byPrompt = new Map<string, Message[]>();
  for (const message of messages.toReversed()) {
    const words = normal(toText(message));
    const isFramed = mode === "fork" || originFacts(message.origin).isFramed === true;
    for (const prompt of isFramed ? parts.in(words) : [words]) {
      const holders = byPrompt.get(prompt);
      if (holders) holders.push(message);
      else if (prompt !== "" && prompts.has(prompt)) byPrompt.set(prompt, [message]);
    }
  }
  return byPrompt;
}
