import { type Agent, type Message, messagesOf, type Repeat, toText, type ToolResult } from "@ccdag/ccast";
import { isObject, type AnnotateRule, toBlocks } from "@ccdag/core";
import { readReport } from "../note.ts";
import { inTag } from "../tag.ts";
import { normal, textsOf } from "../words.ts";
import { callsTo } from "./calls.ts";
import { notificationsIn } from "./notifications.ts";

/**
 * The answer of an agent is its own last words, and once more the result of its call, or a notification.
 *
 * ```text
 * agent 7f: … "all good"      call t1 ─ result "[Subagent hand-back] … all good … agentId: 7f <usage>…"
 * ⇒ the result is told by the agent
 * ```
 *
 * Clients put a frame around an answer and a note behind it; both are taken off before words are compared, and
 * `answer` holds what remains. What is told by the agent is marked with `repeats`, and keeps all its words. So is what a
 * later call says that took the agent up again.
 */
export const agentAnswer: AnnotateRule = {
  name: "agent-answer",
  annotate({ tree, agents }) {
    const said = new Map<Agent, Map<string, Message>>();
    for (const { agent, call } of callsTo(tree, agents)) {
      const { result } = call;
      if (result === undefined || result.receipt) continue;
      const texts = textsOf(result.children);
      const { answer } = readReport(texts);
      const repeats = find(agent, [readReport(recorded(result)).answer, answer]);
      if (repeats) result.repeats = repeats;
      if (answer !== texts.join("\n")) result.answer = answer;
    }
    for (const { message, agent } of notificationsIn(tree, agents)) {
      const answer = inTag(toText(message), "result");
      const repeats = answer === undefined ? undefined : find(agent, [answer]);
      if (repeats) message.repeats = repeats;
    }

    function find(agent: Agent, answers: readonly string[]): Repeat | undefined {
      const words = said.get(agent) ?? wordsOf(agent);
      said.set(agent, words);
      for (const answer of answers) {
        const message = words.get(normal(answer));
        const uuid = message?.uuid ?? message?.id;
        if (uuid !== undefined) return { uuid, agentId: agent.agentId, rule: "agent-answer" };
      }
      return undefined;
    }
  },
};

/** What an agent said, by its words; of equal words the last. */
function wordsOf(agent: Agent): Map<string, Message> {
  const words = new Map<string, Message>();
  for (const message of messagesOf(agent)) {
    if (message.role !== "assistant") continue;
    const texts = textsOf(message.children);
    for (const text of [texts.join("\n"), ...texts]) words.set(normal(text), message);
  }
  words.delete("");
  return words;
}

/** The report in the record beside a result. */
function recorded({ structured }: ToolResult): string[] {
  const content = isObject(structured) ? toBlocks(structured["content"]) : [];
  return content.flatMap(({ text }) => (typeof text === "string" ? text : []));
}
