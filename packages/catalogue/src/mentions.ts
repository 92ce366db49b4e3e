import { clientLabel, openTag } from "@ccdag/core";

/** What an agent's id may hold; a longer id is compared up to the first other character. */
const idLetters = /[\w@.-]{0,200}/y;

/**
 * The tasks that notifications name. A notification may arrive in another session than that of its agent, after
 * `/clear`.
 *
 * @param text the bytes of a file, one character each.
 */
export function tasksMentioned(text: string): string[] {
  const found = new Set<string>();
  for (const tag of [openTag("task-id"), openTag("agent-id"), openTag("shell-id")])
    // A tag may be followed by white space, also as an escape.
    eachAfter(text, tag, (at) => found.add(idAt(text, /(?:\s|\\[nrt])*/y, at)));
  found.delete("");
  return [...found];
}

/** The fields and the label before an agent's id, without their first letter, which is too common to be searched for. */
const labels = [clientLabel("agent-id"), "agent_id", "teammate_id"].map((label) => label.slice(1));

/**
 * The agents that a file mentions, in a field of a record or in the client's note below a result.
 *
 * @param text the bytes of a file, one character each.
 * @returns the ids, as {@link mentionOf} gives them.
 */
export function agentsMentioned(text: string): string[] {
  const found = new Set<string>();
  for (const label of labels) eachAfter(text, label, (at) => found.add(idAt(text, /\\?"?:? *\\?"?/y, at)));
  return [...found];
}

/** The part of an agent's id by which mentions of it are found. */
export function mentionOf(agent: string): string {
  return idAt(agent, /(?:)/y, 0);
}

/**
 * The sessions in whose folders the file says that large tool outputs are.
 *
 * @param text the bytes of a file, one character each.
 */
export function outputsMentioned(text: string): string[] {
  const found = new Set<string>();
  eachAfter(text, "tool-results", (at) => {
    const before = /([^/\\"]+)(?:\/|\\+)$/.exec(text.slice(Math.max(0, at - 312), at - "tool-results".length));
    if (before) found.add(before[1]!);
  });
  return [...found];
}

function eachAfter(text: string, words: string, visit: (at: number) => void): void {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at)) {
    at += words.length;
    visit(at);
  }
}

function idAt(text: string, between: RegExp, at: number): string {
  between.lastIndex = at;
  idLetters.lastIndex = at + between.exec(text)![0].length;
  return idLetters.exec(text)![0];
}
