import { shorten } from "@ccdag/ccast";
import { type Aliases, type InputSource, projectDirectory } from "@ccdag/library";
import type { IndexOptions, IndexProject, IndexSession } from "@ccdag/render-html";
import { joinParts, type PartRows } from "../../pages/join-parts.ts";
import { renderIndex, renderWork } from "../../pages/render-index.ts";
import { workPage } from "../../pages/site-manifest.ts";
import type { FoundTranscript } from "./project-rows.ts";

/** What the home knows of a project. */
export interface KnownProject {
  readonly name: string;
  source: InputSource;
  /** Absent until they were looked for. */
  found?: readonly FoundTranscript[];
  /** When something was written to it last, in milliseconds since 1970. */
  last: number;
  parts: readonly PartRows[];
  isRead: boolean;
  /** Whether it is said when something is written to it; else it is read for each request. */
  isWatched: boolean;
  isStale: boolean;
  /** When it may be read again, on the clock of `performance`. */
  due: number;
}

/** The address of a page, from the home. */
export function hrefOf(name: string, page: string): string {
  return `${encodeURIComponent(name)}/${page}`;
}

/**
 * List the sessions of a project for an index: those that are read, and those that are not read yet.
 *
 * @param project what is known of it.
 * @param isRunning whether something was written to a session a moment ago, by its address from the home.
 * @param aliases the projects that were moved (default: none).
 * @param folder the folder of its pages, from the index (default: that of the project, from the home).
 */
export function listProject(
  { name, parts, found = [], isRead }: KnownProject,
  isRunning: (href: string, row: IndexSession) => boolean,
  aliases?: Aliases,
  folder: string = hrefOf(name, ""),
): IndexProject {
  const { title = name, sessions } = joinParts(parts);
  const known = new Set(sessions.map(({ href }) => href));
  const pending = isRead ? [] : found.filter(({ page }) => !known.has(page));
  const short = shorten(pending.map(({ sessionId }) => sessionId));
  const rows = [...sessions, ...pending.map((one) => pendingRow(one, short(one.sessionId)))];
  return {
    title: projectDirectory(title, aliases),
    sessions: rows.map((row) => ({
      ...row,
      href: folder + row.href,
      isRunning: isRunning(hrefOf(name, row.href), row),
    })),
  };
}

/** Render the page of what sessions did or left. A message is looked for when its link is followed. */
export function renderDone(projects: readonly IndexProject[]): string {
  return renderWork(projects, {
    index: "./",
    hrefOf({ href }, { entry }) {
      const at = href.lastIndexOf("/") + 1;
      return entry === undefined ? href : `${href.slice(0, at)}at/${href.slice(at)}/${encodeURIComponent(entry)}`;
    },
  });
}

/** Render an index that says how much of it is read. */
export function renderProjects(projects: readonly IndexProject[], options: IndexOptions): string {
  const rows = projects.flatMap(({ sessions }) => sessions);
  const done = rows.filter(({ isPending }) => isPending !== true).length;
  return renderIndex(projects, {
    ...options,
    work: workPage,
    progress: done < rows.length ? { done, of: rows.length } : undefined,
  });
}

/** The row of a session that is not read yet. */
function pendingRow({ page, time }: FoundTranscript, title: string): IndexSession {
  const none = { depth: 0, models: [], tokens: 0, messages: 0, branches: 1, agents: 0 };
  return { title, href: page, from: time, to: time, isPending: true, ...none };
}
