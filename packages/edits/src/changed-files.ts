import type { Root } from "@ccdag/ccast";
import { callsIn } from "./calls-in.ts";
import { isEdit, readCall } from "./read-call.ts";

/**
 * The files that each session changed, its branches and agents included. What was in the files is not looked at, so this takes a
 * fraction of the time of `editsOf`.
 *
 * @param tree the finished tree.
 * @returns the recorded paths by the id of the session, in the order of the first edit; a session without edits has none.
 */
export function changedFiles(tree: Root): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { call, by } of callsIn(tree, isEdit)) {
    if (call.result === undefined || call.result.isError) continue;
    for (const { path } of readCall(call)) {
      const paths = files.get(by.sessionId) ?? new Set();
      files.set(by.sessionId, paths.add(path));
    }
  }
  return files;
}
