import type { IndexSession } from "@ccdag/render-html";
import type { ManifestProject } from "./manifest.ts";

/**
 * Keep what was told of sessions whose transcripts are not there any more: clients remove them after a month. They stand
 * behind the others in the index.
 *
 * @param now what is told of the project.
 * @param before what was told of it.
 */
export function keepOld(now: ManifestProject, before: ManifestProject): ManifestProject {
  const pages = new Set(now.sessions.map(({ href }) => href));
  const gone = before.sessions.filter(({ href }) => !pages.has(href));
  if (gone.length === 0) return now;
  const isOf = (path: string) => path.includes("/attachments/") || gone.some(({ href }) => isPageOf(path, href));
  const files = Object.fromEntries(Object.entries(before.files).filter(([path]) => isOf(path)));
  const sessions: IndexSession[] = [...now.sessions, ...gone.map((one) => ({ ...one, depth: 0 }))];
  return { ...now, sessions, files: { ...files, ...now.files }, isPartlyKept: true };
}

/** Whether a file is a page of the session that begins on another one. */
function isPageOf(path: string, first: string): boolean {
  return path.replace(/\.part\d+(?=\.html$)/, "") === first;
}
