import { type Agent, type Message, messagesOf, originFacts, toText } from "@ccdag/ccast";
import { isObject, type AnnotateRule } from "@ccdag/core";
import { normal } from "../words.ts";
import { callsTo } from "./calls.ts";

/**
 * An agent begins with the prompt of its call: the same text is recorded twice.
 *
 * ```text
 * call t1 "look around"      agent 7f: Claude "look around", …
 * ⇒ the prompt of t1 repeats the agent
 * ```
 *
 * Texts are compared without differences of white space and case; teammates and forks get the prompt in a frame. The
 * call is marked with `repeats` and keeps its input. So is a later call that resumed the agent.
 */
export const agentPrompt: AnnotateRule = {
  name: "agent-prompt",
  annotate({ tree, agents }) {
    const seen = new Set<Message>();
    for (const { agent, call } of callsTo(tree, agents)) {
      const prompt = normal(isObject(call.input) ? call.input["prompt"] : undefined);
      if (prompt === "") continue;
      const isFirst = call.agents?.includes(agent.agentId);
      const prompts = messagesOf(agent).filter(({ role }) => role === "user");
      const candidates = isFirst ? prompts.slice(0, 1) : prompts;
      const message = candidates.find((one) => !seen.has(one) && holdsPrompt(one, prompt, agent));
      const uuid = message?.uuid ?? message?.id;
      if (message === undefined || uuid === undefined) continue;
      seen.add(message);
      call.repeats = { uuid, agentId: agent.agentId, rule: "agent-prompt" };
    }
  },
};

function holdsPrompt(message: Message, prompt: string, { mode }: Agent): boolean {
  const words = normal(toText(message));
  const isFramed = mode === "fork" || originFacts(message.origin).isFramed === true;
  return words === prompt || (isFramed && words.includes(prompt));
}
