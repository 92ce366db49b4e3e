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
  const taken = new Set(files.map(({ path }) => path));
  for (const { sessionId, count, lastSeq } of await transcripts.addedSessions(projectId))
    files.push(ownFile(store, sessionId, `${count} ${lastSeq}`, await ownPath(store, sessionId, taken)));
  return files;
}

/** The files of one session: those that it was made of, and the one with its own messages. */
export async function filesOfSession(store: Store, { id, projectId }: StoredSession): Promise<StoredText[]> {
  const { transcripts } = store;
  const paths = await transcripts.filesOf(id);
  const files = paths.map((path): StoredText => ({ path, state: "", read: () => transcripts.read(path, projectId) }));
  return [...files, ownFile(store, id, "", await ownPath(store, id, new Set(paths)))];
}

function ownFile(store: Store, session: string, state: string, path: string): StoredText {
  return { path, state, read: async () => Buffer.from(toLines(await store.transcripts.added(session), path)) };
}

/** The path of the messages of programs: beside the transcript that they continue, as another variant of it. */
async function ownPath(store: Store, session: string, taken: Set<string>): Promise<string> {
  const main = (await store.transcripts.filesOf(session)).find((path) => sessionIdOf(path) === session);
  const first = main ?? `${ownFolder}/${session}.jsonl`;
  let path = first;
  for (let number = 2; taken.has(path); number++) path = variantOf(first, number);
  taken.add(path);
  return path;
}

function toLines(messages: readonly AddedMessage[], path: string): string {
  const session = sessionIdOf(path);
  const lines = messages.map(({ message, importedParent }) =>
    messageLine(message, session, recordedId(importedParent) ?? message.parentId),
  );
  return `${[headerLine(session), ...lines].join("\n")}\n`;
}

/** How its transcript calls a message, if not by its id. */
function recordedId(meta: JsonRecord | undefined): string | undefined {
  const origin = meta?.["ccdag"] as JsonRecord | undefined;
  const uuid = origin?.["uuid"];
  return typeof uuid === "string" ? uuid : undefined;
}
