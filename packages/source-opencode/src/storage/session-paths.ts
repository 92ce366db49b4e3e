import { basename, dirname, join } from "node:path";

/** The folders of a session that was kept as JSON files. */
export interface SessionPaths {
  readonly messages: string;
  /** The folder with the parts of a message. */
  readonly parts: (message: string) => string;
  readonly todo: string;
}

/** Whether a file is a session of the versions before the database, or of those before that. */
export function isStoredSession(path: string): boolean {
  return /^storage\/session\/[^/]+\/[^/]+\.json$/.test(path) || isOldest(path);
}

/** Whether a folder is on the way to such files. Beside them are repositories, and a file for each part of a message. */
export function mayHoldSessions(path: string): boolean {
  const names = path.split("/");
  const [top] = names;
  const way =
    top === "project" ? ["project", names[1], "storage", "session", "info"] : ["storage", "session", names[2]];
  return names.length <= way.length && names.every((name, at) => name === way[at]);
}

function isOldest(path: string): boolean {
  return /^project\/[^/]+\/storage\/session\/info\/[^/]+\.json$/.test(path.replaceAll("\\", "/"));
}

/**
 * Where the messages of a session are.
 *
 * @param path its file, relative to the data folder.
 * @param real the same for the file system.
 */
export function pathsOf(path: string, real: string): SessionPaths {
  const id = basename(real, ".json");
  const above = dirname(dirname(real));
  if (isOldest(path))
    return {
      messages: join(above, "message", id),
      parts: (message) => join(above, "part", id, message),
      todo: join(above, "todo", `${id}.json`),
    };
  const storage = dirname(above);
  return {
    messages: join(storage, "message", id),
    parts: (message) => join(storage, "part", message),
    todo: join(storage, "todo", `${id}.json`),
  };
}
