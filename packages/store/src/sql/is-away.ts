import { setTimeout } from "node:timers/promises";
import { StoreError } from "../store-error.ts";

/** Errors of the system when a server cannot be reached. */
const systemCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);

/**
 * Classes and codes of PostgreSQL: a broken connection; a server that stops or starts, or has no connection, memory or disk left; one
 * that only reads, as after a failover, before the address leads to the other one.
 */
const sqlCodes = /^(?:08\w{3}|57P0[1-5]|53\w{3}|25006)$/;

/** There is no room left on the disk. */
const diskFull = "53100";

/** What `pg` says without a code, and Kysely of a connection whose transaction could not be rolled back. */
const texts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Postgres connection has been discarded)/;

/** Whether an error says that the database is away, and may be back soon. */
function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === "string") return systemCodes.has(code) || sqlCodes.test(code);
  return typeof message === "string" && texts.test(message);
}

/** Run a call of the database; if it is away, the error is `UNAVAILABLE`. */
export async function unavailableIfAway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw unavailable(error);
  }
}

/** The same error, or `UNAVAILABLE` with it as its cause if it says that the database is away. */
export function unavailable(error: unknown): unknown {
  if (!isAway(error)) return error;
  const { code } = Object(error) as { readonly code?: unknown };
  const why = code === diskFull ? "The disk of the database is full" : "The database does not answer; try again";
  return new StoreError("UNAVAILABLE", why, { cause: error });
}

/** Whether a call may succeed if it is made again: the database is away, or two transactions were in each other's way. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === "UNAVAILABLE";
  if (isAway(error)) return true;
  const { code } = Object(error) as { readonly code?: unknown };
  return code === "40001" || code === "40P01";
}

/** How often a call is made at least, however long that takes: a machine that stands still for a second says nothing. */
const minTries = 4;

/**
 * Make a call of a database again, if the database is away or another transaction was in its way, until it is answered.
 *
 * @param call a call that has the same effect if it is made twice.
 * @param forMs for how long, in milliseconds. Then its error is thrown; others are at once.
 */
export async function untilAnswered<T>(call: () => Promise<T>, forMs: number): Promise<T> {
  const end = performance.now() + forMs;
  for (let [tries, waitMs] = [1, 20]; ; tries++, waitMs = Math.min(2 * waitMs, 1000))
    try {
      return await call();
    } catch (error) {
      const isLate = performance.now() + waitMs > end;
      if (!isPassing(error) || (isLate && (tries >= minTries || hasWaited(error)))) throw error;
      await setTimeout(waitMs);
    }
}

/** Whether a try has waited for a connection as long as it may. */
function hasWaited(error: unknown): boolean {
  const { cause = error } = Object(error) as { readonly cause?: unknown };
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
  return code === "ETIMEDOUT" || String(message).startsWith("timeout exceeded");
}
