import type { Dag } from "../dag/dag.ts";
import { textKey } from "../dag/dedupe/text-key.ts";
import type { Entry, Bookkeeping } from "../entry/entry.ts";
import { toBlocks } from "../entry/parse-records.ts";
import { sessionIdOf } from "../entry/session-id.ts";
import { closeTag, notificationsIn, openTag, tag, taskIdIn } from "../entry/tag.ts";

/**
 * Find queued input that no entry repeats. A prompt that was typed during a turn is written to the queue first. Most
 * clients then write it again as an entry, some do not. An `enqueue` record counts as found if no later entry of its
 * file has its text. Notifications are compared by task and status, commands by name, shell lines without their mark. Each
 * entry matches one `enqueue` for each notification in it, or one. A notification may also have been delivered to an agent of
 * the session, whose file then repeats it. What a user took back into the input line (`popAll`) was not said.
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
  const delivered = deliveredToAgents(dag);
  const twins = new Map<string, number[]>();
  const note = ({ location }: Entry | Bookkeeping, key: string) => {
    if (!paths.has(location.path)) return;
    const lines = twins.get(`${location.path}\n${key}`);
    if (lines) lines.push(location.line);
    else twins.set(`${location.path}\n${key}`, [location.line]);
  };
  for (const entry of [...dag.entries.values(), ...dag.copies.map((copy) => copy.entry)])
    if (entry.userKind === "notification")
      for (const part of notificationsIn(textKey(entry))) note(entry, speechKey(part));
    else if (entry.kind === "user" || entry.userKind !== undefined) note(entry, speechKey(textKey(entry)));
  for (const one of dag.bookkeeping)
    if (one.type === "queue-operation" && one.subtype === "popAll") note(one, speechKey(queueText(one.raw["content"])));
  // The first line is at the end. Records come in the order of their lines, so that no line is looked at twice.
  for (const lines of twins.values()) lines.sort((x, y) => y - x);
  for (const bookkeeping of enqueued) {
    const { path, line } = bookkeeping.location;
    const key = speechKey(queueText(bookkeeping.raw["content"]));
    const lines = twins.get(`${path}\n${key}`) ?? [];
    // An entry before the record cannot be a repetition of it, nor of any later one.
    while (lines.length > 0 && lines.at(-1)! <= line) lines.pop();
    if (lines.pop() !== undefined) continue;
    const inSession = `${sessionOf(bookkeeping)}\n${key}`;
    const left = delivered.get(inSession) ?? 0;
    if (left > 0) delivered.set(inSession, left - 1);
    else speech.add(bookkeeping);
  }
  return speech;
}

/** How often notifications were delivered to agents, by session and key. The client writes a note of its own before them. */
function deliveredToAgents(dag: Dag): Map<string, number> {
  const found = new Map<string, number>();
  for (const entry of dag.entries.values()) {
    if (entry.kind !== "user" || !(entry.isSidechain || entry.agentId !== undefined)) continue;
    for (const part of notificationsIn(textKey(entry))) {
      if (!notification.test(part)) continue;
      const key = `${entry.sessionId}\n${speechKey(part)}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
  return found;
}

function sessionOf({ raw, location }: Bookkeeping): string {
  return typeof raw["sessionId"] === "string" ? raw["sessionId"] : sessionIdOf(location.path);
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
  const task = notification.test(key) ? taskIdIn(key) : "";
  if (task !== "") return `task ${task} ${tag(key, "status")}`;
  // A shell line is queued as it was typed.
  const line = shellLine.exec(key)?.[1];
  if (line !== undefined) return line.trim();
  const command = commandName.exec(key)?.[1] ?? /^(\/[a-z][\w:-]*)(?:\s|$)/.exec(key)?.[1];
  return command === undefined ? key : `command ${command}`;
}

const notification = /^<(?:task|agent|bash)-notification>/;
const shellLine = new RegExp(`^${openTag("bash-input")}(.*)${closeTag("bash-input")}$`);
const commandName = new RegExp(`${openTag("command-name")}\\s*(/?[^<\\s]+)`);
