import { sessionIdOf } from "@ccdag/core";
import { variantOf } from "@ccdag/files";
import { type AddedMessage, defaultProject, type JsonRecord, type StoredSession, type Store } from "@ccdag/store";
import { headerLine, messageLine } from "./stored-lines.ts";

/** A file that a store holds, or that is made of messages in it. */
export interface StoredText {
  /** Relative to the folder of projects, with `/`. */
  readonly path: string;
  /** Changes with its bytes. */
  readonly state: string;
  /** Read its bytes. */
  readonly read: () => Promise<Uint8Array>;
}

/** The folder of sessions that no transcript belongs to. */
const ownFolder = "store";

/**
 * List the files of a project of a store: the transcripts that were imported, byte for byte, and for each session with
 * messages that programs stored a file with these.
 *
 * @param store an open store.
 * @param projectId which project (default: the default one).
 */
export async function storedFiles(store: Store, projectId: string = defaultProject): Promise<StoredText[]> {
  const { transcripts } = store;
  const files = (await transcripts.files(projectId)).map(({ path, hash }): StoredText => ({
    path,
    state: hash,
    read: () => transcripts.read(path, projectId),
  }));
  const pathFor = namer(files.map(({ path }) => path));
  for (const { sessionId, count, lastSeq } of await transcripts.addedSessions(projectId))
    files.push(ownFile(store, sessionId, `${count} ${lastSeq}`, pathFor(sessionId)));
  return files;
}

/** The files of one session: those that it was made of, and the one with its own messages, if there are any. */
export async function filesOfSession(store: Store, { id, projectId }: StoredSession): Promise<StoredText[]> {
  const { transcripts } = store;
  const paths = (await transcripts.filesOf(id)).toSorted();
  const files = paths.map((path): StoredText => ({ path, state: "", read: () => transcripts.read(path, projectId) }));
  // A session without anything is a file with its header.
  if (paths.length > 0 && (await transcripts.added(id)).length === 0) return files;
  return [...files, ownFile(store, id, "", namer(paths)(id))];
}

function ownFile(store: Store, session: string, state: string, path: string): StoredText {
  return { path, state, read: async () => Buffer.from(toLines(await store.transcripts.added(session), path)) };
}

/**
 * Names the files of the messages of programs: each is beside the transcript that they continue, as another variant of it.
 *
 * @param paths those of all transcripts, sorted.
 */
function namer(paths: readonly string[]): (session: string) => string {
  const taken = new Set(paths);
  // The first of several variants counts.
  const mains = new Map(paths.toReversed().map((path) => [sessionIdOf(path), path]));
  return (session) => {
    const first = mains.get(session) ?? `${ownFolder}/${session}.jsonl`;
    let path = first;
    for (let number = 2; taken.has(path); number++) path = variantOf(first, number);
    taken.add(path);
    return path;
  };
}

function toLines(messages: readonly AddedMessage[], path: string): string {
  const session = sessionIdOf(path);
  const lines = messages.map(({ message, importedParent }) =>
    messageLine(message, session, recordedId(importedParent) ?? message.parentId),
  );
  return `${[headerLine(session), ...lines].join("\n")}\n`;
}

/** How its transcript calls a message, if not by its id. */
export function recordedId(meta: JsonRecord | undefined): string | undefined {
  const origin = meta?.["ccdag"] as JsonRecord | undefined;
  const uuid = origin?.["uuid"];
  return typeof uuid === "string" ? uuid : undefined;
}
