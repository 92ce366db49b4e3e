import { relative } from "node:path";
import { findAgents, findEntry, messagesOf, type Root } from "@ccdag/ccast";
import { findHolders, readPartsWith } from "@ccdag/files";
import { type InputSource, listingOf, readingOf } from "./input-source.ts";
import type { LibraryIo } from "./library-io.ts";
import { projectFoldersOf } from "./projects.ts";
import { parse } from "./tree-parts.ts";

/**
 * Find the sessions that hold an entry, a branch or an agent, by its id or eight characters of it.
 *
 * @param id as a command prints it.
 * @param io the environment of the run.
 * @returns the folder of each, with its id and the entry.
 */
export async function sessionsWithEntry(id: string, io: LibraryIo): Promise<InputSource[]> {
  const found = new Map<string, InputSource>();
  for (const root of io.roots)
    for (const folder of await findHolders(root, id, listingOf(root, io))) {
      const also = projectFoldersOf(relative(root, folder), io).filter((one) => one !== folder);
      const source: InputSource = { input: id, folder, also };
      const tree = parse(await readPartsWith(folder, [id], readingOf(source, io)), io);
      for (const session of sessionsHolding(tree, id))
        found.set(`${folder}\n${session}`, { ...source, session, entry: id });
    }
  return [...found.values()];
}

function sessionsHolding(tree: Root, id: string): string[] {
  const firsts = findAgents(tree, id).flatMap((agent) => messagesOf(agent)[0]?.uuid ?? []);
  const entries = [id, ...firsts].flatMap((uuid) => findEntry(tree, uuid));
  const sessions = [...entries, ...findEntry(tree, id, "branch")].map(({ threads }) =>
    threads.findLast((thread) => thread.type === "session"),
  );
  return [...new Set(sessions.flatMap((session) => (session?.type === "session" ? session.sessionId : [])))];
}
