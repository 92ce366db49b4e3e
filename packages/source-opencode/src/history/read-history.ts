import type { DatabaseRows } from "@ccdag/sqlite";
import { hasRemoved, replay } from "./from-events.ts";
import { messagesInTables } from "./from-tables.ts";
import { chain, type OpencodeMessage } from "./opencode-message.ts";

/**
 * All messages of a session, in the order in which they began.
 *
 * @param rows the database.
 * @param session the id of the session.
 */
export function readHistory(rows: DatabaseRows, session: string): OpencodeMessage[] {
  const live = messagesInTables(rows, session);
  if (hasRemoved(rows, session)) return replay(rows, session, live);
  chain(live);
  return live;
}
