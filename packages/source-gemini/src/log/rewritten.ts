import type { JsonObject } from "@ccdag/core";
import { partsOf } from "../message-parts.ts";
import { isContext } from "../records/is-context.ts";
import { historyIn, isHeader, isTalk, messageId, setIn } from "./log-lines.ts";

/**
 * Find where the client wrote its history again under new ids, before it set it as a whole: after `/restore`, `/resume resume` or
 * a call that was stopped, and when it shortens outputs. No model answered there, so no answer names one.
 *
 * @param lines the lines of a log.
 * @returns the indexes of the lines of each such history, by its first line.
 */
export function findRewritten(lines: readonly JsonObject[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  /** Messages since the last line that set the history, by id. */
  let run = new Map<string, number>();
  const earlier = new Set<string>();
  for (const [index, raw] of lines.entries()) {
    const id = messageId(raw);
    const history = historyIn(raw);
    if (id !== undefined) {
      if (!run.has(id) && !earlier.has(id)) run.set(id, index);
    } else if (history !== undefined || isHeader(raw) || setIn(raw) === undefined) {
      const own = history && indexesOf(history, run);
      if (own?.every((at) => isRewritten(lines[at]!))) found.set(own[0]!, own);
      for (const one of run.keys()) earlier.add(one);
      run = new Map();
    }
  }
  for (const own of cutShort(lines, run)) found.set(own[0]!, own);
  return found;
}

/** Where the messages of a history were written, if all of them were written since the last one. */
function indexesOf(history: readonly JsonObject[], run: ReadonlyMap<string, number>): number[] | undefined {
  const indexes = history.map((message) => run.get(messageId(message) ?? ""));
  return indexes.length > 0 && indexes.every((index) => index !== undefined)
    ? indexes.sort((a, b) => a - b)
    : undefined;
}

/** A history that the log ends with, before it was set: it begins with what the client puts in, and a text. */
function cutShort(lines: readonly JsonObject[], run: ReadonlyMap<string, number>): number[][] {
  const indexes = [...run.values()];
  const from = indexes.findIndex((index) => {
    const parts = partsOf(lines[index]!["content"]);
    return lines[index]!["type"] === "user" && parts.length > 1 && isContext(parts[0]!);
  });
  const own = from < 1 ? [] : indexes.slice(from);
  return own.length > 0 && own.every((at) => isRewritten(lines[at]!)) ? [own] : [];
}

function isRewritten(raw: JsonObject): boolean {
  return isTalk(raw) && raw["model"] === undefined;
}
