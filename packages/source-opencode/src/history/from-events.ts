import type { JsonObject } from "@ccdag/core";
import type { DatabaseRows } from "@ccdag/sqlite";
import { object, parse, text, without } from "../read-value.ts";
import { createdAt, type OpencodeMessage, toMessage } from "./opencode-message.ts";

/** Events of messages: the type ends in a number of its version. */
const ofMessages = "aggregate_id = ? AND type >= 'message.' AND type < 'message/'";

/** Whether a revert has deleted something of a session. */
export function hasRemoved(rows: DatabaseRows, session: string): boolean {
  const isRemoval = "(type GLOB 'message.removed.*' OR type GLOB 'message.part.removed.*')";
  return rows.all("event", `SELECT 1 FROM event WHERE ${ofMessages} AND ${isRemoval} LIMIT 1`, session).length > 0;
}

/**
 * Replay the events of a session (O2): a revert deletes messages from their table, and only the events still have them.
 *
 * @param rows the database.
 * @param session the id of the session.
 * @param live what the tables have. Those of them that no event names began before there were events.
 * @returns all messages in the order in which they began; each follows the last one that was not removed then.
 */
export function replay(rows: DatabaseRows, session: string, live: readonly OpencodeMessage[]): OpencodeMessage[] {
  const events = rows.all("event", `SELECT id, type, data FROM event WHERE ${ofMessages} ORDER BY seq`, session);
  const changes = events.map(({ id, type, data }): Change => {
    return { row: `event/${String(id)}`, type: String(type).replace(/\.\d+$/, ""), data: parse(data) };
  });
  const named = new Set(changes.map(({ data }) => object(data["info"])["id"]));
  const history = new Replay(live.filter(({ id }) => !named.has(id)));
  for (const change of changes) history.apply(change);
  return history.end(live);
}

interface Change {
  readonly row: string;
  readonly type: string;
  readonly data: JsonObject;
}

class Replay {
  readonly #found = new Map<string, OpencodeMessage>();
  /** The messages of the conversation so far; removed ones at its end are dropped when the next one begins. */
  readonly #path: OpencodeMessage[] = [];
  /** Messages without events, the first one last. */
  readonly #early: OpencodeMessage[];

  constructor(early: readonly OpencodeMessage[]) {
    this.#early = [...early].reverse();
  }

  apply({ row, type, data }: Change): void {
    if (type === "message.updated") this.#update(row, object(data["info"]));
    else if (type === "message.part.updated") this.#updatePart(row, object(data["part"]));
    else if (type === "message.removed") this.#remove(data["messageID"]);
    else if (type === "message.part.removed") this.#removePart(data["messageID"], data["partID"]);
  }

  /** All messages; of those that are not deleted, the tables have the newest state. */
  end(live: readonly OpencodeMessage[]): OpencodeMessage[] {
    for (const message of this.#early.reverse()) this.#begin(message);
    for (const { id, row, info, parts } of live) {
      const message = this.#found.get(id)!;
      Object.assign(message, { row, info, isRemoved: false });
      for (const part of parts.values()) message.parts.set(part.id, part);
    }
    return [...this.#found.values()];
  }

  #begin(message: OpencodeMessage): void {
    while (this.#path.at(-1)?.isRemoved === true) this.#path.pop();
    message.after = this.#path.at(-1)?.id ?? null;
    this.#path.push(message);
    this.#found.set(message.id, message);
  }

  #update(row: string, recorded: JsonObject): void {
    const { id } = recorded;
    if (text(id) === undefined) return;
    const info = without(recorded, "id", "sessionID");
    const known = this.#found.get(String(id));
    if (known) {
      Object.assign(known, { row, info });
      return;
    }
    const message = toMessage(String(id), row, info);
    while (this.#early.length > 0 && createdAt(this.#early.at(-1)!) <= createdAt(message))
      this.#begin(this.#early.pop()!);
    this.#begin(message);
  }

  #updatePart(row: string, recorded: JsonObject): void {
    const { id, messageID } = recorded;
    if (text(id) === undefined) return;
    const data = without(recorded, "id", "sessionID", "messageID");
    this.#found.get(text(messageID) ?? "")?.parts.set(String(id), { id: String(id), row, data, isRemoved: false });
  }

  #remove(id: unknown): void {
    const message = this.#found.get(text(id) ?? "");
    if (message) message.isRemoved = true;
  }

  #removePart(id: unknown, part: unknown): void {
    const parts = this.#found.get(text(id) ?? "")?.parts;
    const known = parts?.get(text(part) ?? "");
    if (known) parts!.set(known.id, { ...known, isRemoved: true });
  }
}
