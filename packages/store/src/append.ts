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
import { findRef, toRefName } from "./refs.ts";
import { isUuid, toUuid, uuidOf } from "./uuid.ts";

/** Where a message is appended. */
export interface AppendOptions {
  /** The message that it follows, of the same session (default: the default leaf at that moment). `null` is the same. */
  readonly parentId?: string | null | undefined;
  /** Start again at the top: the message has no parent (default: `false`). */
  readonly root?: boolean | undefined;
  /**
   * The branch that it is appended to, and that leads to it afterwards (default: `main`, unless there is a `parentId`). Only writers of one
   * branch wait for one another.
   */
  readonly branch?: string | undefined;
  /** Create the branch, and begin it after this message, or after the end of the branch or tag of this name (default: it exists). */
  readonly from?: string | undefined;
  /** Refuse with `LEAF_MOVED` if the branch does not end with this message; without a branch the default leaf is compared (default: none is). */
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

/** What came of an append of several messages. */
export interface AppendedTurn {
  /** In the order in which they were given. */
  readonly messages: readonly StoredMessage[];
  /** As {@link Appended.isNew}. */
  readonly isNew: boolean;
}

/** The most messages that are appended at once. */
export const maxTurn = 200;

/** The most bytes that the parts of a message have as JSON: a database in the same process has several copies of them at once. */
export const maxPartsBytes: number = 128 * 1024 * 1024;

/** How long a message waits for a database that is away, in milliseconds: a broken connection is replaced within it. */
const retryMs = 1000;

type Refused = "SESSION_NOT_FOUND" | "PARENT_NOT_FOUND" | "LEAF_MOVED" | "REF_NOT_FOUND" | "REF_EXISTS" | "REF_IS_TAG";

interface Outcome {
  readonly outcome: "STORED" | "EXISTS" | Refused;
  readonly parent: string | null;
  readonly numbers: readonly (number | string)[];
  readonly first_depth: number;
  readonly at: Date;
}

/** A message as it is written. */
interface Row {
  readonly id: string;
  readonly role: string;
  readonly parts: string;
  readonly meta: string;
}

/** Where messages go, checked. */
interface AppendPlace {
  readonly session: string;
  readonly parent: string | null;
  readonly root: boolean;
  readonly branch: string | null;
  readonly expected: string | null;
  /** Where the branch begins; `null` if it exists. */
  readonly start: string | null;
}

/** Append messages, each after the one before: all of them, or none. */
export async function append(
  db: Kysely<Tables>,
  sessionId: string,
  contents: readonly MessageContent[],
  options: AppendOptions,
): Promise<AppendedTurn> {
  const { key } = options;
  const session = toUuid(sessionId, "INVALID_SESSION_ID");
  const first = key === undefined ? randomUUID() : idOfKey(session, key);
  const given = placeOf(session, options);
  if (contents.length === 0 || contents.length > maxTurn)
    throw new StoreError("INVALID_BODY", `Unexpected number of messages, expected 1 to ${maxTurn}`);
  const rows = contents.map((content, at) => toRow(content, at === 0 ? first : uuidOf(first, `${at}`)));
  const { from } = options;
  const place = from === undefined ? given : { ...given, start: await answered(() => startOf(db, session, from)) };
  const calls = { db, rows, isAgain: key !== undefined };
  let result = await callAnswered(calls, place);
  // A message of a transcript has several names if it was recorded more than once.
  const named = place.parent ?? place.start;
  const isMissing = result.outcome === "PARENT_NOT_FOUND" && named !== null;
  const other = isMissing ? await answered(() => aliasOf(db, session, named)) : undefined;
  if (other !== undefined)
    result = await callAnswered(calls, { ...place, ...(place.parent === null ? { start: other } : { parent: other }) });
  if (result.outcome === "STORED") return { messages: storedAs(session, rows, result), isNew: true };
  if (result.outcome !== "EXISTS") throw refused(result.outcome);
  return { messages: await storedBefore(db, place, rows), isNew: key === undefined };
}

function placeOf(session: string, options: AppendOptions): AppendPlace {
  const { parentId, root = false, branch, from, expectedLeafId } = options;
  const parent = parentId === undefined || parentId === null ? null : toUuid(parentId, "INVALID_PARENT_ID");
  if ([root, parent !== null, from !== undefined].filter(Boolean).length > 1)
    throw new StoreError("INVALID_BODY", "Unexpected parent of a root or a new branch: give one of the three");
  if (branch !== undefined && parent !== null)
    throw new StoreError("INVALID_BODY", "Unexpected parent beside a branch, which continues where it ends");
  if (branch === undefined && from !== undefined)
    throw new StoreError("INVALID_BODY", "Unexpected from without a branch, which begins there");
  const expected = expectedLeafId === undefined ? null : toUuid(expectedLeafId, "INVALID_LEAF_ID");
  return { session, parent, root, branch: branch === undefined ? null : toRefName(branch), expected, start: null };
}

/** Calls for the same messages. */
interface Calls {
  readonly db: Kysely<Tables>;
  readonly rows: readonly Row[];
  /** Whether the messages may be there already. */
  isAgain: boolean;
}

/** A connection that breaks does not say whether the messages were stored: made again with their ids, the call finds them. */
function callAnswered(calls: Calls, place: AppendPlace): Promise<Outcome> {
  return answered(async () => {
    const { isAgain } = calls;
    try {
      return await call(calls, place);
    } catch (error) {
      calls.isAgain = true;
      // Another call with this key stored them just now.
      if (isAgain && (error as { readonly code?: unknown }).code === "23505") return call(calls, place);
      throw error;
    }
  });
}

async function call({ db, rows, isAgain }: Calls, place: AppendPlace): Promise<Outcome> {
  const { session, parent, root, expected, branch, start } = place;
  const column = (name: keyof Row) => rows.map((row) => row[name]);
  // As values of their own: the text of a list is a second copy, with marks before its quotation marks.
  const parts = sql.join(column("parts").map((text) => sql`${text}::text`));
  const { rows: found } = await sql<Outcome>`
    select * from ccdag.append_messages(
      ${session}, ${column("id")}::uuid[], ${isAgain}, ${parent}, ${root}, ${expected}, ${branch}, ${start},
      ${column("role")}::text[], array[${parts}], ${column("meta")}::text[]
    )`.execute(db);
  return found[0]!;
}

function storedAs(session: string, rows: readonly Row[], { parent, numbers, first_depth, at }: Outcome) {
  return rows.map((row, index) => {
    const place = { parent_id: index === 0 ? parent : rows[index - 1]!.id, depth: first_depth + index };
    const times = { created_at: at, updated_at: at };
    return toMessage({ ...row, ...place, ...times, session_id: session, seq: Number(numbers[index]) });
  });
}

/** The messages that a call with this key stored before; an error if they are others. */
async function storedBefore(db: Kysely<Tables>, place: AppendPlace, rows: readonly Row[]): Promise<StoredMessage[]> {
  const { session, root } = place;
  // One more than were given: the call that stored them may have given more.
  const ids = [...rows.map(({ id }) => id), uuidOf(rows[0]!.id, `${rows.length}`)];
  const messages = await answered(() => findMessages(db, session, ids));
  if (messages.length === 0) throw noSession();
  const { parentId } = messages[0]!;
  const named = place.parent ?? place.start;
  // Without a parent it followed the default leaf, which has moved since.
  const isChild = named === null || [named, await answered(() => aliasOf(db, session, named))].includes(parentId ?? "");
  const areSame = messages.length === rows.length && messages.every((message, at) => isSame(message, rows[at]!));
  if (areSame && isChild && !(root && parentId !== null)) return messages;
  throw new StoreError("ID_CONFLICT", "Another message was stored with this key");
}

function isSame(message: StoredMessage, { role, parts, meta }: Row): boolean {
  return message.role === role && JSON.stringify(message.parts) === parts && JSON.stringify(message.meta) === meta;
}

function answered<T>(run: () => Promise<T>): Promise<T> {
  return untilAnswered(run, retryMs);
}

function toRow({ role, parts, meta }: MessageContent, id: string): Row {
  if (role !== "user" && role !== "assistant")
    throw new StoreError("INVALID_BODY", "Unexpected role, expected user or assistant");
  if (!Array.isArray(parts) || !parts.every(isPart))
    throw new StoreError("INVALID_BODY", "Unexpected parts, expected a list of objects with a type");
  return { id, role, parts: toJson(parts, "parts", maxPartsBytes), meta: objectToJson(meta, "meta", maxMetaBytes) };
}

/** Where a branch begins: a message, or the end of another branch. */
async function startOf(db: Kysely<Tables>, session: string, from: string): Promise<string> {
  if (isUuid(from)) return from.toLowerCase();
  const tip = (await findRef(db, session, toRefName(from)))?.messageId;
  if (typeof tip === "string") return tip;
  throw new StoreError("REF_NOT_FOUND", "No such branch in this session, or it has no message yet");
}

/** Those of some messages of a session that are there, from the first one on. */
async function findMessages(db: Kysely<Tables>, session: string, ids: readonly string[]): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from ccdag.messages m
    where m.session_id = ${session} and m.id = any(${[...ids]}::uuid[]) order by m.depth`.execute(db);
  return rows.map(toMessage);
}

function idOfKey(session: string, key: string): string {
  // All halves of surrogates are one in UTF-8, and different keys would be the same.
  if (key.length > 0 && key.length <= 200 && !/\p{Surrogate}/u.test(key)) return uuidOf(session, key);
  throw new StoreError("INVALID_BODY", "Unexpected key, expected 1 to 200 characters of Unicode");
}

function isPart(part: unknown): boolean {
  return isJsonObject(part) && typeof part["type"] === "string";
}

function refused(outcome: Refused): StoreError {
  if (outcome === "SESSION_NOT_FOUND") return noSession();
  if (outcome === "LEAF_MOVED") return new StoreError(outcome, "The branch ends with another leaf by now");
  if (outcome === "REF_NOT_FOUND")
    return new StoreError(outcome, "No such branch in this session; from creates one, and says where it begins");
  if (outcome === "REF_EXISTS") return new StoreError(outcome, "A branch or a tag has this name already");
  if (outcome === "REF_IS_TAG") return new StoreError(outcome, "A tag does not move: append to a branch");
  // One text for a message that does not exist and for one of another session.
  return new StoreError(outcome, "No such message in this session");
}
