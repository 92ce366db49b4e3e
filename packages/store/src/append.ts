import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { StoreError } from "./store-error.ts";
import { aliasOf } from "./import/alias-of.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-rows.ts";
import { maxMetaBytes, noSession } from "./sessions.ts";
import { untilAnswered } from "./sql/is-away.ts";
import type { Tables } from "./sql/tables.ts";
import { isJsonObject } from "./is-json-object.ts";
import { objectToJson, toJson } from "./to-json.ts";
import type { StoredMessage, MessageContent } from "./types.ts";
import { toUuid, uuidOf } from "./uuid.ts";

/** Where a message is appended. */
export interface AppendOptions {
  /** The message that it follows, of the same session (default: the default leaf at that moment). `null` is the same. */
  readonly parentId?: string | null | undefined;
  /** Start again at the top: the message has no parent (default: `false`). */
  readonly root?: boolean | undefined;
  /** Refuse with `LEAF_MOVED` if this is no longer the default leaf (default: do not compare). */
  readonly expectedLeafId?: string | undefined;
  /**
   * A name for this call, of at most 200 characters, that is sent again if no answer arrived: the message is stored once (default:
   * none). The same key with another message is an `ID_CONFLICT`.
   */
  readonly key?: string | undefined;
}

/** What came of an append. */
export interface Appended {
  readonly message: StoredMessage;
  /** Whether this call stored it; `false` if one with the same key did. */
  readonly isNew: boolean;
}

/** The most bytes that the parts of a message have as JSON: what one column and one text of JavaScript safely hold. */
export const maxPartsBytes: number = 256 * 1024 * 1024;

/** How long a message waits for a database that is away, in milliseconds: a broken connection is replaced within it. */
const retryMs = 1000;

interface Outcome {
  readonly outcome: "STORED" | "EXISTS" | "SESSION_NOT_FOUND" | "PARENT_NOT_FOUND" | "LEAF_MOVED";
  readonly parent: string | null;
  readonly number: number;
  readonly new_depth: number;
  readonly at: Date;
}

export async function append(
  db: Kysely<Tables>,
  sessionId: string,
  content: MessageContent,
  options: AppendOptions,
): Promise<Appended> {
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const { parentId, root = false, expectedLeafId, key } = options;
  const parent = parentId === undefined || parentId === null ? null : toUuid(parentId, "INVALID_PARENT_ID");
  if (root && parent !== null) throw new StoreError("INVALID_BODY", "Unexpected parent of a root: give one of the two");
  const expected = expectedLeafId === undefined ? null : toUuid(expectedLeafId, "INVALID_LEAF_ID");
  const id = key === undefined ? randomUUID() : idOfKey(session, key);
  const { role } = content;
  if (role !== "user" && role !== "assistant")
    throw new StoreError("INVALID_BODY", "Unexpected role, expected user or assistant");
  if (!Array.isArray(content.parts) || !content.parts.every(isPart))
    throw new StoreError("INVALID_BODY", "Unexpected parts, expected a list of objects with a type");
  const parts = toJson(content.parts, "parts", maxPartsBytes);
  const meta = objectToJson(content.meta, "meta", maxMetaBytes);
  let isAgain = key !== undefined;
  const once = async (after: string | null) => {
    const { rows } = await sql<Outcome>`
      select * from ccdag.append_message(
        ${session}, ${id}, ${isAgain}, ${after}, ${root}, ${expected}, ${role}, ${parts}, ${meta}
      )`.execute(db);
    return rows[0]!;
  };
  // A connection that breaks does not say whether the message was stored: made again with its id, the call finds it.
  const call = (after: string | null) =>
    untilAnswered(async () => {
      try {
        return await once(after);
      } catch (error) {
        isAgain = true;
        throw error;
      }
    }, retryMs);
  const aliasNow = (uuid: string) => untilAnswered(() => aliasOf(db, session, uuid), retryMs);
  let result = await call(parent);
  // A message of a transcript has several names if it was recorded more than once.
  const other = result.outcome === "PARENT_NOT_FOUND" ? await aliasNow(parent!) : undefined;
  if (other !== undefined) result = await call(other);
  const { outcome, parent: parent_id, number: seq, new_depth: depth, at } = result;
  if (outcome === "STORED") {
    const row = { session_id: session, id, parent_id, seq, depth, role, parts, meta, created_at: at, updated_at: at };
    return { message: toMessage(row), isNew: true };
  }
  if (outcome !== "EXISTS") throw refused(outcome);
  const message = await untilAnswered(() => findMessage(db, session, id), retryMs);
  if (message === undefined) throw noSession();
  const isSame =
    message.role === role && JSON.stringify(message.parts) === parts && JSON.stringify(message.meta) === meta;
  // Without a parent it followed the default leaf, which has moved since.
  const isChild = parent === null || [parent, await aliasNow(parent)].includes(message.parentId ?? "");
  if (!isSame || !isChild || (root && message.parentId !== null))
    throw new StoreError("ID_CONFLICT", "Another message was stored with this key");
  return { message, isNew: key === undefined };
}

/** A message of a session; absent if there is none. */
async function findMessage(db: Kysely<Tables>, session: string, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from ccdag.messages m where m.session_id = ${session} and m.id = ${id}`.execute(db);
  return rows[0] && toMessage(rows[0]);
}

function idOfKey(session: string, key: string): string {
  // All halves of surrogates are one in UTF-8, and different keys would be the same.
  if (key.length > 0 && key.length <= 200 && !/\p{Surrogate}/u.test(key)) return uuidOf(session, key);
  throw new StoreError("INVALID_BODY", "Unexpected key, expected 1 to 200 characters of Unicode");
}

function isPart(part: unknown): boolean {
  return isJsonObject(part) && typeof part["type"] === "string";
}

function refused(outcome: Exclude<Outcome["outcome"], "STORED" | "EXISTS">): StoreError {
  if (outcome === "SESSION_NOT_FOUND") return noSession();
  if (outcome === "LEAF_MOVED") return new StoreError(outcome, "Another message is the newest leaf by now");
  // One text for a message that does not exist and for one of another session.
  return new StoreError(outcome, "No such message in this session");
}
