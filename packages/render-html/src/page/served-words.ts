import type { Words } from "./words.ts";

/** The labels of pages of a server, and of an index. A view in somebody's page has none of them. */
export interface ServedWords {
  /** The link from the sessions of a project to those of all. */
  allProjects: string;
  /** Of the pages of a server: the field that finds sessions and words in all of them; stands while it searches, and after a count. */
  findAll: string;
  /** Of an index of a server: the button that takes the words of the search field to that field. */
  findTexts: string;
  searching: string;
  found: string;
  /** Of an index: the mark of a session to which something was written a moment ago; stands after the sessions that are read so far. */
  running: string;
  areRead: string;
  /** What keys do besides on the pages of a server. */
  servedHelp: ReadonlyArray<readonly [keys: string, what: string]>;
}

/** The English labels of them. */
export const servedWords: ServedWords = {
  allProjects: "All projects",
  findAll: "Find sessions, and words in all of them",
  findTexts: "Search all text · Ctrl+K",
  searching: "Searching …",
  found: "found",
  running: "running",
  areRead: "are read",
  servedHelp: [
    ["Ctrl+K", "find sessions, and words in all of them; arrows and Enter, Ctrl+Enter opens another tab"],
    ["J, K", "next and previous session of the list"],
    ["[", "show or hide the list of sessions"],
    ["u", "the sessions of the project, and from there those of all"],
  ],
};

/** The labels that the script of served pages needs. */
export function liveWords({
  lost,
  gone,
  latest,
  findAll,
  searching,
  found,
  sessions,
  nowhere,
  running,
  allProjects,
}: Words & ServedWords): Record<string, string> {
  return { lost, gone, latest, findAll, searching, found, sessions, nowhere, running, allProjects };
}
