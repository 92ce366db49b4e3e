import { basename } from "node:path";
import { sessionIdOf } from "@ccdag/core";
import type { VFile } from "vfile";
import { baseOf } from "./keep-old.ts";
import { hashOf, type Manifest } from "./manifest.ts";

/** What else is in the folder of a site. */
const reserved = new Set(["pagefind", "pagefind.new", "index.html", "ccdag-site.json"]);

/**
 * The folder of a project in a site. A project that was told before keeps its folder: it is known by its name and by
 * its sessions, for two folders may have one name, and one may be moved.
 *
 * @param source the folder of the transcripts.
 * @param file what is in it.
 * @param session the one session that is told; nothing when all are.
 * @param isSecret whether names of folders must not be told: they hold login names.
 * @param old the projects of the last run.
 * @param taken the names of this one.
 */
export function nameProject(
  source: string,
  file: VFile,
  session: string | undefined,
  isSecret: boolean,
  old: Manifest["projects"],
  taken: ReadonlySet<string>,
): string {
  const stem = isSecret ? secretName(source) : stemOf(basename(source));
  const pages = new Set(session === undefined ? pagesOf(file) : [`session-${session}.html`]);
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

/** Some file systems do not tell large letters from small ones. */
function isTaken(name: string, taken: ReadonlySet<string>, old: Manifest["projects"]): boolean {
  const small = name.toLowerCase();
  return reserved.has(small) || [...taken, ...Object.keys(old)].some((other) => other.toLowerCase() === small);
}

/** A name for a folder of pages: what no file system dislikes. */
export function stemOf(name: string): string {
  return (
    name
      .replace(/^[.-]+/, "")
      .replace(/[^\w.-]/g, "-")
      .slice(0, 120) || "project"
  );
}

function pagesOf({ data }: VFile): string[] {
  return (data.companions ?? []).flatMap(({ path }) => {
    const name = basename(path);
    return name.endsWith(".jsonl") && !name.startsWith("agent-") ? [`session-${sessionIdOf(name)}.html`] : [];
  });
}

/** A name that tells nothing of a folder, whose own holds the name of whoever works there. */
export function secretName(source: string): string {
  return `project-${hashOf(basename(source)).slice(0, 8)}`;
}
