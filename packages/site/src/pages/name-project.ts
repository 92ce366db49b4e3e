import { basename } from "node:path";
import { sessionIdOf } from "@ccdag/core";
import { baseOf } from "./keep-old.ts";
import { hashOf, type Manifest } from "./site-manifest.ts";

/** Names of other files and folders in the folder of a site. */
const reserved = new Set(["search", "pagefind", "index.html", "work.html", "ccdag-site.json"]);

/**
 * Choose the folder of a project in a site. A project of the last run keeps its folder: it is identified by its name and
 * its sessions, because two folders may have one name, and a folder may be moved.
 *
 * @param source the folder of the transcripts.
 * @param paths the paths of the transcripts.
 * @param session the session that is rendered; absent if all are.
 * @param isSecret whether the name of the folder must be hidden, because it contains a login name.
 * @param old the projects of the last run.
 * @param taken the names that this run has already given.
 * @returns the name of the folder.
 */
export function nameProject(
  source: string,
  paths: readonly string[],
  session: string | undefined,
  isSecret: boolean,
  old: Manifest["projects"],
  taken: ReadonlySet<string>,
): string {
  const stem = isSecret ? secretName(source) : stemOf(basename(source));
  const pages = new Set(session === undefined ? pagesOf(paths) : [`session-${session}.html`]);
  const known = Object.entries(old).find(
    ([name, { sessions, kept }]) =>
      !taken.has(name) &&
      (name === stem || (name.startsWith(`${stem}-`) && /^\d+$/.test(name.slice(stem.length + 1)))) &&
      [...sessions, ...(kept?.sessions ?? [])].some(({ href }) => pages.has(baseOf(href))),
  );
  if (known) return known[0];
  let name = stem;
  for (let number = 2; isTaken(name, taken, old); number++) name = `${stem}-${number}`;
  return name;
}

/** Names are compared without case, because some file systems ignore it. */
function isTaken(name: string, taken: ReadonlySet<string>, old: Manifest["projects"]): boolean {
  const small = name.toLowerCase();
  return reserved.has(small) || [...taken, ...Object.keys(old)].some((other) => other.toLowerCase() === small);
}

/** A folder name that is valid in every file system. */
export function stemOf(name: string): string {
  return (
    name
      .replace(/^[.-]+/, "")
      .replace(/[^\w.-]/g, "-")
      .replace(/^__proto__$/, "proto")
      .slice(0, 120) || "project"
  );
}

function pagesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const name = basename(path);
    return name.endsWith(".jsonl") && !name.startsWith("agent-") ? [`session-${sessionIdOf(name)}.html`] : [];
  });
}

/** A name that does not disclose the name of a folder, which contains a login name. */
export function secretName(source: string): string {
  return `project-${hashOf([basename(source)]).slice(0, 8)}`;
}
