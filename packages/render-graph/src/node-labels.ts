import { type Compaction, firstPrompt, type Root, type ThreadNode } from "@ccdag/ccast";

/** Longer labels are cut, in characters. */
const maxRowChars = 50;

/** The label of a thread: a name, and what it is about. */
export function threadLabel(thread: Exclude<ThreadNode, Root>): string[] {
  if (thread.type === "agent") {
    const name = [thread.name ?? thread.agentType ?? "agent", thread.description].filter(Boolean).join(": ");
    return [oneLine(name), ...(thread.missing ? ["no transcript"] : [])];
  }
  const words = thread.type === "session" ? thread.title || firstPrompt(thread) : firstPrompt(thread);
  const id = thread.type === "session" ? thread.sessionId : thread.uuid;
  return [`${thread.type} ${id.slice(0, 8)}`, oneLine(words)].filter(Boolean);
}

/** The label of a compaction, with the size of the context before it. */
export function compactionLabel({ preTokens }: Compaction): string[] {
  const size = preTokens !== undefined && preTokens >= 1000 ? ` (${Math.floor(preTokens / 1000)}k tokens)` : "";
  return [`compacted${size}`];
}

/** The counts of a node, such as `1 turn, 9 messages`; an empty string where all are 0. */
export function countsLabel(counts: { turns: number; messages: number; agents: number }): string {
  const { turns, messages, agents } = counts;
  return [counted(turns, "turn"), counted(messages, "message"), counted(agents, "agent")].filter(Boolean).join(", ");
}

function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The text on one line of limited length, without tags of the client. */
function oneLine(text: string): string {
  const line = text
    .slice(0, 1000)
    .replace(/<\/?[a-z][\w-]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > maxRowChars ? `${characters.slice(0, maxRowChars - 1).join("")}…` : line;
}
