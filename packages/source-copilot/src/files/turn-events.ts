import type { JsonObject } from "@ccdag/core";
import type { StoredTurn } from "./session-store.ts";

/** A turn, in events of the log: messages, or a notice. The index has of several answers the last one. */
export function eventsOf(turn: StoredTurn, isPlaced: boolean): JsonObject[] {
  const { session, row, prompt, answer, time, requests } = turn;
  const of = `${store}#turns/${row}`;
  const make = (type: string, at: number, from: string, data: JsonObject): JsonObject => ({
    type,
    id: `${from} of ${session}`,
    timestamp: new Date(at).toISOString(),
    data: { ...data, row: from },
    ccdag: { isExcerpt: true },
  });
  const taken = requests.map((request) => {
    const { created_at: _, session_id: __, ...columns } = request.columns;
    return make("session.usage_record", request.time, `${store}#assistant_usage_events/${request.row}`, {
      usage: {
        model: columns["model"],
        inputTokens: columns["input_tokens"],
        outputTokens: columns["output_tokens"],
        cacheReadTokens: columns["cache_read_tokens"],
        cacheWriteTokens: columns["cache_write_tokens"],
      },
      columns,
    });
  });
  if (!isPlaced) {
    const message = [prompt, answer].filter((words) => words !== undefined).join("\n\n");
    return [make("session.cut_turn", startOf(turn), of, { message }), ...taken];
  }
  const last = requests.at(-1);
  const reply = { content: answer, model: last?.columns["model"] };
  return [
    ...(prompt === undefined ? [] : [make("user.message", startOf(turn), of, { content: prompt })]),
    ...taken,
    ...(answer === undefined ? [] : [make("assistant.message", last?.time ?? time, `${of}/answer`, reply)]),
  ];
}

const store = "session-store.db";

/** When a turn began, as far as the index says: when its first request ended. */
export function startOf({ requests, time }: StoredTurn): number {
  return requests[0]?.time ?? time;
}
