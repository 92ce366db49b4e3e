/** What the path of a rollout says. */
export interface RolloutName {
  /** Orders the files of a thread: when the file was begun. */
  readonly began: string;
  readonly thread: string;
  /** The id of the segment, if the file is not the first one of its thread. */
  readonly segment: string | undefined;
}

/** `rollout-<time>-<thread>_<segment>.jsonl` */
const rollout = /^rollout-(?<began>[\dT-]{19})-(?<thread>[^_]{1,80})(?:_(?<segment>.{1,80}))?\.jsonl(?:\.zst)?$/;

/** The index of the titles of sessions. */
export const titles = "session_index.jsonl";

/**
 * Read the path of a rollout: below `sessions/`, in a folder for each day, or in `archived_sessions/`.
 *
 * @param path relative to the data folder, with `/`.
 * @returns `undefined` if it is no rollout.
 */
export function rolloutName(path: string): RolloutName | undefined {
  const [folder] = path.split("/", 1);
  if (folder !== "sessions" && folder !== "archived_sessions") return undefined;
  const { began, thread, segment } = rollout.exec(path.slice(path.lastIndexOf("/") + 1))?.groups ?? {};
  return began === undefined || thread === undefined ? undefined : { began, thread, segment };
}
