import type { JsonObject } from "@ccdag/core";
import { number, object, text } from "../read-value.ts";

/** A message of a session, whether or not it was reverted. */
export interface OpencodeMessage {
  readonly id: string;
  /** Where it is recorded, such as `message/msg_1`; `event/evt_1` if a revert deleted it there. */
  row: string;
  /** As recorded: role, times, model, tokens. */
  info: JsonObject;
  /** Its parts, by id. */
  readonly parts: Map<string, OpencodePart>;
  /** The message that it follows; `null` if it is the first. */
  after: string | null;
  /** Whether a revert took it away. */
  isRemoved: boolean;
}

/** A part of a message: a text, a call with its result, and so on. */
export interface OpencodePart {
  readonly id: string;
  readonly row: string;
  readonly data: JsonObject;
  /** Whether a revert took it away, and left the message. */
  readonly isRemoved: boolean;
}

/** A message of which nothing is known yet but its record. */
export function toMessage(id: string, row: string, info: JsonObject): OpencodeMessage {
  return { id, row, info, parts: new Map(), after: null, isRemoved: false };
}

/** When a message began; 0 if it is not said. */
export function createdAt({ info }: Pick<OpencodeMessage, "info">): number {
  return number(object(info["time"])["created"]) ?? 0;
}

/** The order of messages in a session: time, then id (O1). */
export function byTime(a: OpencodeMessage, b: OpencodeMessage): number {
  return createdAt(a) - createdAt(b) || (a.id < b.id ? -1 : 1);
}

/** The parts of a message in their order, which is that of their ids. */
export function partsOf({ parts }: OpencodeMessage): OpencodePart[] {
  return [...parts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The role of a message. */
export function roleOf({ info }: Pick<OpencodeMessage, "info">): string {
  return text(info["role"]) ?? "";
}

/** Let each message follow the one before it. */
export function chain(messages: readonly OpencodeMessage[]): void {
  let before: string | null = null;
  for (const message of messages) {
    message.after = before;
    before = message.id;
  }
}
