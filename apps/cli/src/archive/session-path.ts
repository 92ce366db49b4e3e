import { dirname } from "node:path";

/** Folders in the folder of a session. */
const inner: ReadonlySet<string> = new Set(["subagents", "tool-results", "workflows"]);

/**
 * The path of a session without an ending, for its transcript and all that is in its folder: `p/a` of `p/a.jsonl` and of
 * `p/a/subagents/agent-1.jsonl`.
 *
 * @param path the path of a file, with `/`.
 */
export function sessionStemOf(path: string): string {
  const parts = path.split("/");
  const at = parts.findIndex((part, index) => index > 0 && index < parts.length - 1 && inner.has(part));
  const stem = (at === -1 ? parts : parts.slice(0, at)).join("/");
  return stem.endsWith(".jsonl") ? stem.slice(0, -".jsonl".length) : stem;
}

/** The folder of the project of a file, relative to its root; `.` for the root itself. */
export function projectFolderOf(path: string): string {
  return dirname(sessionStemOf(path));
}
