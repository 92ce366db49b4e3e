import { originFacts, type OriginTag } from "./origins.ts";
import { toText } from "./to-text.ts";
import type { Message } from "./types.ts";

/**
 * What was said in a message, without what the client wrote around it: of a notification its summary, of a command what was
 * typed, of a message from elsewhere the words in its tags.
 *
 * @param message any message.
 * @returns its words, untrusted; those of {@link toText} where the client wrote nothing around them.
 */
export function wordsOf(message: Message): string {
  const text = toText(message);
  const { isFramed, isReport, typed, tags } = originFacts(message.origin);
  if (isFramed) return framedIn(text, tags[0]!).join("\n\n") || text;
  if (isReport) return between(text, "summary")?.trim() || text.replace(reportTags, " ").trim();
  if (typed === "command") return commandIn(text) || text;
  return text;
}

/** The tags of a report without a summary, and the ids and paths in them. */
const reportTags = /<([a-z]+-id|output-file)>[^<]*<\/\1>|<\/?[a-z][\w-]*>/g;

/** The texts in the tags of a name, with or without attributes; each ends at the next closing tag. */
function framedIn(text: string, tag: OriginTag): string[] {
  const opening = new RegExp(`<${tag}(?:\\s[^>]{0,2000})?>`, "g");
  const closing = `</${tag}>`;
  const found: string[] = [];
  for (let at = opening.exec(text); at; at = opening.exec(text)) {
    const end = text.indexOf(closing, opening.lastIndex);
    if (end === -1) break;
    found.push(text.slice(opening.lastIndex, end).trim());
    opening.lastIndex = end + closing.length;
  }
  return found.filter((words) => words !== "");
}

/** What was typed: a command with its arguments, or a line for the shell. */
function commandIn(text: string): string {
  const name = between(text, "command-name") ?? between(text, "command-message");
  const parts = name === undefined ? [between(text, "bash-input")] : [name, between(text, "command-args")];
  return parts.flatMap((part) => part?.trim() || []).join(" ");
}

/** What stands between the first opening and the last closing tag of a name: printed text may hold the tag itself. */
function between(text: string, tag: OriginTag): string | undefined {
  const from = text.indexOf(`<${tag}>`);
  const to = text.lastIndexOf(`</${tag}>`);
  return from === -1 || to < from ? undefined : text.slice(from + tag.length + 2, to);
}
