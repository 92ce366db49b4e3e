import type { JsonObject } from "@ccdag/core";
import { object, text } from "../event-fields.ts";

/** An event of the log. */
export interface LogEvent {
  readonly raw: JsonObject;
  readonly type: string;
  readonly data: JsonObject;
  /** The agent that it is of; `undefined` for the session. */
  readonly agent: string | undefined;
}

/** The type of the line that an arranged transcript begins with. */
export const headerType = "ccdag.session";

/** Read an event. Older clients name an agent by its call. */
export function toEvent(raw: JsonObject): LogEvent {
  const data = object(raw["data"]);
  return {
    raw,
    type: text(raw["type"]) ?? "event",
    data,
    agent: text(raw["agentId"]) ?? text(data["parentToolCallId"]) ?? text(object(data["usage"])["parentToolCallId"]),
  };
}

/** Whether a session begins here that was forked from another one: all events before it are copies. */
export function isFork({ type, data }: LogEvent): boolean {
  return (
    type === "session.info" && data["infoType"] === "fork" && (text(data["message"]) ?? "").startsWith("Forked from")
  );
}

/** Whether a rewind has cut the log here: all events after its point are gone. */
export function isRewind({ type, data }: LogEvent): boolean {
  return type === "session.info" && data["infoType"] === "rewind";
}
