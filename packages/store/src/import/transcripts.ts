import type { Kysely } from "kysely";
import { defaultProject } from "../sessions.ts";
import type { Tables } from "../sql/tables.ts";
import { toUuid } from "../uuid.ts";
import { type AddedMessage, addedMessages, type AddedSession, addedSessions } from "./added.ts";
import { importFiles } from "./import-files.ts";
import { listFiles, pathsOf, readFile } from "./sources.ts";
import type { Import, ImportResult, StoredFile } from "./types.ts";

/** Transcripts, and the sessions that are made of them. The bytes of each file are kept: nothing of it is lost. */
export interface Transcripts {
  /** Import files that belong together: the same files again change nothing, longer ones add what is new. */
  import(files: Import): Promise<ImportResult>;
  /** List the files of a project (default: the default one), sorted by path. */
  files(projectId?: string): Promise<readonly StoredFile[]>;
  /** Read a file; empty if it is not kept. */
  read(path: string, projectId?: string): Promise<Uint8Array>;
  /** The paths of the files that a session was made of. */
  filesOf(sessionId: string): Promise<readonly string[]>;
  /** List the sessions of a project with messages that no transcript has, because programs stored them. */
  addedSessions(projectId?: string): Promise<readonly AddedSession[]>;
  /** Read the messages of a session that no transcript has, in their order. */
  added(sessionId: string): Promise<readonly AddedMessage[]>;
}

export function transcriptsOf(db: Kysely<Tables>): Transcripts {
  return {
    import: (files) => importFiles(db, files),
    files: (project) => listFiles(db, projectOf(project)),
    read: (path, project) => readFile(db, projectOf(project), path),
    addedSessions: (project) => addedSessions(db, projectOf(project)),
    added: (session) => addedMessages(db, toUuid(session, "INVALID_SESSION_ID")),
    filesOf: (session) => pathsOf(db, [toUuid(session, "INVALID_SESSION_ID")]),
  };
}

function projectOf(id: string = defaultProject): string {
  return toUuid(id, "INVALID_BODY");
}
