import { type AnyLine, isEvent, isItem, isUserItem, type RolloutLine } from "./line.ts";

/** A run of records that belong to one response at most, or to one message of a person. */
export interface Stretch {
  readonly lines: readonly AnyLine[];
  /** The record that begins the next one; `undefined` at the end of the file. */
  readonly next: RolloutLine | undefined;
}

/**
 * Divide a file into stretches. What repeats something is in the same stretch: the event about a message, and the events
 * about the items of a response, which stand before the items or after them. So a file is read without holding all of it.
 *
 * ```shape
 * user_message item, its event | turn_context | events, items, usage | output | events, items, usage | task_complete
 * ```
 */
export function* stretches(lines: Iterable<AnyLine>): Generator<Stretch> {
  let open: AnyLine[] = [];
  let isCompacted = false;
  for (const line of lines) {
    if (!("form" in line) && open.length > 0 && begins(line, isCompacted)) {
      yield { lines: open, next: line };
      open = [];
      isCompacted = false;
    }
    open.push(line);
    if (!("form" in line)) isCompacted ||= line.type === "compacted";
  }
  if (open.length > 0) yield { lines: open, next: undefined };
}

function begins(line: RolloutLine, isCompacted: boolean): boolean {
  if (line.type === "session_meta" || line.type === "compacted") return true;
  // After a compaction the context is recorded again, in the same turn.
  if (line.type === "turn_context") return !isCompacted;
  if (isItem(line)) return isUserItem(line) || line.kind.endsWith("_output") || line.kind === "agent_message";
  return isEvent(line, "task_started", "task_complete", "turn_aborted", "thread_rolled_back");
}
