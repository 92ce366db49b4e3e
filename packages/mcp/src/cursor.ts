import { createHash } from "node:crypto";
import { RequestError } from "@ccdag/pipeline/tables";

/** Where an answer ended. */
export interface Position {
  /** How many items or pages were given so far. */
  readonly index: number;
  /** What the last of them is known by: see {@link markOf}. */
  readonly mark: string;
  /** The state of the files that it was made of; absent where the mark says enough. */
  readonly state?: string | undefined;
}

/** What a cursor says: the call that is continued, and where it ended. */
export interface CursorContent {
  readonly tool: string;
  /** The inputs of the first call, unchecked. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly position: Position;
}

/**
 * A short mark of an item or a page.
 *
 * @param text its id, or its end.
 */
export function markOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

/** Write a cursor: a text that means something only to this server, also after a restart. */
export function writeCursor({ tool, inputs, position }: CursorContent): string {
  return Buffer.from(JSON.stringify([tool, inputs, position])).toString("base64url");
}

/**
 * Read a cursor. A client may send anything, so the inputs in it have to be checked as those of any call.
 *
 * @throws RequestError if it is none.
 */
export function readCursor(text: string): CursorContent {
  const [tool, inputs, position] = parse(text);
  const { index, mark, state } = (position ?? {}) as Record<string, unknown>;
  const isValid =
    typeof tool === "string" &&
    typeof inputs === "object" &&
    inputs !== null &&
    Number.isSafeInteger(index) &&
    (index as number) > 0 &&
    typeof mark === "string" &&
    (state === undefined || typeof state === "string");
  if (!isValid) throw new RequestError("Unexpected `cursor`, expected the nextCursor of an answer, unchanged");
  return { tool, inputs: inputs as Record<string, unknown>, position: { index: index as number, mark, state } };
}

function parse(text: string): readonly unknown[] {
  try {
    const content: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}

/** The error for a cursor whose place is gone. */
export function staleCursor(hint: string): RequestError {
  return new RequestError(`The files have changed since this cursor was made, and its place is gone; ${hint}`);
}

/**
 * Find where a list continues: behind the item that was the last one, also if others were added before it.
 *
 * @param ids the mark of each item.
 * @param position where the answer before ended; absent for the beginning.
 * @throws RequestError if the item is gone.
 */
export function indexAfter(ids: readonly string[], position: Position | undefined): number {
  if (position === undefined) return 0;
  if (ids[position.index - 1] === position.mark) return position.index;
  const at = ids.indexOf(position.mark);
  if (at === -1) throw staleCursor("call the tool again without it");
  return at + 1;
}
