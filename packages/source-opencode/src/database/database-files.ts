import type { ClientFile, TranscriptPlace } from "@ccdag/files/clients";
import { DatabaseReader } from "@ccdag/sqlite";
import { placeOf } from "../place-of.ts";
import { type DatabaseFacts, readFacts, stateOf } from "./read-facts.ts";
import { sessionLines } from "./session-lines.ts";

/** Whether a file is a database of sessions. Versions from other channels than the usual one have databases of their own. */
export function isDatabase(path: string): boolean {
  return /^opencode(?:-[\w.-]+)?\.db$/.test(path);
}

/** Read what must be known of a database. */
export async function databaseFacts({ real }: ClientFile, before: DatabaseFacts | undefined): Promise<DatabaseFacts> {
  const reader = new DatabaseReader(real);
  try {
    return await reader.read((rows) => readFacts(rows, before));
  } finally {
    reader.close();
  }
}

/** Where the sessions of a database belong. The database is open until the last one has been written. */
export function* placeDatabase(path: string, { sessions, copies }: DatabaseFacts): Generator<TranscriptPlace> {
  const all = new Map(sessions.map((session) => [session.id, session]));
  let reader: DatabaseReader | undefined;
  try {
    for (const session of sessions) {
      const copied = Object.hasOwn(copies, session.id) ? copies[session.id]! : {};
      yield {
        ...placeOf(session, all),
        of: [path],
        state: stateOf(session, copied),
        time: session.updated,
        content: ([real]) => {
          reader ??= new DatabaseReader(real!);
          return reader.read((rows) => sessionLines(rows, session.id, copied));
        },
      };
    }
  } finally {
    reader?.close();
  }
}
