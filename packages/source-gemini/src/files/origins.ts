import type { JsonObject } from "@ccdag/core";
import { headerOf } from "../log/log-header.ts";
import type { Known } from "../log/known-messages.ts";
import { messagesOf } from "../log/place-lines.ts";
import { findRewritten } from "../log/rewritten.ts";

/** Where a message of a log was copied from: its entry in another session, and the one before that. */
export interface MessageOrigin extends JsonObject {
  readonly entry: string;
  readonly before: string | null;
}

/**
 * Find the messages that were copied from another session: the person saved a point there, and continued from it here. Of several
 * sessions that begin alike, the one is meant that has most of the messages.
 *
 * @param lines the lines of a log.
 * @param others the lines of logs that it may have been copied from, by their paths.
 * @returns the origins by the indexes of the lines.
 */
export function originsOf(
  lines: readonly JsonObject[],
  others: ReadonlyMap<string, readonly JsonObject[]>,
): Map<number, MessageOrigin> {
  const logs = [...others].map(([path, other]) => {
    const header = headerOf(path, other);
    return messagesOf(other, { id: header.id, isAgent: header.agent !== undefined, file: header.file });
  });
  const found = new Map<number, MessageOrigin>();
  for (const indexes of findRewritten(lines).values()) {
    let best = new Map<number, MessageOrigin>();
    for (const log of logs) {
      const matches = new Map<number, MessageOrigin>();
      let last: Known | undefined;
      for (const index of indexes) {
        last = log.find(lines[index]!, last);
        if (last === undefined) break;
        matches.set(index, { entry: last.entry, before: last.before });
      }
      if (matches.size > best.size) best = matches;
    }
    for (const [index, origin] of best) found.set(index, origin);
  }
  return found;
}
