import { type AnyLine, isEvent, isUserItem, type RolloutLine } from "./line.ts";
import { object, objects, text, wordsOf } from "./values.ts";

/** What a message with the role of a person is. */
export type UserMessage =
  | { readonly kind: "prompt" | "meta" | "notification" | "interrupt" }
  | { readonly kind: "shell"; readonly command: string; readonly output: string };

/** How a message begins that the client puts in, in versions that record nothing else about it. */
const putIn =
  /^\s*(?:<(?:environment_context|user_instructions|user_action|codex_internal_context|permissions instructions|skills_instructions|skill|collaboration_mode|model_switch|personality_spec|hook_prompt|tools|INSTRUCTIONS)\b|# AGENTS\.md instructions)/;

/**
 * Find out who wrote a message with the role of a person. What was typed has an event, which follows it; newer versions record
 * the provenance of each part, too. Else the words at the beginning decide, and only if no typed message had an event so far.
 *
 * @param line the message.
 * @param stretch the records from it to the next message.
 * @param hasEvents whether a message before it had an event.
 */
export function userMessageOf(line: RolloutLine, stretch: readonly AnyLine[], hasEvents: boolean): UserMessage {
  const words = wordsOf(line.payload["content"]);
  if (isTyped(stretch)) return { kind: "prompt" };
  const shell = words.startsWith("<user_shell_command>") ? shellOf(words) : undefined;
  if (shell !== undefined) return shell;
  const from = provenanceOf(line);
  if (from.includes("user")) return { kind: "prompt" };
  if (words.startsWith("<turn_aborted>")) return { kind: "interrupt" };
  if (words.startsWith("<subagent_notification>")) return { kind: "notification" };
  if (from.length > 0 || hasEvents || putIn.test(words)) return { kind: "meta" };
  return { kind: words.trim() === "" ? "meta" : "prompt" };
}

/**
 * Whether a stretch that begins with a message has the event of a typed message.
 *
 * @param stretch the records from a message to the next one.
 */
export function isTyped([first, ...others]: readonly AnyLine[]): boolean {
  if (first === undefined || "form" in first || !isUserItem(first)) return false;
  const words = wordsOf(first.payload["content"]);
  return others.some((other) => {
    if ("form" in other) return false;
    const typed = typedWords(other);
    return typed !== undefined && words.includes(typed.trim());
  });
}

/** The words of a message that was typed, as an event says them. */
function typedWords(line: RolloutLine): string | undefined {
  if (isEvent(line, "user_message")) return text(line.payload["message"]) ?? "";
  return line.item?.["type"] === "UserMessage" ? wordsOf(line.item["content"]) : undefined;
}

/** Where the parts of a message come from, since 0.171: `user`, `harness`, `skills`, `tool`, `model`. */
function provenanceOf({ payload }: RolloutLine): readonly string[] {
  const about = object(payload["internal_chat_message_metadata_passthrough"])["content_item_metadata"];
  return objects(about)
    .map((part) => text(object(part["provenance"])["type"]))
    .filter((type) => type !== undefined);
}

/**
 * A command of the person, as the model reads it. What the command has printed may look like the end of it: the last end
 * counts.
 */
function shellOf(words: string): UserMessage | undefined {
  const [start, middle] = [words.indexOf("<command>"), words.indexOf("</command>")];
  const [result, end] = [words.indexOf("<result>", middle), words.lastIndexOf("</result>")];
  if (start === -1 || middle < start || result === -1 || end < result) return undefined;
  const command = within(words, start + "<command>".length, middle);
  return { kind: "shell", command, output: within(words, result + "<result>".length, end) };
}

/** A part of a text, without the line breaks around it. */
function within(words: string, from: number, to: number): string {
  return words.slice(words[from] === "\n" ? from + 1 : from, words[to - 1] === "\n" ? Math.max(from + 1, to - 1) : to);
}
