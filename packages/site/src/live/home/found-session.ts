import {
  type FoundSession,
  type InputSource,
  type LibraryIo,
  readQuery,
  type SearchHit,
  searchFolder,
  weights,
} from "@ccdag/library";
import { visibleLine } from "@ccdag/pipeline/tables";
import { pageOf } from "./project-rows.ts";

/** A text that was found, as one line around the match. */
interface FoundText {
  /** The entry that holds it. */
  readonly entry: string;
  /** Who said it. */
  readonly speaker: string;
  /** Milliseconds since 1970; absent without a time. */
  readonly time?: number | undefined;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** A session in which something was found. */
export interface FoundInSession {
  /** The name of its page. */
  readonly page: string;
  readonly title: string;
  /** The first texts: words of a person before all others. */
  readonly texts: readonly FoundText[];
  /** How many texts match; 0 if it turned out that none does. */
  readonly count: number;
}

/** How many texts of a session are shown, and how many characters before a match and in all. */
const maxTexts = 3;
const [charsBefore, charsInAll] = [60, 240] as const;

/**
 * Search a project for words.
 *
 * @param source the project.
 * @param words what was typed: words, of which one in quotes is a phrase.
 * @param io the environment of the run; its signal stops the search between two files.
 * @param show called with each session as soon as it is found, and again where it turned out to be otherwise.
 */
export async function findInProject(
  source: InputSource,
  words: string,
  io: LibraryIo,
  show: (found: FoundInSession) => void,
): Promise<void> {
  const terms = termsOf(words);
  if (terms.length === 0) return;
  const shown = new Map<string, FoundInSession>();
  const add = (session: FoundSession) => {
    const found = toFound(session);
    if (shown.get(found.page)?.count === found.count) return;
    shown.set(found.page, found);
    show(found);
  };
  const { found } = await searchFolder(source, readQuery(terms), io, add);
  for (const session of found) add(session);
  const pages = new Set(found.map(pageOfSession));
  for (const one of shown.values()) if (!pages.has(one.page)) show({ ...one, texts: [], count: 0 });
}

/** Words and phrases. A pattern between slashes is one for the command line: a page searches while one types. */
function termsOf(words: string): string[] {
  return Array.from(words.matchAll(/"([^"]+)"?|[^\s"]+/g), ([word, phrase]) =>
    (phrase ?? word).replace(/^(\/.+)\/$/s, "$1"),
  );
}

function pageOfSession({ id }: FoundSession): string {
  return pageOf(`${id}.jsonl`);
}

function toFound(session: FoundSession): FoundInSession {
  const { hits, title } = session;
  const best = hits.toSorted((a, b) => weights[b.where] - weights[a.where]).slice(0, maxTexts);
  return { page: pageOfSession(session), title: visibleLine(title), texts: best.map(toText), count: hits.length };
}

function toText({ uuid: entry, speaker, time, text, index, length }: SearchHit): FoundText {
  const from = Math.max(0, index - charsBefore);
  const before = text.slice(from, index).replace(/^\S*\s/, (cut) => (from === 0 ? cut : "… "));
  const match = text.slice(index, index + Math.min(length, charsInAll));
  const after = text.slice(index + match.length, index + Math.max(match.length, charsInAll - before.length));
  return {
    entry,
    speaker: visibleLine(speaker),
    time,
    before: onOneLine(before),
    match: onOneLine(match),
    after: onOneLine(after),
  };
}

/** A part of a text: white space at its ends separates it from the other parts. */
function onOneLine(text: string): string {
  return visibleLine(text.replaceAll(/\s+/g, " ").replace(/[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/, ""));
}
