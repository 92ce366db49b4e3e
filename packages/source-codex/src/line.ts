import { type JsonObject, isObject, type Malformed, type RecordLocation } from "@ccdag/core";
import { count, object, text } from "./values.ts";

/** A record of a rollout: `{timestamp, ordinal?, type, payload, metadata?}`. */
export interface RolloutLine {
  readonly raw: JsonObject;
  readonly location: RecordLocation;
  readonly type: string;
  readonly payload: JsonObject;
  /** What an item or an event is: the `type` of its payload. */
  readonly kind: string;
  /** Of an event about an item: the item. */
  readonly item: JsonObject | undefined;
}

/** A record of a rollout, or a damaged line. */
export type AnyLine = RolloutLine | Malformed;

/** What the arrangement adds to a record, in its field `ccdag`. */
export interface Marks {
  /** On the first record: the id of the segment, where it is not that of the thread. */
  readonly segment?: string | undefined;
  /** The id of the record that this one is a copy of. */
  readonly copyOf?: string | undefined;
  /** The thread of that record. */
  readonly of?: string | undefined;
}

/** Read a record. */
export function toLine(raw: JsonObject, location: RecordLocation): RolloutLine {
  const payload = object(raw["payload"]);
  const item = payload["item"];
  return {
    raw,
    location,
    type: text(raw["type"]) ?? "unknown",
    payload,
    kind: text(payload["type"]) ?? "",
    item: raw["type"] === "event_msg" && isObject(item) ? item : undefined,
  };
}

/** What the arrangement has added to a record. */
export function marksOf({ raw }: RolloutLine): Marks {
  const { segment, copyOf, of } = object(raw["ccdag"]);
  return { segment: text(segment), copyOf: text(copyOf), of: text(of) };
}

/**
 * The id of a record in the graph. A record is named by its segment and its ordinal there; where none is recorded, its
 * position in the file, from 0, is its ordinal, as the client counts.
 *
 * @param segment the id of the segment.
 * @param ordinal the recorded ordinal.
 * @param line the number of the line, from 1.
 * @param column where the record begins on a damaged line.
 */
export function recordId(segment: string, ordinal: unknown, line: number, column?: number): string {
  return `${segment}:${count(ordinal) ?? line - 1}${column === undefined ? "" : `.${column}`}`;
}

/** Whether a record is an item of the conversation with the model. */
export function isItem({ type }: RolloutLine): boolean {
  return type === "response_item";
}

/** Whether a record is an event of a kind. */
export function isEvent({ type, kind }: RolloutLine, ...kinds: readonly string[]): boolean {
  return type === "event_msg" && kinds.includes(kind);
}

/** Whether a record is a message with the role of a person, whoever wrote it. */
export function isUserItem(line: RolloutLine): boolean {
  return isItem(line) && line.kind === "message" && line.payload["role"] === "user";
}
