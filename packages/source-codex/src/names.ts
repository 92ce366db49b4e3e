/** What the path of a rollout says. */
export interface RolloutName {
  /** Orders the files of a thread: when the file was begun. */
  readonly began: string;
  readonly thread: string;
  /** The id of the segment, if the file is not the first one of its thread. */
  readonly segment: string | undefined;
}

/** `sessions/2026/01/31/rollout-<time>-<thread>_<segment>.jsonl`, or without folders in `archived_sessions/`. */
const rollout =
  /^(?:sessions\/(?:[^/]+\/)*|archived_sessions\/(?:[^/]+\/)*)rollout-(?<began>[\dT-]{19})-(?<thread>[^/_]+)(?:_(?<segment>[^/]+))?\.jsonl(?:\.zst)?$/;

/** The index of the titles of sessions. */
export const titles = "session_index.jsonl";

/**
 * Read the path of a rollout.
 *
 * @param path relative to the data folder, with `/`.
 * @returns `undefined` if it is no rollout.
 */
export function rolloutName(path: string): RolloutName | undefined {
  const { began, thread, segment } = rollout.exec(path)?.groups ?? {};
  return began === undefined || thread === undefined ? undefined : { began, thread, segment };
}
