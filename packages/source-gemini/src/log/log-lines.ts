import { isObject, type JsonObject } from "@ccdag/core";
import { objects, text } from "../message-parts.ts";

/** Whether a line is the header of a log; the client writes it again at each resume. */
export function isHeader(raw: JsonObject): boolean {
  return "projectHash" in raw && "sessionId" in raw;
}

/** The fields that a line sets; `undefined` for other lines. */
export function setIn(raw: JsonObject): JsonObject | undefined {
  return isObject(raw["$set"]) ? raw["$set"] : undefined;
}

/** The messages that a line sets as the whole history; `undefined` for other lines. */
export function historyIn(raw: JsonObject): JsonObject[] | undefined {
  const messages = setIn(raw)?.["messages"];
  return Array.isArray(messages) ? objects(messages) : undefined;
}

/** The id of a message; `undefined` for other lines. */
export function messageId(raw: JsonObject): string | undefined {
  return typeof raw["type"] === "string" ? text(raw["id"]) : undefined;
}

/** The id of the entry of a message: ids that are made of its text are the same in every session. */
export function entryOf(id: string, session: string): string {
  return id.length === 36 && id.split("-").length === 5 ? id : `${id}@${session}`;
}

/** Whether a message is part of the history, and no remark of the client. */
export function isTalk({ type }: JsonObject): boolean {
  return type === "user" || type === "gemini";
}

/** The info that a request was stopped. */
export const cancelled = "Request cancelled.";
