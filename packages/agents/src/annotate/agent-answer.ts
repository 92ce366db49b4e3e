import { type Agent, type Message, messagesOf, type Repeat, toText, type ToolResult, unescapeXml } from "@ccdag/ccast";
import { isObject, type AnnotateRule, toBlocks } from "@ccdag/core";
import { readReport } from "../note.ts";
import { inTag } from "../tag.ts";
import { normal, textsOf } from "../normal.ts";
import { callsTo } from "./calls-to.ts";
import { notificationsIn } from "./notifications.ts";

/**
 * An agent's last message is also the result of its call, or a notification.
 *
 * ```text
 * agent 7f: … "all good"      call t1 ─ result "[Subagent hand-back] … all good … agentId: 7f <usage>…"
 * ⇒ the result repeats the agent
 * ```
 *
 * Clients put a frame around an answer and a note after it; `answer` holds the text without both. A result or
 * notification that repeats the agent is marked with `repeats` and keeps its whole text. So is the result of a later
 * call that resumed the agent.
 */
export const agentAnswer: AnnotateRule = {
  name: "agent-answer",
  annotate({ tree, agents }) {
    const texts = new Map<Agent, Map<string, Message>>();
    for (const { agent, call } of callsTo(tree, agents)) {
      const { result } = call;
      if (result === undefined || result.receipt) continue;
      const parts = textsOf(result.children);
      const { answer } = readReport(parts);
      const repeats = find(agent, [readReport(recorded(result)).answer, answer]);
      if (repeats) result.repeats = repeats;
      if (answer !== parts.join("\n")) result.answer = answer;
    }
    for (const { message, agent } of notificationsIn(tree, agents)) {
      const answer = inTag(toText(message), "result");
      const repeats = answer === undefined ? undefined : find(agent, [answer, unescapeXml(answer)]);
      if (repeats) message.repeats = repeats;
    }

    function find(agent: Agent, answers: readonly string[]): Repeat | undefined {
      const known = texts.get(agent) ?? messagesByText(agent);
      texts.set(agent, known);
      for (const answer of answers) {
        const message = known.get(normal(answer));
        const uuid = message?.uuid ?? message?.id;
        if (uuid !== undefined) return { uuid, agentId: agent.agentId, rule: "agent-answer" };
      }
      return undefined;
    }
  },
};

/** The answers of an agent by their text; of equal texts the last. */
function messagesByText(agent: Agent): Map<string, Message> {
  const messages = new Map<string, Message>();
  for (const message of messagesOf(agent)) {
    if (message.role !== "assistant") continue;
    const texts = textsOf(message.children);
    for (const text of [texts.join("\n"), ...texts]) messages.set(normal(text), message);
  }
  messages.delete("");
  return messages;
}

/** The texts of the answer in the structured record beside a result. */
function recorded({ structured }: ToolResult): string[] {
  const content = isObject(structured) ? toBlocks(structured["content"]) : [];
  return content.flatMap(({ text }) => (typeof text === "string" ? text : []));
}
