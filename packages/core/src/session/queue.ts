import type { Dag } from "../dag/dag.ts";
import { textKey } from "../dag/dedupe/keys.ts";
import type { Entry, Bookkeeping } from "../entry/entry.ts";
import { toBlocks } from "../entry/parse.ts";
import { openTag, tag } from "../entry/tag.ts";

/**
 * Find queued input that no entry repeats. A prompt that was typed during a turn is written to the queue first. Most
 * clients then write it again as an entry, some do not. An `enqueue` record counts as found if no later entry of its
 * file has its text. Notifications are compared by task and status, commands by name. Each entry matches one `enqueue`.
 */
export function findSpeech(dag: Dag): Set<Bookkeeping> {
  const speech = new Set<Bookkeeping>();
  const enqueued = dag.bookkeeping.filter(({ type, subtype, raw }) => {
    if (type !== "queue-operation" || subtype !== "enqueue") return false;
    const text = queueText(raw["content"]);
    return text !== "" && !isTaskRecord(text);
  });
  if (enqueued.length === 0) return speech;
  const paths = new Set(enqueued.map(({ location }) => location.path));
  const twins = new Map<string, number[]>();
  const note = ({ location }: Entry, key: string) => {
    if (!paths.has(location.path)) return;
    const lines = twins.get(`${location.path}\n${key}`);
    if (lines) lines.push(location.line);
    else twins.set(`${location.path}\n${key}`, [location.line]);
  };
  for (const entry of [...dag.entries.values(), ...dag.copies.map((copy) => copy.entry)])
    if (entry.kind === "user" || entry.userKind !== undefined) note(entry, speechKey(textKey(entry)));
  for (const lines of twins.values()) lines.sort((x, y) => x - y);
  for (const bookkeeping of enqueued) {
    const lines = twins.get(`${bookkeeping.location.path}\n${speechKey(queueText(bookkeeping.raw["content"]))}`) ?? [];
    // An entry before the record cannot be a repetition of it.
    const at = lines.findIndex((line) => line > bookkeeping.location.line);
    if (at === -1) speech.add(bookkeeping);
    else lines.splice(at, 1);
  }
  return speech;
}

/** Older clients queued the state of a background task as JSON, which is no input. */
function isTaskRecord(text: string): boolean {
  return text.startsWith("{") && /^\{\s*"task_id"\s*:/.test(text);
}

/** The text of a queue record. */
function queueText(content: unknown): string {
  const parts = toBlocks(content).flatMap(({ text }) => (typeof text === "string" ? text : []));
  return parts.join("\n").trim();
}

function speechKey(text: string): string {
  const key = text.replace(/\s+/g, " ").trim().toLowerCase();
  if (key.startsWith(openTag("task-notification"))) return `task ${tag(key, "task-id")} ${tag(key, "status")}`;
  const command = commandName.exec(key)?.[1] ?? /^(\/[a-z][\w:-]*)(?:\s|$)/.exec(key)?.[1];
  return command === undefined ? key : `command ${command}`;
}

const commandName = new RegExp(`${openTag("command-name")}\\s*(/?[^<\\s]+)`);
