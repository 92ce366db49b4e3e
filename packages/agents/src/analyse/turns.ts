import { type Agent, type Message, messagesOf, originFacts, toText } from "@ccdag/ccast";
import type { Pattern } from "./report.ts";

/** How often somebody spoke to an agent, and what each turn after the first one was. */
export function turnsOf(agent: Agent): { turns: number; patterns: Pattern[] } {
  const patterns: Pattern[] = [];
  let turns = 0;
  let reply: Message | undefined;
  for (const message of messagesOf(agent)) {
    if (isSpokenTo(message)) {
      turns++;
      if (reply) patterns.push(patternAfter(reply));
      reply = undefined;
    } else if (message.role === "assistant" && toText(message).trim() !== "") reply = message;
  }
  return { turns, patterns };
}

/** Claude delegates, a teammate writes, a person types; hooks, notifications and the client's own words are no turn. */
function isSpokenTo({ role, origin }: Message): boolean {
  return role === "user" && originFacts(origin).beginsAgentTurn === true;
}

/**
 * What a turn after a reply is, by the reply: after an error Claude helps on, after a question it answers, else it asks
 * for more.
 */
function patternAfter(reply: Message): Pattern {
  const words = toText(reply).trim();
  if (originFacts(reply.origin).isError || /^(?:error|failed|failure|cannot|could not|unable to)\b/i.test(words))
    return "error-recovery";
  return /[?？؟][\s"'”’»)\]*_`]*$/.test(words) ? "clarification" : "refinement";
}
