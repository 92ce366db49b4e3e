import type { ClientFiles, TranscriptPlace, PlacedFacts } from "@ccdag/files/clients";
import { findCopies } from "./find-copies.ts";
import { besideDatabase } from "@ccdag/sqlite";
import { databaseFacts, isDatabase, placeDatabase } from "./database/database-files.ts";
import { createdOf, type DatabaseFacts } from "./database/read-facts.ts";
import { isStoredSession, mayHoldSessions } from "./storage/session-paths.ts";
import { besideStored, placeStored, type StoredFacts, storedFacts } from "./storage/storage-files.ts";

type Facts = { readonly database: DatabaseFacts } | { readonly stored: StoredFacts };

/**
 * How opencode keeps its sessions: rows of `opencode.db`, in versions before that JSON files below `storage`. A session that
 * is in both, because a version took it over, is read from the database.
 */
export const opencodeFiles: ClientFiles<Facts> = {
  name: "opencode",
  version: 1,
  folder: ".local/share/opencode",
  variable: "OPENCODE_DATA_DIR",
  isFile: (path) => isDatabase(path) || isStoredSession(path),
  isFolder: mayHoldSessions,
  beside: (file) => (isDatabase(file.path) ? besideDatabase(file.real) : besideStored(file)),
  facts: async (file, before) => {
    if (!isDatabase(file.path)) return { stored: storedFacts(file) };
    return { database: await databaseFacts(file, before && "database" in before ? before.database : undefined) };
  },
  place,
};

function* place(found: ReadonlyArray<PlacedFacts<Facts>>): Generator<TranscriptPlace> {
  const inDatabase = new Set<string>();
  const stored = new Map<string, { path: string; session: StoredFacts }>();
  for (const { path, facts } of found) {
    if ("database" in facts) {
      for (const { id } of facts.database.sessions) inDatabase.add(id);
      yield* placeDatabase(path, facts.database);
    } else {
      // Of the two layouts of JSON files the younger one, `storage`, was made from the older one.
      stored.set(facts.stored.id, { path, session: facts.stored });
    }
  }
  for (const id of inDatabase) stored.delete(id);
  yield* placeAllStored([...stored.values()]);
}

function* placeAllStored(found: ReadonlyArray<{ path: string; session: StoredFacts }>): Generator<TranscriptPlace> {
  const all = new Map(found.map(({ session }) => [session.id, session]));
  const holders = found.flatMap(({ session }) =>
    session.messages.map(([id, created]) => ({ id, session: session.id, created })),
  );
  const copies = findCopies(holders, createdOf([...all.values()]));
  for (const { path, session } of found) yield placeStored(path, session, all, copies.get(session.id) ?? {});
}
