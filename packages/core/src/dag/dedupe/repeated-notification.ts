import type { Entry } from "../../entry/entry.ts";
import { closeTag, notificationsIn, openTag, tag, taskIdIn } from "../../entry/tag.ts";
import { groupBy } from "../../group-by.ts";
import { otherKeys, textKey } from "./text-key.ts";
import type { DedupeRule } from "./dedupe-rule.ts";

/**
 * A notification that is recorded as a user entry and as an attachment is folded.
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
 * The two are one if they name the same task and status and have the same result. The user entry is the original. Two
 * user entries, or two attachments, stay two.
 */
export const repeatedNotification: DedupeRule = {
  name: "repeated-notification",
  *find({ entries, threadOf }) {
    const notes = entries.filter(({ userKind }) => userKind === "notification");
    const key = (entry: Entry) => [threadOf(entry), ...partsOf(entry), ...otherKeys(entry)].join("\n");
    const byUser = groupBy(
      notes.filter(({ kind }) => kind === "user"),
      key,
    );
    // Each user entry is the original of one attachment, in their order.
    const waiting = new Map([...byUser].map(([name, list]) => [name, list.values()]));
    for (const entry of notes) {
      const of = entry.kind === "user" ? undefined : waiting.get(key(entry))?.next().value;
      if (of) yield { entry, of, common: partsOf(entry), because: "same task, status and result" };
    }
  },
};

function partsOf(entry: Entry): string[] {
  return notificationParts(textKey(entry));
}

/**
 * What identifies a notification: task, status and result. Several notifications, or other words before one, are only
 * known by all of them.
 *
 * @param text its text, for comparison.
 */
function notificationParts(text: string): string[] {
  if (!text.startsWith("<") || notificationsIn(text).length > 1) return [text];
  const from = text.indexOf(openTag("result"));
  const to = text.lastIndexOf(closeTag("result"));
  const result = from === -1 || to < from ? eventIn(text) : text.slice(from, to);
  // If the text ends within the result, all of it is the key.
  if (result === undefined && [openTag("result"), openTag("event")].some((opening) => text.includes(opening)))
    return [text];
  const [task, status] = [taskIdIn(text), tag(text, "status")];
  if (task === "" || (status === "" && result === undefined)) return [text];
  return [task, status, result ?? tag(text, "summary")];
}

function eventIn(text: string): string | undefined {
  const from = text.indexOf(openTag("event"));
  const to = from === -1 ? -1 : text.indexOf(closeTag("event"), from);
  return to === -1 ? undefined : text.slice(from + openTag("event").length, to);
}
