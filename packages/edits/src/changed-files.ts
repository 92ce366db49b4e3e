import type { Root } from "@ccdag/ccast";
import { callsIn } from "./calls-in.ts";
import { isEdit, readCall } from "./read-call.ts";

/** How often a session changed a file. */
export interface EditCount {
  readonly edits: number;
  /** The message with the last edit; absent if its record has no uuid. */
  readonly uuid: string | undefined;
  /** When that edit ended, in milliseconds since 1970; absent without a time. */
  readonly timestamp: number | undefined;
}

/**
 * The files that each session changed, its branches and agents included. What was in the files is not looked at, so this takes a
 * fraction of the time of `editsOf`.
 *
 * @param tree the finished tree.
 * @returns the recorded paths by the id of the session, in the order of the first edit; a session without edits has none.
 */
export function changedFiles(tree: Root): Map<string, Map<string, EditCount>> {
  const files = new Map<string, Map<string, EditCount>>();
  for (const { call, message, by } of callsIn(tree, isEdit)) {
    if (call.result === undefined || call.result.isError) continue;
    const changed = files.get(by.sessionId) ?? new Map<string, EditCount>();
    files.set(by.sessionId, changed);
    const { uuid } = message;
    const timestamp = call.result.timestamp ?? message.timestamp;
    for (const { path } of readCall(call))
      changed.set(path, { edits: 1 + (changed.get(path)?.edits ?? 0), uuid, timestamp });
  }
  return files;
}
