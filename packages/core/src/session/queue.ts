import type { Dag } from "../dag/dag.ts";
import { textKey } from "../dag/dedupe/keys.ts";
import type { Entry, Loose } from "../entry/entry.ts";
import { toBlocks } from "../entry/parse.ts";
import { tag } from "../entry/tag.ts";

/**
 * Queued input that exists nowhere else. A prompt typed during a turn is written to the queue first; most clients then
 * write it again as an entry, some never do. An `enqueue` whose words no entry of its file repeats is speech.
 * Notifications are compared by task and status, commands by name; each entry answers for one `enqueue`.
 */
export function findSpeech(dag: Dag): Set<Loose> {
  const speech = new Set<Loose>();
  const enqueued = dag.loose.filter(({ type, subtype, raw }) => {
    if (type !== "queue-operation" || subtype !== "enqueue") return false;
    const text = queueText(raw["content"]);
    return text !== "" && !isTaskRecord(text);
  });
  if (enqueued.length === 0) return speech;
  const paths = new Set(enqueued.map(({ place }) => place.path));
  const twins = new Map<string, number[]>();
  const note = ({ place }: Entry, key: string) => {
    if (!paths.has(place.path)) return;
    const lines = twins.get(`${place.path}\n${key}`);
    if (lines) lines.push(place.line);
    else twins.set(`${place.path}\n${key}`, [place.line]);
  };
  for (const entry of [...dag.entries.values(), ...dag.copies.map((copy) => copy.entry)])
    if (entry.kind === "user" || entry.flavour !== undefined) note(entry, speechKey(textKey(entry)));
  for (const lines of twins.values()) lines.sort((x, y) => x - y);
  for (const loose of enqueued) {
    const lines = twins.get(`${loose.place.path}\n${speechKey(queueText(loose.raw["content"]))}`) ?? [];
    // What stood there before was not said by what is queued now.
    const at = lines.findIndex((line) => line > loose.place.line);
    if (at === -1) speech.add(loose);
    else lines.splice(at, 1);
  }
  return speech;
}

/** Older clients queued the state of a background task as JSON: nobody said that. */
function isTaskRecord(text: string): boolean {
  return text.startsWith("{") && /^\{\s*"task_id"\s*:/.test(text);
}

/** The words of a queued record. */
function queueText(content: unknown): string {
  const parts = toBlocks(content).flatMap(({ text }) => (typeof text === "string" ? text : []));
  return parts.join("\n").trim();
}

function speechKey(text: string): string {
  const key = text.replace(/\s+/g, " ").trim().toLowerCase();
  if (key.startsWith("<task-notification>")) return `task ${tag(key, "task-id")} ${tag(key, "status")}`;
  const command = /<command-name>\s*(\/?[^<\s]+)/.exec(key)?.[1] ?? /^(\/[a-z][\w:-]*)(?:\s|$)/.exec(key)?.[1];
  return command === undefined ? key : `command ${command}`;
}
