import { type ClientTag, closeTag, openTag } from "@ccdag/core";

/** The text between the first opening and the last closing tag: an answer may contain the tag itself. */
export function inTag(words: string, name: ClientTag): string | undefined {
  const from = words.indexOf(openTag(name));
  const to = words.lastIndexOf(closeTag(name));
  return from === -1 || to < from ? undefined : words.slice(from + openTag(name).length, to);
}
