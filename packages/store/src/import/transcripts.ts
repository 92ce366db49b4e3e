import type { Kysely } from "kysely";
import { defaultProject } from "../sessions.ts";
import type { Tables } from "../sql/tables.ts";
import { toUuid } from "../uuid.ts";
import { type AddedMessage, addedMessages, type AddedSession, addedSessions } from "./added.ts";
import { deriveFiles, importFiles, keepFiles } from "./import-files.ts";
import { findFiles, pathsOf, readFile } from "./sources.ts";
import type { Derivation, ImportResult, NewFiles, StoredSource } from "./types.ts";

/**
 * Transcripts, and the sessions that are made of them. The bytes of each file are kept: nothing of it is lost. Where a
 * project is not named, it is the default one.
 */
export interface Transcripts {
  /** Keep files and make sessions of them: the same files again change nothing, longer ones add what is new. */
  import(files: NewFiles, derivation: Derivation): Promise<ImportResult>;
  /** Only keep files, so that another process can make sessions of them. Returns the paths under which they are kept. */
  keep(files: NewFiles): Promise<readonly string[]>;
  /** Make sessions of files that are kept. */
  derive(paths: readonly string[], derivation: Derivation, projectId?: string): Promise<ImportResult>;
  /** List the files of a project, sorted by path. */
  files(projectId?: string): Promise<readonly StoredSource[]>;
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
    import: (files, derivation) => importFiles(db, projectOf(files.projectId), files, derivation),
    keep: (files) => keepFiles(db, projectOf(files.projectId), files),
    derive: (paths, derivation, project) => deriveFiles(db, projectOf(project), paths, derivation),
    files: (project) => findFiles(db, projectOf(project)),
    read: (path, project) => readFile(db, projectOf(project), path),
    filesOf: (session) => pathsOf(db, [toUuid(session, "INVALID_SESSION_ID")]),
    addedSessions: (project) => addedSessions(db, projectOf(project)),
    added: (session) => addedMessages(db, toUuid(session, "INVALID_SESSION_ID")),
  };
}

function projectOf(id: string = defaultProject): string {
  return toUuid(id, "INVALID_BODY");
}
