import { type Agent, type Message, messagesOf, toText } from "@ccdag/ccast";
import { isObject, type TellRule } from "@ccdag/core";
import { normal } from "../words.ts";

/**
 * An agent begins with the prompt of its call: the same words, on disk twice.
 *
 * ```text
 * call t1 "look around"      agent 7f: Claude "look around", …
 * ⇒ the prompt of t1 is told by the agent
 * ```
 *
 * Words are compared with white space made one and case folded; teammates and forks get them in a frame. The call is
 * marked with `repeats`, and keeps its input.
 */
export const agentPrompt: TellRule = {
  name: "agent-prompt",
  tell({ agents }) {
    for (const { agent, call } of agents) {
      const prompt = normal(isObject(call?.input) ? call.input["prompt"] : undefined);
      const first = prompt === "" ? undefined : messagesOf(agent).find(({ role }) => role === "user");
      if (first?.uuid !== undefined && says(first, prompt, agent))
        call!.repeats ??= { uuid: first.uuid, agentId: agent.agentId, rule: "agent-prompt" };
    }
  },
};

function says(first: Message, prompt: string, { mode }: Agent): boolean {
  const words = normal(toText(first));
  const isFramed = mode === "fork" || first.origin === "teammate";
  return words === prompt || (isFramed && words.includes(prompt));
}
