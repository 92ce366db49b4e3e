import { StoreError } from "./store-error.ts";
import { isUuid } from "./uuid.ts";

/** The most items of one page. */
export const maxLimit = 200;

/** Which items of a list to read. */
export interface PageRequest {
  /** How many, at most 200 (default: all). */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Which items of a list to read, and in which order. */
export interface OrderedPageRequest extends PageRequest {
  /** Read the newest first (default: `false`). */
  readonly timeDesc?: boolean | undefined;
}

/**
 * Read a number of items.
 *
 * @returns absent for all; 0 means all, too.
 * @throws StoreError `INVALID_QUERY`.
 */
export function readLimit(limit: number | undefined): number | undefined {
  if (limit === undefined || limit === 0) return undefined;
  if (Number.isInteger(limit) && limit > 0 && limit <= maxLimit) return limit;
  throw new StoreError("INVALID_QUERY", `Unexpected limit ${limit}, expected a whole number from 0 to ${maxLimit}`);
}

/**
 * A cursor: where a page ended. It names the list, so that a page of another one is refused, and an item, so that pages
 * neither overlap nor skip while others append.
 */
export interface CursorPosition {
  /** The list: a leaf, or a kind of list and the session or project that it belongs to. */
  readonly list: string;
  readonly timeDesc: boolean;
  /** What the list is sorted by: depth or number of the last item. */
  readonly at: number;
  /** The id of the last item. */
  readonly id: string;
}

/** Write a position as a cursor. */
export function writeCursor({ list, timeDesc, at, id }: CursorPosition): string {
  return Buffer.from(["v1", list, timeDesc ? "desc" : "asc", at, id].join("|")).toString("base64url");
}

/**
 * Read a cursor.
 *
 * @param cursor as {@link writeCursor} wrote it.
 * @param timeDesc the order that is asked for.
 * @param isList whether this is the list that is read.
 * @throws StoreError `INVALID_CURSOR` if it is broken, or belongs to another list or order.
 */
export function readCursor(cursor: string, timeDesc: boolean, isList: (list: string) => boolean): CursorPosition {
  const [version, list = "", direction, at = "", id, ...rest] = Buffer.from(cursor, "base64url").toString().split("|");
  const isWhole = version === "v1" && isUuid(id) && /^\d{1,15}$/.test(at) && rest.length === 0;
  if (!isWhole || direction !== (timeDesc ? "desc" : "asc") || !isList(list)) throw invalidCursor();
  return { list, timeDesc, at: Number(at), id };
}

/** The error for a cursor that this list did not give. */
export function invalidCursor(): StoreError {
  return new StoreError("INVALID_CURSOR", "The cursor belongs to another list or order, or is broken");
}
