import { type Agent, type Content, type Message, messagesOf, type Repeat, type ToolResult, toText } from "@ccdag/ccast";
import { isObject, type TellRule, toBlocks } from "@ccdag/core";
import { inTag } from "../tag.ts";
import { normal } from "../words.ts";
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
 * `answer` holds what remains. What is told by the agent is marked with `repeats`, and keeps all its words.
 */
export const agentAnswer: TellRule = {
  name: "agent-answer",
  tell({ tree, agents }) {
    const said = new Map<Agent, Map<string, Message>>();
    for (const { agent, call } of agents) {
      if (!call?.result) continue;
      const answers = answersIn(call.result);
      const repeats = find(agent, answers);
      if (repeats) call.result.repeats ??= repeats;
      const answer = answers.at(-1)!;
      if (answer !== textsOf(call.result.children).join("\n")) call.result.answer = answer;
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
        if (message?.uuid !== undefined) return { uuid: message.uuid, agentId: agent.agentId, rule: "agent-answer" };
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

/** What may be the answer in a result: the recorded report, else its own words. */
function answersIn({ structured, children }: ToolResult): string[] {
  const content = isObject(structured) ? toBlocks(structured["content"]) : [];
  const recorded = content.flatMap(({ text }) => (typeof text === "string" ? text : []));
  return [recorded, textsOf(children)].map(withoutFrame);
}

function textsOf(children: readonly Content[]): string[] {
  return children.flatMap((child) => (child.type === "text" ? child.value : []));
}

/**
 * Words without what clients put around them: a note that begins with the agent's id, blocks of remarks, and a frame
 * of one line before a report whose lines are indented.
 */
function withoutFrame(texts: readonly string[]): string {
  const words = texts.filter((text) => !/^(?:agentId: |<tools-used)/.test(text)).join("\n");
  const note = words.lastIndexOf("\nagentId: ");
  const report = note === -1 ? words : words.slice(0, note);
  const frame = /^\[Subagent hand-back\].*\n/m.exec(report);
  return frame ? report.slice(frame.index + frame[0].length).replace(/^ {2}/gm, "") : report;
}
