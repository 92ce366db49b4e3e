import { clientLabel, openTag, sessionNamedAt } from "@ccdag/core";

/**
 * The tasks that notifications name. A notification may arrive in another session than that of its agent, after
 * `/clear`.
 *
 * @param text the bytes of a file, one character each.
 */
export function tasksMentioned(text: string): string[] {
  const tags = [openTag("task-id"), openTag("agent-id"), openTag("shell-id")];
  const found = new Set<string>();
  // White space after a tag may be escaped.
  const note = (at: number) => found.add(idAt(text, /(?:\s|\\[nrt])*/y, at));
  eachAfter(text, tags, "-id>", note);
  // Some programs write `<` and `>` as escapes.
  const escaped = tags.flatMap((tag) => [
    tag.replace("<", String.raw`\u003c`).replace(">", String.raw`\u003e`),
    tag.replace("<", String.raw`\u003C`).replace(">", String.raw`\u003E`),
  ]);
  eachAfter(text, escaped, "-id\\u0", note);
  return [...found];
}

/** What a record and the client's note call the id of an agent: all spellings of the label in the table of client texts. */
export const agentLabels: readonly string[] = ["agentId", "agentid", "agent_id", "agent_Id"];

/**
 * The agents that a file mentions, in a field of a record or in the client's note below a result.
 *
 * @param text the bytes of a file, one character each.
 * @returns the ids, as {@link mentionOf} gives them.
 */
export function agentsMentioned(text: string): string[] {
  const found = new Set<string>();
  const note = (at: number) => found.add(idAt(text, /\\?"?:? *\\?"?/y, at));
  eachAfter(text, agentLabels, "gent", note);
  eachAfter(text, ["teammate_id"], "mate_i", note);
  return [...found];
}

/** The part of an agent's id by which mentions of it are found. */
export function mentionOf(agent: string): string {
  return idAt(agent, /(?:)/y, 0);
}

/**
 * The teammates that the records of a file name: of a session in a pane of a terminal, all have one name and one team.
 *
 * @param text the bytes of a file, one character each.
 * @returns the ids by which other files mention them, as {@link mentionOf} gives them.
 */
export function matesNamed(text: string): string[] {
  const [names, teams] = [new Set<string>(), new Set<string>()];
  const noteIn = (found: Set<string>) => (at: number) => found.size < 8 && found.add(idAt(text, /(?:)/y, at));
  eachAfter(text, [`"teamName":"`], `Name":`, noteIn(teams));
  if (teams.size === 0) return [];
  eachAfter(text, [`"agentName":"`], `Name":`, noteIn(names));
  return [...names].flatMap((name) => Array.from(teams, (team) => mentionOf(`${name}@${team}`)));
}

/**
 * The sessions in whose folders the file says that large tool outputs are.
 *
 * @param text the bytes of a file, one character each.
 */
export function outputsMentioned(text: string): string[] {
  const found = new Set<string>();
  const folder = "tool-results";
  eachAfter(text, [folder], "-resul", (at) => {
    let to = at - folder.length;
    while (isSeparator(text[to - 1])) to--;
    let from = to;
    while (from > 0 && to - from < 300 && !isSeparator(text[from - 1]) && text[from - 1] !== '"') from--;
    if (from < to) found.add(text.slice(from, to));
  });
  return [...found];
}

/**
 * The sessions whose transcripts a file names in an accepted plan.
 *
 * @param text the bytes of a file, one character each.
 */
export function plansMentioned(text: string): string[] {
  const found = new Set<string>();
  let isPlan = false;
  eachAfter(text, [`"planContent"`], "Conten", () => (isPlan = true));
  if (!isPlan) return [];
  eachAfter(text, [`${clientLabel("transcript")}: `], "l tran", (at) => {
    const session = sessionNamedAt(text, at);
    if (session !== undefined) found.add(session);
  });
  return [...found];
}

function isSeparator(character: string | undefined): boolean {
  return character === "/" || character === "\\";
}

/**
 * Visit the position after each of some words.
 *
 * @param needle a part of all of them. V8 finds one of at most six letters that begins with a rare one three times as
 *   fast as a longer one.
 */
function eachAfter(text: string, words: readonly string[], needle: string, visit: (at: number) => unknown): void {
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length))
    for (const word of words) {
      const from = at - word.indexOf(needle);
      if (text.startsWith(word, from)) visit(from + word.length);
    }
}

/** What an agent's id may hold; a longer id is compared up to the first other character. */
const idLetters = /[\w@.-]{0,200}/y;

function idAt(text: string, between: RegExp, at: number): string {
  between.lastIndex = at;
  idLetters.lastIndex = at + between.exec(text)![0].length;
  return idLetters.exec(text)![0];
}
