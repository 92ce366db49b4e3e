import type { ClientTag } from "./client-tags.ts";

/**
 * The content of a tag that the client writes into a text, such as `<task-id>`.
 *
 * @param text the text.
 * @param name the name of the tag.
 * @returns its content, trimmed; empty if the tag is missing.
 */
export function tag(text: string, name: ClientTag): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? "";
}

/**
 * The background task that a notification is about: an agent, a shell or a monitor.
 *
 * @param text the text of the notification.
 * @returns the id of the task; empty if the text names none.
 */
export function taskIdIn(text: string): string {
  return tag(text, "task-id") || tag(text, "agent-id") || tag(text, "shell-id");
}

/** A text in parts that each begin with a notification, but for the first if it begins with other words. */
export function notificationsIn(text: string): string[] {
  return text.split(/(?=<(?:task|agent|bash)-notification>)/);
}

/**
 * Write a text in a tag, as the client does: a source of another format says so what an entry is.
 *
 * @param name the name of the tag.
 * @param text its content.
 * @returns `<name>text</name>`.
 */
export function wrapInTag(name: ClientTag, text: string): string {
  return `${openTag(name)}${text}${closeTag(name)}`;
}

/** The opening tag without attributes: `<name>`. */
export function openTag(name: ClientTag): string {
  return `<${name}>`;
}

/** The closing tag: `</name>`. */
export function closeTag(name: ClientTag): string {
  return `</${name}>`;
}
