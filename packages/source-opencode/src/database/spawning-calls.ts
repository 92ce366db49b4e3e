import type { JsonObject } from "@ccdag/core";
import { object, parse, text } from "../read-value.ts";
import type { DatabaseRows } from "@ccdag/sqlite";

/** A call that began an agent. */
export interface SpawningCall {
  readonly id: string;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * The calls of a session that began agents (O5), by the session of the agent. An agent that is asked again has several:
 * the first one began it. Of calls that a revert has deleted, the events are asked.
 */
export function callsIn(rows: DatabaseRows, session: string): Readonly<Record<string, SpawningCall>> {
  const parts = rows
    .all("part", "SELECT id, data FROM part WHERE session_id = ? AND instr(data, ?) ORDER BY id", session, asked)
    .map(({ data }) => parse(data));
  const events = rows
    .all(
      "event",
      `SELECT data FROM event WHERE aggregate_id = ? AND type >= 'message.part.updated' AND type < 'message.part.updated/'
        AND instr(data, ?) ORDER BY seq`,
      session,
      asked,
    )
    .map(({ data }) => object(parse(data)["part"]));
  return toCalls([...events, ...parts]);
}

/** What is in the text of each part that began an agent. */
const asked = '"sessionId"';

/** The calls among parts that began agents; the first one for each agent. */
export function toCalls(parts: Iterable<JsonObject>): Readonly<Record<string, SpawningCall>> {
  const calls: Record<string, SpawningCall> = {};
  for (const { type, callID, state } of parts) {
    const agent = text(object(object(state)["metadata"])["sessionId"]);
    const id = text(callID);
    if (type !== "tool" || agent === undefined || id === undefined || Object.hasOwn(calls, agent)) continue;
    const input = object(object(state)["input"]);
    calls[agent] = { id, type: text(input["subagent_type"]), description: text(input["description"]) };
  }
  return calls;
}
