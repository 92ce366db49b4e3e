import { uniqueNames } from "@ccdag/pipeline";
import { joinParts, rootsOf } from "./join-parts.ts";
import { type OpenProject, openProject, type PageOptions } from "./open-project.ts";
import type { SitePart } from "./site-parts.ts";

/** The parts of a project that were opened, by their keys. */
export type OpenedParts = ReadonlyMap<string, OpenProject>;

/** A project of which each part was opened. */
export interface JoinedProject extends Pick<OpenProject, "title" | "sessions" | "names" | "render"> {
  /** Its parts. */
  readonly parts: OpenedParts;
  /** The names of the first pages of sessions whose part was opened now, or is gone. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Open the parts of a project that have changed.
 *
 * @param parts all parts.
 * @param before those that were opened before.
 * @param session the session that is rendered; absent for all.
 * @param options options of the pages.
 */
export async function openParts(
  parts: readonly SitePart[],
  before: OpenedParts,
  session: string | undefined,
  options: PageOptions,
): Promise<JoinedProject> {
  const name = uniqueNames(".html");
  const opened = new Map<string, OpenProject>();
  for (const { key } of parts) {
    const known = before.get(key);
    if (known === undefined) continue;
    opened.set(key, known);
    for (const page of known.names) name(page.replace(/\.html$/, ""));
  }
  const changed = new Set([...before].flatMap(([key, { names }]) => (opened.has(key) ? [] : names)));
  for (const { key, read } of parts) {
    if (opened.has(key)) continue;
    const part = await openProject(await read(), session, options, name);
    opened.set(key, part);
    for (const page of part.names) changed.add(page);
  }
  const all = [...opened.values()];
  const holders = new Map(all.flatMap((part) => part.names.map((page) => [page, part] as const)));
  const rows = all.map(({ title, sessions, places, untitled }) => ({
    title,
    untitled,
    roots: rootsOf(sessions, places),
  }));
  return {
    ...joinParts(rows),
    names: [...holders.keys()],
    render: (page) => holders.get(page)!.render(page),
    parts: opened,
    changed,
  };
}
