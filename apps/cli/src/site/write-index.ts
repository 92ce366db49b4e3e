import { join } from "node:path";
import { writeAtomically } from "../output.ts";
import { hashOf, type Manifest } from "./manifest.ts";
import { isThere } from "./site-files.ts";

/**
 * Write the index page of a site if its input has changed.
 *
 * @param folder the folder of the site.
 * @param projects the projects to list.
 * @param hasSearch whether the site has a full-text search index.
 * @param before the result of the last run; absent if there is none.
 * @param signature the version and the options of the run.
 * @returns the size of the page and a hash of its input.
 */
export async function writeIndex(
  folder: string,
  projects: Manifest["projects"],
  hasSearch: boolean,
  before: string | undefined,
  signature: string,
): Promise<string> {
  const rows = Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = rows
    .map(([, { title, sessions, kept }]) => ({ title, sessions: [...sessions, ...(kept?.sessions ?? [])] }))
    .filter(({ sessions }) => sessions.length > 0);
  const pagefind = hasSearch ? "pagefind/pagefind.js" : undefined;
  const key = hashOf(JSON.stringify(listed), pagefind ?? "", signature);
  if (before?.endsWith(`-${key}`) && (await isThere(folder, "index.html", before))) return before;
  const { toIndexPage } = await import("@ccdag/render-html");
  const text = toIndexPage(listed, { pagefind });
  await writeAtomically(join(folder, "index.html"), text);
  return `${Buffer.byteLength(text)}-${key}`;
}
