import { type AnyLine, isEvent, isItem, type RolloutLine } from "./line.ts";
import type { Stretch } from "./stretches.ts";
import { text, wordsOf } from "./values.ts";

/** How the client begins the message of a compaction: a fixed line for the model. */
const head = "Another language model started to solve this problem";

/**
 * The summary in the message of a compaction, which begins with a line for the model.
 *
 * @param message the message.
 * @param said the text that the model has answered, if an item before has it: it is the summary.
 */
export function summaryOf(message: unknown, said: string | undefined): string {
  const words = text(message) ?? "";
  if (said !== undefined && words.endsWith(`\n${said}`)) return said;
  const end = words.indexOf("\n");
  return words.startsWith(head) && end !== -1 ? words.slice(end + 1) : words;
}

/**
 * The answer that became the summary of the compaction that follows. It is no answer in the conversation: the compaction
 * shows it.
 *
 * @param stretch the records before the compaction.
 */
export function compactionAnswer({ lines, next }: Stretch): RolloutLine | undefined {
  const last = lines.findLast((line) => isAnswer(line)) as RolloutLine | undefined;
  if (last === undefined) return undefined;
  const words = wordsOf(last.payload["content"]);
  const isSummary = next?.type === "compacted" && String(next.payload["message"]).endsWith(words);
  return isSummary && words !== "" && !hasEvent(lines, words) ? last : undefined;
}

/**
 * Why a conversation was compacted: the person asked for it, if it is a turn of its own with nothing but it.
 *
 * @param stretch the records from the compaction on.
 * @param isTalk whether anything was said in its turn; `undefined` if the version records no turns.
 */
export function triggerOf({ lines, next }: Stretch, isTalk: boolean | undefined): "manual" | "auto" | undefined {
  if (isTalk === undefined) return undefined;
  const isEnd = next === undefined ? false : isEvent(next, "task_complete");
  return !isTalk && isEnd && !lines.some((line) => isAnswer(line)) ? "manual" : "auto";
}

function isAnswer(line: AnyLine): boolean {
  return !("form" in line) && isItem(line) && line.kind === "message" && line.payload["role"] === "assistant";
}

function hasEvent(lines: readonly AnyLine[], words: string): boolean {
  return lines.some((line) => {
    if ("form" in line) return false;
    if (isEvent(line, "agent_message")) return line.payload["message"] === words;
    return line.item?.["type"] === "AgentMessage" && wordsOf(line.item["content"]) === words;
  });
}
