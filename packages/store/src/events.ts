import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { maxLimit } from "./cursor.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-rows.ts";
import { toRefName } from "./refs.ts";
import { getSession } from "./sessions.ts";
import { inTransaction } from "./sql/in-transaction.ts";
import type { Tables } from "./sql/tables.ts";
import { StoreError } from "./store-error.ts";
import type { StoredMessage } from "./types.ts";
import { toUuid } from "./uuid.ts";

/** Something that happened in a session. */
export interface SessionEvent {
  /** Where it stands in the order of all; what follows it is read `after` it. */
  readonly id: string;
  /** `message`: one was stored. `ref`: a branch or a tag was set or deleted. */
  readonly kind: "message" | "ref";
  /** The branch that the message was appended to, absent if it names its parent; or the ref. */
  readonly ref?: string | undefined;
  /** The message that was stored. */
  readonly message?: StoredMessage | undefined;
  /** The message that was stored, or that the ref leads to; `null` for a ref that was deleted. */
  readonly messageId: string | null;
}

/** Which events to read. */
export interface EventOptions {
  /** The id of an event: those after it (default: from the first one). */
  readonly after?: string | undefined;
  /** How many, at most 200 (default: 200). */
  readonly limit?: number | undefined;
}

/** Events that a consumer is to handle. */
export interface Lease {
  /** Names the lease when it is acknowledged; absent if there is nothing to do. */
  readonly lease?: string | undefined;
  readonly events: readonly SessionEvent[];
}

/** How a consumer takes events. */
export interface LeaseOptions {
  /** How many, at most 200 (default: 200). */
  readonly limit?: number | undefined;
  /** After how many seconds another one gets them, if they are not acknowledged (default: 60; at most 3600). */
  readonly seconds?: number | undefined;
}

/** What happened in sessions, in an order in which each message comes after the one that it follows. Imports are not in it. */
export interface Events {
  /** Read events. */
  read(sessionId: string, options?: EventOptions): Promise<readonly SessionEvent[]>;
  /**
   * Take the next events for a group of consumers: each is given to one of them, and again if it is not acknowledged in time.
   * `LEASE_HELD` while another one has some: the order is kept.
   */
  lease(sessionId: string, group: string, options?: LeaseOptions): Promise<Lease>;
  /** Say that all events up to one of a lease were handled, and end the lease. `LEASE_LOST` if it is over. */
  acknowledge(sessionId: string, group: string, lease: string, eventId: string): Promise<void>;
}

interface EventRow extends MessageRow {
  readonly event: string;
  readonly kind: "message" | "ref";
  readonly ref: string | null;
  readonly message_id: string | null;
}

export function eventsOf(db: Kysely<Tables>): Events {
  return {
    read: async (id, { after, limit = maxLimit } = {}) => {
      const session = toUuid(id, "INVALID_SESSION_ID");
      const events = await readEvents(db, session, readPlace(after), limitOf(limit));
      if (events.length === 0) await getSession(db, session);
      return events;
    },
    lease: async (id, group, options = {}) => lease(db, toUuid(id, "INVALID_SESSION_ID"), toRefName(group), options),
    acknowledge: async (id, group, taken, event) =>
      acknowledge(db, toUuid(id, "INVALID_SESSION_ID"), toRefName(group), taken, event),
  };
}

/** Events after a place of which no transaction that may still write an earlier one runs. */
async function readEvents(
  db: Kysely<Tables>,
  session: string,
  [transaction, number]: readonly [string, string],
  limit: number,
): Promise<SessionEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.transaction || '-' || e.number as event, e.kind, e.ref, e.message_id, ${messageColumns}
    from ccdag.events e left join ccdag.messages m on e.kind = 'message' and m.session_id = e.session_id and m.id = e.message_id
    where e.session_id = ${session} and (e.transaction, e.number) > (${transaction}::text::xid8, ${number}::text::bigint)
      and e.transaction < pg_snapshot_xmin(pg_current_snapshot())
    order by e.transaction, e.number limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.event,
    kind: row.kind,
    messageId: row.message_id,
    ...(row.ref === null ? {} : { ref: row.ref }),
    ...(row.kind === "message" && row.id !== null ? { message: toMessage(row) } : {}),
  }));
}

async function lease(
  db: Kysely<Tables>,
  session: string,
  group: string,
  { limit = maxLimit, seconds = 60 }: LeaseOptions,
): Promise<Lease> {
  const size = limitOf(limit);
  if (!(seconds >= 1 && seconds <= 3600))
    throw new StoreError("INVALID_BODY", "Unexpected seconds, expected 1 to 3600");
  await getSession(db, session);
  return inTransaction(db, async (transaction) => {
    await sql`
      insert into ccdag.consumers (session_id, name) values (${session}, ${group}) on conflict do nothing`.execute(
      transaction,
    );
    const { rows } = await sql<{ readonly at: string; readonly number: string; readonly is_held: boolean }>`
      select transaction::text as at, number::text as number, coalesce(lease_until > clock_timestamp(), false) as is_held
      from ccdag.consumers where session_id = ${session} and name = ${group} for update`.execute(transaction);
    const [consumer] = rows;
    if (consumer === undefined) throw new StoreError("SESSION_NOT_FOUND", "No such session");
    if (consumer.is_held)
      throw new StoreError("LEASE_HELD", "Another consumer of the group has events; try again later");
    const events = await readEvents(transaction, session, [consumer.at, consumer.number], size);
    if (events.length === 0) return { events };
    const taken = randomUUID();
    await sql`
      update ccdag.consumers set lease = ${taken}, lease_until = clock_timestamp() + make_interval(secs => ${seconds}::double precision)
      where session_id = ${session} and name = ${group}`.execute(transaction);
    return { lease: taken, events };
  });
}

async function acknowledge(
  db: Kysely<Tables>,
  session: string,
  group: string,
  taken: string,
  event: string,
): Promise<void> {
  const id = toUuid(taken, "INVALID_BODY");
  const [transaction, number] = readPlace(event);
  const { rows } = await sql`
    update ccdag.consumers set transaction = ${transaction}::text::xid8, number = ${number}::text::bigint,
      lease = null, lease_until = null
    where session_id = ${session} and name = ${group} and lease = ${id} and lease_until > clock_timestamp()
      and (transaction, number) < (${transaction}::text::xid8, ${number}::text::bigint)
      and exists (select from ccdag.events e where e.session_id = ${session}
        and e.transaction = ${transaction}::text::xid8 and e.number = ${number}::text::bigint)
    returning 1`.execute(db);
  if (rows.length > 0) return;
  await getSession(db, session);
  throw new StoreError("LEASE_LOST", "The lease is over, or has no such event; take the events again");
}

function limitOf(limit: number): number {
  if (Number.isInteger(limit) && limit > 0 && limit <= maxLimit) return limit;
  throw new StoreError("INVALID_QUERY", `Unexpected limit, expected a whole number from 1 to ${maxLimit}`);
}

/** The place of an event in the order. */
function readPlace(id: string | undefined): readonly [transaction: string, number: string] {
  if (id === undefined) return ["0", "0"];
  const [, transaction, number] = /^(\d{1,18})-(\d{1,18})$/.exec(id) ?? [];
  if (transaction !== undefined && number !== undefined) return [transaction, number];
  throw new StoreError("INVALID_CURSOR", "Unexpected id of an event");
}
