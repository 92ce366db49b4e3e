import { type Agent, type Message, messagesOf, originFacts, toText } from "@ccdag/ccast";
import { isObject, type AnnotateRule } from "@ccdag/core";
import { normal } from "../words.ts";
import { callsTo } from "./calls.ts";

/**
 * An agent begins with the prompt of its call: the same words, on disk twice.
 *
 * ```text
 * call t1 "look around"      agent 7f: Claude "look around", …
 * ⇒ the prompt of t1 is told by the agent
 * ```
 *
 * Words are compared with white space made one and case folded; teammates and forks get them in a frame. The call is
 * marked with `repeats`, and keeps its input. So is a later call that took the agent up again.
 */
export const agentPrompt: AnnotateRule = {
  name: "agent-prompt",
  annotate({ tree, agents }) {
    const seen = new Set<Message>();
    for (const { agent, call } of callsTo(tree, agents)) {
      const prompt = normal(isObject(call.input) ? call.input["prompt"] : undefined);
      if (prompt === "") continue;
      const isFirst = call.agents?.includes(agent.agentId);
      const asked = messagesOf(agent).filter(({ role }) => role === "user");
      const message = (isFirst ? asked.slice(0, 1) : asked).find((one) => !seen.has(one) && says(one, prompt, agent));
      const uuid = message?.uuid ?? message?.id;
      if (message === undefined || uuid === undefined) continue;
      seen.add(message);
      call.repeats = { uuid, agentId: agent.agentId, rule: "agent-prompt" };
    }
  },
};

function says(message: Message, prompt: string, { mode }: Agent): boolean {
  const words = normal(toText(message));
  const isFramed = mode === "fork" || originFacts(message.origin).isFramed === true;
  return words === prompt || (isFramed && words.includes(prompt));
}
