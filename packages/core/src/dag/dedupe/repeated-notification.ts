import type { Entry } from "../../entry/entry.ts";
import { closeTag, openTag, tag } from "../../entry/tag.ts";
import { textKey } from "./keys.ts";
import type { DedupeRule } from "./rule.ts";

/**
 * The end of a background task reached the conversation by two roads: as a user entry and as an attachment.
 *
 * ```shape
 * U1 ─ A1 ┬ U2=done
 *         └ Q1=done ─ A2
 * ```
 *
 * ```threads copies=repeated-notification
 * U1 A1 U2 A2
 * ```
 *
 * Both name one task and status and have one result. The user entry is the original, whichever was first. Another
 * status or result is another notification, and two by one road are two: a task may say the same thing twice. What
 * the queue noted of it is no entry, and is not spoken beside it.
 */
export const repeatedNotification: DedupeRule = {
  name: "repeated-notification",
  *find({ entries, threadOf }) {
    const byUser = new Map<string, Entry[]>();
    const notes = entries.filter(({ userKind }) => userKind === "notification");
    const key = (entry: Entry) => `${threadOf(entry)}\n${notificationKey(textKey(entry))}`;
    for (const entry of notes) if (entry.kind === "user") (byUser.get(key(entry)) ?? fresh(key(entry))).push(entry);
    for (const entry of notes) {
      const of = entry.kind === "user" ? undefined : byUser.get(key(entry))?.shift();
      if (of) yield { entry, of, because: "same task, status and result" };
    }

    function fresh(name: string): Entry[] {
      const list: Entry[] = [];
      byUser.set(name, list);
      return list;
    }
  },
};

/**
 * What makes a notification one of its kind: task, status and result.
 *
 * @param text its words, for comparison.
 */
function notificationKey(text: string): string {
  const from = text.indexOf(openTag("result"));
  const to = text.lastIndexOf(closeTag("result"));
  const result = from === -1 || to < from ? event.exec(text)?.[1] : text.slice(from, to);
  // Cut off within its answer, it is known by all its words.
  if (result === undefined && [openTag("result"), openTag("event")].some((opening) => text.includes(opening)))
    return text;
  const [task, status] = [tag(text, "task-id"), tag(text, "status")];
  if (task === "" || (status === "" && result === undefined)) return text;
  return [task, status, result ?? tag(text, "summary")].join("\n");
}

const event = new RegExp(`${openTag("event")}([^]*?)${closeTag("event")}`);
