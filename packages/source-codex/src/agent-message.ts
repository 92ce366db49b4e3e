import type { CodexAgent } from "./header.ts";
import type { RolloutLine } from "./line.ts";
import { objects, text, wordsOf } from "./values.ts";

/** What one agent wrote to another one. */
export interface AgentMessage {
  /** A task for the agent of this transcript; all others are reports and notes. */
  readonly isTask: boolean;
  /** Its words; of a task, without its head if it can be read. */
  readonly words: string;
}

/** Words that only the vendor's servers can read: one long token. */
const cipher = /^[\w+/=-]{40,}$/;

/**
 * Read a message between agents. Its head names its type (`NEW_TASK`, `FINAL_ANSWER`) and its sender; the text of a task is
 * in a part of its own, which may be encrypted.
 *
 * @param line the message.
 * @param agent the agent of this transcript, if it is one.
 */
export function agentMessageOf({ payload }: RolloutLine, agent: CodexAgent | undefined): AgentMessage {
  const head = wordsOf(payload["content"]);
  const hidden = objects(payload["content"])
    .map((part) => text(part["encrypted_content"]))
    .filter((words) => words !== undefined)
    .join("\n");
  const said = cipher.test(hidden) ? "" : hidden;
  const isNew = head.startsWith("Message Type: NEW_TASK\n");
  const isMine = agent?.path === undefined || payload["recipient"] === undefined || payload["recipient"] === agent.path;
  const isTask = agent !== undefined && isNew && isMine;
  const [, payloadOf = ""] = isTask ? split(head, "\nPayload:\n") : [];
  const task = [payloadOf, said].filter((words) => words !== "").join("\n");
  if (isTask && task !== "") return { isTask, words: task };
  return { isTask: false, words: [head, said].filter((words) => words !== "").join("\n") };
}

function split(words: string, at: string): readonly string[] {
  const found = words.indexOf(at);
  return found === -1 ? [words] : [words.slice(0, found), words.slice(found + at.length)];
}
