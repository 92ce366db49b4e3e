import { type JsonObject, isObject, parseRecords, type Source } from "@ccdag/core";
import { type AnyLine, toLine } from "./line.ts";
import { RolloutReader } from "./reader.ts";
import { stretches } from "./stretches.ts";

/**
 * A source for rollouts of Codex CLI, the files below `sessions/` and `archived_sessions/`: a line is
 * `{timestamp, type, payload}`, the first one is the header. What the model read and said are `response_item`s; events
 * repeat them for the screen.
 *
 * Rewinds and forks are read in the forms of all versions: a file of the same session that names where it begins, a record
 * that says how many prompts are taken back, and a file that begins with copies. The last one is known from what the
 * arrangement of `files` has added to the records.
 *
 * A file is accepted if its first record is one of a rollout.
 */
export const codex: Source = {
  name: "codex",
  mark: '"payload"',
  accepts: (_, first) => first !== undefined && isRollout(first),
  *entries(file, options) {
    const reader = new RolloutReader();
    for (const stretch of stretches(toLines(parseRecords(file, options)))) yield* reader.read(stretch);
  },
};

const types = new Set<unknown>([
  "session_meta",
  "session_index",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
]);

function isRollout(first: JsonObject): boolean {
  return types.has(first["type"]) && isObject(first["payload"]) && first["uuid"] === undefined;
}

function* toLines(records: ReturnType<typeof parseRecords>): Generator<AnyLine> {
  for (const record of records) yield "form" in record ? record : toLine(record.raw, record.location);
}
