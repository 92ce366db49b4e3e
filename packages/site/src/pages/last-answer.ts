import { continuedIn, type Message, originFacts, type Session, type ThreadNode, toText } from "@ccdag/ccast";
import type { IndexEnd } from "@ccdag/render-html";

/** How a session ended. */
export interface SessionEnd {
  readonly end: IndexEnd;
  /** The last text of the model, the prompt that was not answered, or the error of the API; empty if there is none. */
  readonly text: string;
}

/** How a thread ended so far. */
interface EndSoFar extends SessionEnd {
  /** Whether it has a prompt already. */
  readonly hasPrompt: boolean;
}

/**
 * Find out how a session ended, on the path on which the person continued.
 *
 * @param session the session; those that continue it are not looked at.
 * @returns `answered` if the last prompt was answered with words after the last tool call, else what happened.
 */
export function endOf(session: Session): SessionEnd {
  let last: EndSoFar = { end: "unanswered", text: "", hasPrompt: false };
  for (let at: ThreadNode | undefined = session; at; at = continuedIn(at))
    for (const child of at.children) if (child.type === "message") last = after(child, last);
  return last;
}

function after(message: Message, last: EndSoFar): EndSoFar {
  const { typed, isError, isReply } = originFacts(message.origin);
  if (message.origin === "interrupt") return { ...last, end: "interrupted" };
  // The first prompt is shown anyway.
  if (typed === "words")
    return { end: "unanswered", text: last.hasPrompt ? toText(message) : last.text, hasPrompt: true };
  if (isError) return { ...last, end: "failed", text: toText(message) };
  if (!isReply) return last;
  const text = toText(message);
  const isAtWork = message.children.some(({ type }) => type === "toolCall");
  return { ...last, end: isAtWork || text === "" ? "unanswered" : "answered", text: text || last.text };
}
