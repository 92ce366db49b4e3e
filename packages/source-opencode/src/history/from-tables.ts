import type { DatabaseRows } from "@ccdag/sqlite";
import { parse, text } from "../read-value.ts";
import { byTime, type OpencodeMessage, toMessage } from "./opencode-message.ts";

/** The messages of a session that are not deleted, in their order, with their parts. */
export function messagesInTables(rows: DatabaseRows, session: string): OpencodeMessage[] {
  const found = new Map<string, OpencodeMessage>();
  for (const { id, data, time_created } of rows.all("message", "SELECT * FROM message WHERE session_id = ?", session)) {
    const info = parse(data);
    const message = toMessage(
      String(id),
      `message/${String(id)}`,
      "time" in info ? info : { ...info, time: { created: time_created } },
    );
    found.set(message.id, message);
  }
  for (const { id, message_id, data } of rows.all("part", "SELECT * FROM part WHERE session_id = ?", session)) {
    const part = String(id);
    // A part whose message is missing is a message of its own: nothing else would name it.
    const owner = text(message_id) ?? part;
    if (!found.has(owner)) found.set(owner, toMessage(owner, `part/${part}`, {}));
    found.get(owner)!.parts.set(part, { id: part, row: `part/${part}`, data: parse(data), isRemoved: false });
  }
  return [...found.values()].sort(byTime);
}
