import { type Agent, type Message, messagesOf, originFacts, toText } from "@ccdag/ccast";
import type { Pattern } from "./report.ts";

/** The number of messages to an agent, and the kind of each turn that follows an answer. */
export function turnsOf(agent: Agent): { turns: number; patterns: Pattern[] } {
  const patterns: Pattern[] = [];
  let turns = 0;
  let reply: Message | undefined;
  for (const message of messagesOf(agent)) {
    if (isAddressed(message)) {
      turns++;
      if (reply) patterns.push(patternAfter(reply));
      reply = undefined;
    } else if (message.role === "assistant" && toText(message).trim() !== "") reply = message;
  }
  return { turns, patterns };
}

/**
 * Claude delegates, a teammate writes, a person types; hooks, notifications and messages of the client are no turns.
 */
function isAddressed({ role, origin }: Message): boolean {
  return role === "user" && originFacts(origin).beginsAgentTurn === true;
}

/**
 * The kind of a turn by the reply before it: after an error Claude helps, after a question it answers, else it refines.
 */
function patternAfter(reply: Message): Pattern {
  const words = toText(reply).trim();
  if (originFacts(reply.origin).isError || /^(?:error|failed|failure|cannot|could not|unable to)\b/i.test(words))
    return "error-recovery";
  return /[?？؟][\s"'”’»)\]*_`]*$/.test(words) ? "clarification" : "refinement";
}
